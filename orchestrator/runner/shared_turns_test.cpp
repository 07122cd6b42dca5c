#include "runner/shared_turns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "support/failure.hpp"
#include "support/owner.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

TEST(SharedTurns, AreAFileThatOnlyThisUserAndTheContainersReach) {
  fs::path folder;
  {
    SharedTurns shared(3);
    folder = shared.path().parent_path();
    EXPECT_EQ(folder.parent_path(), "/dev/shm");
    EXPECT_EQ(fs::status(folder).permissions(), fs::perms::owner_all);
    EXPECT_EQ(fs::file_size(shared.path()), sizeof(turns::File));
    struct stat status {};
    ASSERT_EQ(::stat(shared.path().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0666U) << "a container's root may be mapped to another user";
    EXPECT_GE(status.st_blocks * 512, static_cast<long>(sizeof(turns::File))) << "its memory is there from the start";
    EXPECT_EQ(shared.file().magic, turns::magic);
    EXPECT_EQ(shared.file().layout, turns::layout_version);
    EXPECT_EQ(shared.file().slots, 3U);
    EXPECT_EQ(shared.nonce().size(), 16U);
    EXPECT_NE(shared.nonce(), SharedTurns(3).nonce());
  }
  EXPECT_FALSE(fs::exists(folder));
}

TEST(SharedTurns, HaveRoomForAsManyAsTheLayoutSays) {
  EXPECT_NO_THROW(SharedTurns(turns::most_slots));
  EXPECT_THROW(SharedTurns(turns::most_slots + 1), EnvironmentFailure);
}

TEST(SharedTurns, AreMountedInFrontOfAllOtherOptions) {
  const ContainerSpec spec = with_turns({"image", {"--env", "X=1"}, {"/probe"}}, "/dev/shm/x/turns");
  EXPECT_THAT(spec.options,
              ElementsAre("--mount", "type=bind,source=/dev/shm/x/turns,target=/orchestrate/turns", "--env", "X=1"));
  EXPECT_THAT(spec.command, ElementsAre("/probe"));
}

TEST(SharedTurns, OfProcessesThatNoLongerLiveAreRemoved) {
  const TemporaryFolder dead(fs::path("/dev/shm/orchestrate-turns-"));
  const TemporaryFolder living(fs::path("/dev/shm/orchestrate-turns-"));
  const TemporaryFolder unmarked(fs::path("/dev/shm/orchestrate-turns-"));
  const TemporaryFolder another(fs::path("/dev/shm/orchestrate-"));
  write_file(dead.path() / "owner", "another-boot:1:1");
  write_file(another.path() / "owner", "another-boot:1:1");
  write_file(living.path() / "owner", this_owner());
  remove_left_turns();
  EXPECT_FALSE(fs::exists(dead.path()));
  EXPECT_TRUE(fs::exists(living.path()));
  EXPECT_TRUE(fs::exists(unmarked.path())) << "it may just be being made";
  EXPECT_TRUE(fs::exists(another.path()));
}

}  // namespace
}  // namespace orchestrate
