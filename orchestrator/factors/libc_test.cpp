#include <gtest/gtest.h>

#include "factors/testing.hpp"
#include "support/failure.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;

const Factor& libc = libc_factor();

json mount(const char* target_key, const char* source_key, const char* source) {
  return {{target_key, "/orchestrate/probe"}, {source_key, source}, {"type", "bind"}};
}

TEST(Libc, MountsTheProbeReadOnlyAndRunsIt) {
  ContainerSpec spec;
  libc.apply(level_of(libc, "native"), spec);
  EXPECT_THAT(spec.options,
              ElementsAre("--mount", "type=bind,source=/usr/lib/probe,target=/orchestrate/probe,readonly"));
  EXPECT_THAT(spec.command, ElementsAre("/orchestrate/probe", "serve"));
}

TEST(Libc, APathWithACommaIsStillOneMount) {
  Host odd = sample_host();
  odd.native_probe.path = "/a,b/\"probe\"";
  EXPECT_THAT(options_of(libc, libc.resolve({"libc", "native", ".", {}}, odd)),
              ElementsAre("--mount", R"(type=bind,"source=/a,b/""probe""",target=/orchestrate/probe,readonly)"));
}

Host host_with_another_probe() {
  Host host = sample_host();
  host.probes["glibc-2.31"] = {"/probes/glibc-2.31/probe", "0", "b331", "5a31", "glibc", "2.31"};
  return host;
}

Level another_libc() {
  return libc.resolve({"libc", "glibc-2.31", ".", {}}, host_with_another_probe());
}

TEST(Libc, EveryLevelHasAProbeOfItsOwn) {
  EXPECT_EQ(libc.refusal("glibc-2.31", "."), std::nullopt);
  EXPECT_THAT(options_of(libc, another_libc()),
              ElementsAre("--mount", "type=bind,source=/probes/glibc-2.31/probe,target=/orchestrate/probe,readonly"));
}

TEST(Libc, ALevelWhoseProbeIsNotThereCannotBeResolved) {
  try {
    level_of(libc, "glibc-2.41");
    FAIL() << "there is no such probe";
  } catch (const EnvironmentFailure& failure) {
    EXPECT_THAT(failure.what(), ::testing::HasSubstr("orchestrate prepare"));
  }
}

TEST(Libc, TheLevelsNameIsWhatTheProcessMustReport) {
  Witness witness;
  witness.build_id = "b331";
  witness.libc_name = "glibc";
  witness.libc_version = "2.31";
  EXPECT_THAT(libc.from_witness(another_libc(), witness), InForce());
  witness.build_id = "b111";
  EXPECT_THAT(libc.from_witness(another_libc(), witness), Another("glibc 2.31, build id b111")) << "another build";
  // A probe under that name which was built with another libc, and says so both on the host and in the container.
  Host host = host_with_another_probe();
  host.probes["glibc-2.31"].libc_version = witness.libc_version = "2.36";
  witness.build_id = "b331";
  EXPECT_THAT(libc.from_witness(libc.resolve({"libc", "glibc-2.31", ".", {}}, host), witness),
              Another("glibc 2.36, build id b331"));
}

TEST(Libc, AProbeThatWasOnlyPlannedIsNeverInForce) {
  Host host = sample_host();
  host.probes["glibc-2.31"].path = "/probes/glibc-2.31/probe";
  Witness witness;
  witness.build_id = "b331";
  witness.libc_name = "glibc";
  witness.libc_version = "2.31";
  EXPECT_THAT(libc.from_witness(libc.resolve({"libc", "glibc-2.31", ".", {}}, host), witness),
              Another("glibc 2.31, build id b331"));
}

TEST(Libc, RefusesALibraryThatThereIsNoProbeOf) {
  EXPECT_THAT(libc.refusal("musl", "."), RefusedWith("native, glibc-2.24, glibc-2.31, glibc-2.36, glibc-2.41"));
  EXPECT_THAT(libc.refusal("glibc-2.37", "."), RefusedWith("Did you mean glibc-2.3"));
  EXPECT_THAT(libc.refusal("natve", "."), RefusedWith("Did you mean native?"));
}

TEST(Libc, ReadsTheRecord) {
  const Level native = level_of(libc, "native");
  const auto record = [](const char* source) { return json{{"Mounts", {mount("Destination", "Source", source)}}}; };
  EXPECT_THAT(libc.from_record(native, record("/usr/lib/probe")), InForce());
  EXPECT_THAT(libc.from_record(native, record("/usr/lib/other")), Another("/usr/lib/other"));
  EXPECT_THAT(libc.from_record(native, {{"Mounts", json::array()}}), Another("no probe"));
  EXPECT_THAT(libc.from_record(native, json::object()), Unreadable("Mounts"));
}

TEST(Libc, ReadsTheConfig) {
  const Level native = level_of(libc, "native");
  const auto config = [](const char* source) {
    return config_with("/mounts", {{{"destination", "/proc"}, {"source", "proc"}, {"type", "proc"}},
                                   mount("destination", "source", source)});
  };
  EXPECT_THAT(libc.from_config(native, config("/usr/lib/probe")), InForce());
  EXPECT_THAT(libc.from_config(native, config("/usr/lib/other")), Another("/usr/lib/other"));
  EXPECT_THAT(libc.from_config(native, plain_config()), Another("no probe"));
  EXPECT_THAT(libc.from_config(native, json::object()), Unreadable("mounts"));
}

TEST(Libc, ReadsTheWitness) {
  const Level native = level_of(libc, "native");
  Witness witness;
  EXPECT_THAT(libc.from_witness(native, witness), Unreadable("build_id"));
  witness.build_id = "b111";
  witness.libc_name = "glibc";
  witness.libc_version = "2.36";
  EXPECT_THAT(libc.from_witness(native, witness), InForce());
  witness.libc_version = "2.31";
  EXPECT_THAT(libc.from_witness(native, witness), Another("glibc 2.31, build id b111"));
  witness.libc_version = "2.36";
  witness.build_id = "b222";
  EXPECT_THAT(libc.from_witness(native, witness), Another("glibc 2.36, build id b222")) << "another build";
}

}  // namespace
}  // namespace orchestrate
