#include "engine/docker.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A client that does what a few lines of shell say.
class Client {
 public:
  explicit Client(const std::string& body) {
    write_file(path(), "#!/bin/sh\n" + body);
    ::chmod(path().c_str(), 0700);
  }
  [[nodiscard]] std::string path() const { return (folder_.path() / "client").string(); }

 private:
  TemporaryFolder folder_;
};

std::string failure_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const EngineFailure& failure) {
    return failure.what();
  }
  return {};
}

TEST(Docker, EveryOptionIsAnElementOfItsOwn) {
  const Client client("exit 0");
  const ContainerSpec spec{"sha256:1", {"--security-opt", "seccomp=unconfined"}, {"/probe", "serve"}};
  const auto arguments = docker_engine(client.path())->run_arguments(spec, {"r", "o"}, "/id");
  EXPECT_THAT(arguments, ElementsAre(client.path(), "run", "-i", "--cidfile", "/id", "--label", "orchestrate.run=r",
                                     "--label", "orchestrate.owner=o", "--log-driver", "none", "--pull", "never",
                                     "--security-opt", "seccomp=unconfined", "sha256:1", "/probe", "serve"));
}

TEST(Docker, TheClientsOwnErrorIsShownWithTheArguments) {
  const Client client("echo 'unknown flag: --security-opt seccomp' >&2; exit 125");
  const auto engine = docker_engine(client.path());
  const auto container = engine->start({"sha256:1", {"--security-opt seccomp=unconfined"}, {}}, {"r", "o"});
  const std::string text = failure_of([&] { container->receive(within(std::chrono::seconds(10))); });
  EXPECT_THAT(text, HasSubstr("unknown flag: --security-opt seccomp"));
  EXPECT_THAT(text, HasSubstr("[--security-opt seccomp=unconfined]"));
  EXPECT_THAT(text, HasSubstr("exit status 125"));
}

TEST(Docker, SpeaksWithTheProgramInTheContainer) {
  const Client client("echo ready; read line; echo \"got $line\"");
  const auto engine = docker_engine(client.path());
  const auto container = engine->start({"sha256:1", {}, {}}, {"r", "o"});
  const Deadline deadline = within(std::chrono::seconds(10));
  EXPECT_EQ(container->receive(deadline), "ready");
  container->send("hello", deadline);
  EXPECT_EQ(container->receive(deadline), "got hello");
  EXPECT_TRUE(container->finish(deadline));
}

TEST(Docker, WhoeverSpeaksOrEndsFirstIsFound) {
  const Client silent("read line; echo \"got $line\"; read line");
  const Client ending("read line; exit 3");
  const auto one = docker_engine(silent.path())->start({"sha256:1", {}, {}}, {"r", "o"});
  const auto other = docker_engine(ending.path())->start({"sha256:1", {}, {}}, {"r", "o"});
  const Deadline deadline = within(std::chrono::seconds(10));
  EXPECT_EQ(first_to_speak({one.get(), other.get()}, within(std::chrono::milliseconds(0))), std::nullopt);
  one->send("a", deadline);
  EXPECT_EQ(first_to_speak({one.get(), other.get()}, deadline), 0U);
  EXPECT_EQ(one->receive(deadline), "got a");
  other->send("b", deadline);
  EXPECT_EQ(first_to_speak({one.get(), other.get()}, deadline), 1U);
  EXPECT_THROW(other->receive(deadline), EngineFailure);
}

TEST(Docker, AnEngineThatDoesNotAnswerIsSaidSo) {
  const Client client("echo 'Cannot connect to the Docker daemon' >&2; exit 1");
  EXPECT_THAT(failure_of([&] { docker_engine(client.path())->describe(); }), HasSubstr("No engine answers"));
}

TEST(Docker, AClientThatHangsIsKilledAndWhatGivesItMoreTimeIsNamed) {
  const Client client("exec sleep 600");
  const EngineLimits limits{std::chrono::milliseconds(50), std::chrono::milliseconds(60)};
  const auto engine = docker_engine(client.path(), limits);
  EXPECT_THAT(failure_of([&] { engine->inspect({"a"}); }),
              HasSubstr("gave no answer within 0.05 s and was killed; --engine-timeout lengthens that"));
  EXPECT_THAT(failure_of([&] { engine->remove({"a"}); }),
              HasSubstr("gave no answer within 0.06 s and was killed; --removal-timeout lengthens that"));
  try {
    engine->list();
    FAIL();
  } catch (const EngineFailure& failure) {
    EXPECT_EQ(failure.fault(), Fault::engine_silent);
  }
}

TEST(Docker, AClientThatAnswersWithoutEndIsKilled) {
  const Client client("exec cat /dev/zero");
  EXPECT_THAT(failure_of([&] { docker_engine(client.path())->describe(); }), HasSubstr("answered without end"));
}

TEST(Docker, TellsAContainerThatWentAwayFromAClientThatDoesNotSay) {
  const Client gone("case $1 in ps) echo abc;; *) echo 'Error: No such container: abc' >&2; exit 1;; esac");
  EXPECT_TRUE(docker_engine(gone.path())->list().empty());
  const Client broken("case $1 in ps) echo abc;; *) echo 'device busy' >&2; exit 1;; esac");
  EXPECT_THROW(docker_engine(broken.path())->list(), EngineFailure);
  const Client garbage("echo abc");
  EXPECT_THROW(docker_engine(garbage.path())->list(), EngineFailure);
}

/// The fault of a container whose client does what a few lines of shell say.
Fault fault_of(const std::string& body) {
  const Client client(body);
  const auto container = docker_engine(client.path())->start({"sha256:1", {}, {}}, {"r", "o"});
  try {
    container->receive(within(std::chrono::seconds(10)));
  } catch (const EngineFailure& failure) {
    return failure.fault();
  }
  ADD_FAILURE() << "it is well";
  return {};
}

TEST(Docker, TellsTheEnginesRefusalFromTheContainersEnd) {
  EXPECT_EQ(fault_of("exit 125"), Fault::engine_error);
  EXPECT_EQ(fault_of("exit 127"), Fault::engine_error) << "the command could not be run";
  EXPECT_EQ(fault_of("kill -9 $$"), Fault::engine_error) << "that is the client's own end";
  EXPECT_EQ(fault_of("exit 3"), Fault::probe_ended);
  EXPECT_EQ(fault_of("exit 139"), Fault::probe_ended);
  EXPECT_EQ(fault_of("exec cat /dev/zero"), Fault::endless_line);
}

TEST(Docker, AnAnswerThatIsNotJsonIsRefused) {
  const Client client("echo hello");
  EXPECT_THAT(failure_of([&] { docker_engine(client.path())->inspect({"a"}); }), HasSubstr("not JSON"));
}

TEST(Docker, AnAnswerForAnotherNumberOfContainersIsRefused) {
  const Client client("echo '[]'");
  EXPECT_THAT(failure_of([&] { docker_engine(client.path())->inspect({"a"}); }), HasSubstr("asked for 1 containers"));
}

TEST(Docker, RemovingWhatIsGoneIsNoError) {
  const Client client("echo 'Error: No such container: a' >&2; exit 1");
  EXPECT_NO_THROW(docker_engine(client.path())->remove({"a"}));
  const Client broken("echo 'device busy' >&2; exit 1");
  EXPECT_THROW(docker_engine(broken.path())->remove({"a"}), EngineFailure);
}

TEST(Docker, AMissingImageIsNamed) {
  const Client client("echo 'No such image: x' >&2; exit 1");
  EXPECT_THAT(failure_of([&] { docker_engine(client.path())->image_id("debian:12-slim"); }),
              HasSubstr("looking for the image debian:12-slim"));
}

}  // namespace
}  // namespace orchestrate
