#include "cli/runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class Runs : public ::testing::Test {
 protected:
  fs::path make(const std::string& name, const std::string& summary = {}) const {
    const fs::path run = results() / name;
    fs::create_directories(run);
    write_file(run / "journal.jsonl", "");
    if (!summary.empty()) write_file(run / "summary.json", summary);
    return run;
  }
  [[nodiscard]] fs::path results() const { return folder_.path() / "results"; }

 private:
  TemporaryFolder folder_;
};

TEST_F(Runs, AreFoundByAgeAndEachOnce) {
  const fs::path second = make("a/2026-11-30T02-00-00Z");
  const fs::path first = make("b/2026-11-30T01-00-00Z");
  const fs::path third = make("reproduce/2026-11-30T02-30-00Z/a/2026-11-30T03-00-00Z");
  fs::create_directory_symlink("2026-11-30T02-00-00Z", results() / "a/latest");
  fs::create_directories(results() / "reference");
  EXPECT_THAT(runs_in(results()), ElementsAre(first, second, third));
  EXPECT_EQ(newest_run(results()), third);
}

TEST_F(Runs, NoneIsSaidInWords) {
  EXPECT_THROW((void)runs_in(results()), UsageFailure);
  fs::create_directories(results());
  EXPECT_TRUE(runs_in(results()).empty());
  EXPECT_THROW((void)newest_run(results()), UsageFailure);
}

TEST_F(Runs, AreToldWithTheirVerdicts) {
  const std::string summary = R"({"rounds": 6, "exit": 3, "claims": [{"verdict": "holds"}],
    "contrasts": [{"verdict": "differs"}, {"verdict": "swallowed"}, {"verdict": "differs"}]})";
  const Table table = table_of_runs({make("a/1", summary), make("a/2"), make("a/3", "{")});
  EXPECT_EQ(table.rows[0][1].text, "6");
  EXPECT_EQ(table.rows[0][2].text, "2 differs, 1 swallowed");
  EXPECT_EQ(table.rows[0][3].text, "1 holds");
  EXPECT_EQ(table.rows[0][4].text, "3");
  EXPECT_THAT(table.rows[1][2].text, HasSubstr("killed"));
  EXPECT_THAT(table.rows[2][2].text, HasSubstr("killed"));
}

TEST_F(Runs, ASummaryThatIsNestedTooDeepIsNone) {
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  const Table table = table_of_runs({make("a/1", "{\"exit\": 0, \"rounds\": " + deep + "}")});
  EXPECT_THAT(table.rows[0][2].text, HasSubstr("killed"));
}

}  // namespace
}  // namespace orchestrate
