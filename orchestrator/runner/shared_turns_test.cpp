#include "runner/shared_turns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "probe/turns/words.hpp"
#include "support/failure.hpp"

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
  EXPECT_NO_THROW(SharedTurns{turns::most_slots});
  EXPECT_THROW(SharedTurns{turns::most_slots + 1}, EnvironmentFailure);
}

TEST(SharedTurns, AreMountedInFrontOfAllOtherOptions) {
  const ContainerSpec spec = with_turns({"image", {"--env", "X=1"}, {"/probe"}}, "/dev/shm/x/turns");
  EXPECT_THAT(spec.options,
              ElementsAre("--mount", "type=bind,source=/dev/shm/x/turns,target=/orchestrate/turns", "--env", "X=1"));
  EXPECT_THAT(spec.command, ElementsAre("/probe"));
}

TEST(SharedTurns, ThatAContainerCutsOffAreReadAsNothing) {
  SharedTurns shared(2);
  SharedTurns another(2);
  shared.file().records[turns::most_turns - 1].elapsed_ns = 5;
  fs::resize_file(shared.path(), 0);
  EXPECT_EQ(shared.file().records[turns::most_turns - 1].elapsed_ns, 0U);
  EXPECT_EQ(shared.file().magic, 0U);
  turns::stop(shared.file(), 0, 0, "it can still be written to");
  EXPECT_EQ(another.file().magic, turns::magic);
}

TEST(SharedTurns, OfProcessesThatNoLongerLiveAreRemoved) {
  const std::string another_boot(36, '0');
  const fs::path dead = "/dev/shm/orchestrate-turns-" + another_boot + ":1:1-abcdef";
  fs::create_directory(dead);
  const SharedTurns living(2);
  remove_left_turns();
  EXPECT_FALSE(fs::exists(dead));
  EXPECT_TRUE(fs::exists(living.path()));
}

}  // namespace
}  // namespace orchestrate
