// report.html of a real run, opened from disk in headless Chromium without a network, as its reader sees it.

#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

using nlohmann::json;

/// An experiment whose texts would like to be more than text, with everything that a page can draw.
constexpr const char* hostile = R"(experiment: hostile
question: "\e[31mred \u202Eright to left </script><img src=x onerror=alert(1)> \"quoted\" 'twice'"
container: {image: debian:12-slim}
factors:
  seccomp: [default, unconfined]
  cpus: [pinned]
operations: [function_call, getpid]
samples: {operations: [getpid], calls: 20000, every: 16}
design: {batch: 100us, batches: 40, rounds: {min: 6, max: 6}}
contrasts:
  - {factor: seccomp, operations: [getpid], expect: differ}
claims:
  - id: image
    says: "<img src=x onerror=alert(2)> costs \u202E more than nothing."
    value: getpid
    at: {seccomp: default}
    expect: "> 0"
)";

bool chromium_is_here() {
  return run_to_end({"/bin/sh", "-c", "command -v chromium || command -v chromium-browser"}, 10s).state.succeeded();
}

class ReportPage : public RealEngine {
 protected:
  void SetUp() override {
    RealEngine::SetUp();
    if (IsSkipped() || chromium_is_here()) return;
    if (std::getenv("CI") != nullptr) FAIL() << "chromium is not here, and under CI that is a failure";
    GTEST_SKIP() << "NOT TESTED: chromium is not here";
  }

  /// What became of the page of an experiment's last run.
  [[nodiscard]] json browsed(const std::string& experiment, const std::vector<std::string>& options = {}) const {
    std::vector<std::string> arguments{project_file("orchestrator/e2e/browse"),
                                       (latest(experiment) / "report.html").string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = run_to_end(arguments, 120s);
    EXPECT_EQ(outcome.state.code, 0) << outcome.errors;
    return json::parse(outcome.output);
  }
};

void expect_drawn(const json& page) {
  EXPECT_EQ(page.at("problems"), json::array());
  EXPECT_EQ(page.at("requests"), json::array()) << "it must need no network";
  EXPECT_EQ(page.at("images"), 0);
  EXPECT_LE(page.at("overflow").get<int>(), 0) << "a page that is wider than its screen";
  for (const json& chart : page.at("charts")) {
    EXPECT_GT(chart.at("marks").get<int>(), 0) << chart;
    EXPECT_GT(chart.at("width").get<double>(), 100) << chart;
    EXPECT_GT(chart.at("height").get<double>(), 50) << chart;
    EXPECT_NE(chart.at("label"), "") << "a text in place of the picture: " << chart;
  }
}

TEST_F(ReportPage, DrawsEveryChartAndShowsAllTextAsText) {
  const Outcome outcome = run(experiment_file(hostile));
  ASSERT_TRUE(outcome.state.code == 0 || outcome.state.code == 1) << outcome.output << outcome.errors;
  EXPECT_LT(std::filesystem::file_size(latest("hostile") / "report.html"), 2'000'000U);
  for (const char* width : {"1280", "390"}) {
    const json page = browsed("hostile", {"--width", width});
    expect_drawn(page);
    // The pair on getpid; distribution and course of both operations; single calls in both conditions.
    EXPECT_EQ(page.at("charts").size(), 1U + 2 * 2 + 2);
    const auto text = page.at("text").get<std::string>();
    EXPECT_THAT(text, HasSubstr(outcome.state.code == 0 ? "everything expected was found"
                                                        : "not everything expected was found"));
    EXPECT_THAT(text, HasSubstr("</script><img src=x onerror=alert(1)> \"quoted\" 'twice'"));
    EXPECT_THAT(text, HasSubstr("\\x1b[31mred \\u{202e}right to left"));
    EXPECT_THAT(text, HasSubstr("<img src=x onerror=alert(2)> costs"));
  }
  expect_drawn(browsed("hostile", {"--dark"}));
  expect_drawn(browsed("hostile", {"--print", "--width", "700"}));
}

TEST_F(ReportPage, ASwallowedRunShowsNoNumberOfWhatIsWithheld) {
  const Outcome outcome =
      run(project_file("experiments/seccomp.yaml"), {"--engine", client_that(drop_security_opt), "--rounds", "6"});
  ASSERT_EQ(outcome.state.code, 3) << outcome.output << outcome.errors;
  const json page = browsed("seccomp");
  expect_drawn(page);
  const auto text = page.at("text").get<std::string>();
  EXPECT_THAT(text, HasSubstr("a declared level was not proven to be in force; its numbers are withheld"));
  EXPECT_THAT(text, HasSubstr("SWALLOWED"));
  EXPECT_THAT(text, HasSubstr("withheld"));
  // The rows of the pair end without a difference and a ratio.
  EXPECT_THAT(text, ::testing::ContainsRegex("getpid\t1\t[0-9.]+( \\((two modes|skewed)\\))?\twithheld\t\t\t"));
  for (const json& chart : page.at("charts")) {
    EXPECT_THAT(chart.at("label").get<std::string>(), Not(HasSubstr("Differences of")));
    EXPECT_THAT(chart.at("title").get<std::string>(), Not(HasSubstr("swallowed")));
  }
  const std::string csv = read_file(latest("seccomp") / "samples.csv");
  EXPECT_THAT(csv, HasSubstr(",default,"));
  EXPECT_THAT(csv, Not(HasSubstr(",unconfined,")));
}

TEST_F(ReportPage, FilesOfARunAreWrittenElsewhereToo) {
  const std::filesystem::path elsewhere = folder_.path() / "elsewhere.csv";
  ASSERT_NE(run(experiment_file(hostile), {"--rounds", "1"}).state.code, 3);
  const std::string dir = latest("hostile").string();
  const Outcome json_out = orchestrate({"report", dir, "--export-json", "-", "--export-csv", elsewhere.string()});
  EXPECT_EQ(json_out.output, read_file(latest("hostile") / "summary.json"));
  EXPECT_THAT(json_out.errors, HasSubstr("hostile: "));
  const std::string results = (folder_.path() / "results").string();
  EXPECT_THAT(orchestrate({"list", "--results", results}).output, HasSubstr("hostile/"));
  const Outcome shown = orchestrate({"show", "latest", "--results", results});
  EXPECT_THAT(shown.output, HasSubstr("hostile: "));
  EXPECT_THAT(orchestrate({"report", dir}).output,
              HasSubstr(shown.output.substr(0, shown.output.rfind('\n', shown.output.size() - 2))))
      << "the same table";
  EXPECT_EQ(read_file(elsewhere), read_file(latest("hostile") / "samples.csv"));
  const Outcome markdown = orchestrate({"report", dir, "--export-markdown", "-"});
  EXPECT_EQ(markdown.output, read_file(latest("hostile") / "report.md"));
  const Outcome benchmark = orchestrate({"report", dir, "--export-google-benchmark", "-"});
  EXPECT_EQ(json::parse(benchmark.output).at("benchmarks").at(0).at("name"),
            "function_call/seccomp:default/cpus:pinned");
  const Outcome both = orchestrate({"report", dir, "--export-json", "-", "--export-csv", "-"});
  EXPECT_EQ(both.state.code, 2);
  EXPECT_THAT(both.errors, HasSubstr("can write to standard output"));
}

}  // namespace
}  // namespace orchestrate
