#include "factors/evidence.hpp"

#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;

TEST(Evidence, SecurityOptionsOfAContainer) {
  const json record =
      record_with("SecurityOpt", {"seccomp=unconfined", "no-new-privileges", "apparmor:a=b", "seccompx=1"});
  EXPECT_THAT(security_options(record, "seccomp"), Optional(ElementsAre("unconfined")));
  EXPECT_THAT(security_options(record, "no-new-privileges"), Optional(ElementsAre("")));
  EXPECT_THAT(security_options(record, "apparmor"), Optional(ElementsAre("a=b")));
  EXPECT_THAT(security_options(record, "label"), Optional(IsEmpty()));
  EXPECT_THAT(security_options(record_with("SecurityOpt", nullptr), "seccomp"), Optional(IsEmpty()));
  EXPECT_EQ(security_options(record_with("CapAdd", nullptr), "seccomp"), std::nullopt);
}

TEST(Evidence, SecurityOptionsOfADaemon) {
  const json engine{{"info", {{"SecurityOptions", {"name=apparmor", "name=seccomp,profile=default"}}}}};
  EXPECT_EQ(daemon_option(engine, "apparmor"), "");
  EXPECT_EQ(daemon_option(engine, "seccomp"), "profile=default");
  EXPECT_EQ(daemon_option(engine, "sec"), std::nullopt);
  EXPECT_TRUE(tells_daemon_options(engine));
  for (const json& silent : {json(), json::object()}) {
    EXPECT_FALSE(tells_daemon_options(silent));
    EXPECT_EQ(daemon_option(silent, "seccomp"), std::nullopt);
  }
}

TEST(Evidence, AMissingKeyIsReportedWithTheProcesssReason) {
  EXPECT_THAT(unreadable_in(witness_without("kernel", "uname: EPERM"), "kernel"), Unreadable("kernel: uname: EPERM"));
  EXPECT_THAT(unreadable_in(Witness{}, "kernel"), Unreadable("reports no kernel"));
}

}  // namespace
}  // namespace orchestrate
