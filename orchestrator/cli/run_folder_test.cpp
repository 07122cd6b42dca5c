#include "cli/run_folder.hpp"

#include <gmock/gmock.h>

#include <fstream>

#include "plan/sample_plan.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST(RunFolder, IsMadeAndTestedAndNothingIsLeftOfTheTest) {
  const TemporaryFolder folder;
  test_results_folder(folder.path() / "a" / "b", "sample");
  EXPECT_TRUE(fs::is_empty(folder.path() / "a" / "b" / "sample"));
}

TEST(RunFolder, OneThatCannotBeWrittenIsRefusedWithItsNameAndWhatToDo) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "file") << "in the way";
  // Not even root makes files in /proc.
  for (const fs::path& results : {folder.path() / "file", fs::path("/proc")}) {
    try {
      test_results_folder(results, "sample");
      ADD_FAILURE() << results;
    } catch (const EnvironmentFailure& failure) {
      EXPECT_THAT(failure.what(), HasSubstr((results / "sample").string()));
      EXPECT_THAT(failure.what(), HasSubstr("--results"));
    }
  }
}

TEST(RunFolder, NoTwoRunsShareOne) {
  const TemporaryFolder folder;
  const fs::path first = new_run_folder(folder.path(), "sample", "now");
  const fs::path second = new_run_folder(folder.path(), "sample", "now");
  EXPECT_NE(first, second);
  EXPECT_EQ(fs::read_symlink(folder.path() / "sample" / "latest"), second.filename());
}

TEST(RunFolder, ALinkInPlaceOfLatestIsReplacedAndNotFollowed) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "victim");
  fs::create_directories(folder.path() / "sample");
  fs::create_directory_symlink(folder.path() / "victim", folder.path() / "sample" / "latest");
  new_run_folder(folder.path(), "sample", "now");
  EXPECT_TRUE(fs::is_empty(folder.path() / "victim"));
}

TEST(RunFolder, TooLittleSpaceIsRefusedAndBarelyEnoughIsWarnedOf) {
  const Plan plan = sample_plan();
  EXPECT_THROW(check_free_space("results", plan, 1000), EnvironmentFailure);
  const auto warning = check_free_space("results", plan, 3'000'000);
  ASSERT_TRUE(warning);
  EXPECT_THAT(*warning, HasSubstr("resumed"));
  EXPECT_FALSE(check_free_space("results", plan, 1'000'000'000));
}

}  // namespace
}  // namespace orchestrate
