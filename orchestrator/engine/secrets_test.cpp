#include "engine/secrets.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "engine/docker.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<Secret> secrets{{"API_TOKEN", "[secret 1]", "s3cr3t-one"}, {"API_TOKEN", "[secret 2]", "1"}};

TEST(Secrets, AreToldByTheirNames) {
  for (const char* name : {"API_TOKEN", "token", "DB_PASSWORD", "PGPASSWORD", "AWS_SECRET_ACCESS_KEY", "SSH_KEY",
                           "MYSQL_PWD", "GH_AUTH", "MyPassphrase", "CREDENTIALS_FILE"}) {
    EXPECT_TRUE(names_a_secret(name)) << name;
  }
  for (const char* name : {"PATH", "PWD", "OLDPWD", "KEYBOARD", "GLIBC_TUNABLES", "LD_BIND_NOW", "AUTHOR", "MONKEY",
                           "TOKENIZERS_PARALLELISM", "COMPASS", "LANG"}) {
    EXPECT_FALSE(names_a_secret(name)) << name;
  }
}

TEST(Secrets, AreMaskedInARecord) {
  json record{
      {"Config", {{"Env", {"API_TOKEN=s3cr3t-one", "API_TOKEN=1", "API_TOKEN=2", "A=s3cr3t", "DB_PASSWORD=x"}}}},
      {"HostConfig", {{"CpusetCpus", "1"}}}};
  mask_variables(record, secrets);
  EXPECT_EQ(record.at("Config").at("Env"), json({"API_TOKEN=[secret 1]", "API_TOKEN=[secret 2]",
                                                 "API_TOKEN=[not shown]", "A=s3cr3t", "DB_PASSWORD=[not shown]"}));
  EXPECT_EQ(record.at("HostConfig").at("CpusetCpus"), "1") << "what merely reads like a secret is none";
}

TEST(Secrets, OfAProxysAddressAreMasked) {
  json record{"HTTP_PROXY=http://me:pass@proxy", "https_proxy=http://me:pass@proxy", "NO_PROXY=here"};
  mask_variables(record, {});
  EXPECT_EQ(record, json({"HTTP_PROXY=[not shown]", "https_proxy=[not shown]", "NO_PROXY=here"}));
}

TEST(Secrets, AreMaskedInText) {
  EXPECT_EQ(masked("a s3cr3t-one and s3cr3t-one1", secrets), "a [secret 1] and [secret 1]1");
}

/// A docker client that shows the file it was given, as a witness and on standard error, and then its own arguments.
class HidingClient {
 public:
  HidingClient() {
    write_file(path(),
               "#!/bin/sh\n"
               "for word; do if [ \"$previous\" = --env-file ]; then file=$word; fi; previous=$word; done\n"
               "value=$(sed s/API_TOKEN=// \"$file\")\n"
               "stat -c %a \"$(dirname \"$file\")\" >&2\n"
               "echo \"given $value\" >&2\n"
               "echo '{\"event\":\"ready\",\"witness\":{\"environment\":{\"API_TOKEN\":\"'\"$value\"'\"}}}'\n"
               "echo \"$*\"\n");
    ::chmod(path().c_str(), 0700);
  }
  [[nodiscard]] std::string path() const { return (folder_.path() / "client").string(); }

 private:
  TemporaryFolder folder_;
};

TEST(Secrets, ReachTheContainerByAFileAndNobodyElse) {
  const HidingClient client;
  const auto engine = secret_keeper(docker_engine(client.path()), secrets);
  const ContainerSpec spec{"sha256:1", {"--env", "API_TOKEN=[secret 1]", "--read-only"}, {"/probe"}};
  const auto container = engine->start(spec, {"r", "o"});
  const Deadline deadline = within(std::chrono::seconds(10));
  EXPECT_EQ(json::parse(container->receive(deadline)).at("witness").at("environment").at("API_TOKEN"), "[secret 1]");
  const std::string arguments = container->receive(deadline);
  EXPECT_THAT(arguments, HasSubstr("--read-only --env-file /"));
  EXPECT_THAT(arguments, Not(HasSubstr("s3cr3t")));
  const std::string file = arguments.substr(arguments.find("--env-file ") + 11);
  EXPECT_FALSE(std::filesystem::exists(file.substr(0, file.find(' ')))) << "it is gone once the container speaks";
  container->finish(deadline);
  EXPECT_EQ(container->errors(), "700\ngiven [secret 1]\n");
}

TEST(Secrets, HaveNoValueInACommandThatIsShown) {
  EXPECT_EQ(without_values_of_secrets({"docker", "--env", "API_TOKEN=s3cr3t", "--env=DB_PASSWORD=s3cr3t",
                                       "https_proxy=http://me:s3cr3t@there", "--memory=64m", "PATH=/bin", "--", "=x"}),
            (std::vector<std::string>{"docker", "--env", "API_TOKEN=[not shown]", "--env=DB_PASSWORD=[not shown]",
                                      "https_proxy=[not shown]", "--memory=64m", "PATH=/bin", "--", "=x"}));
}

TEST(Secrets, AreMaskedInAFailure) {
  const HidingClient client;
  const auto engine = secret_keeper(docker_engine(client.path()), secrets);
  const auto container = engine->start({"sha256:1", {"--env", "API_TOKEN=[secret 1]"}, {}}, {"r", "o"});
  const Deadline deadline = within(std::chrono::seconds(10));
  container->receive(deadline);
  container->receive(deadline);
  try {
    container->receive(deadline);
    FAIL() << "the client has ended";
  } catch (const EngineFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("given [secret 1]"));
    EXPECT_THAT(failure.what(), Not(HasSubstr("s3cr3t")));
  }
}

}  // namespace
}  // namespace orchestrate
