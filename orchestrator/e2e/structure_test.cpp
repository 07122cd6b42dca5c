// The order of the folders (ARCHITECTURE.md): each may include only itself and those before it.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>

#include "e2e/program.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> order{"support", "engine",   "witness", "factors", "experiment", "plan", "journal",
                                     "runner",  "analysis", "report",  "cli",     "bench",      "fuzz"};

std::ptrdiff_t rank(const std::string& folder) {
  const auto found = std::find(order.begin(), order.end(), folder);
  return found == order.end() ? -1 : found - order.begin();
}

/// "experiment/reader.cpp includes cli/verb.hpp" for an include against the order; empty where it is with it.
std::string violation(const std::string& file, const std::string& included) {
  const std::string from = file.substr(0, file.find('/'));
  const std::string to = included.substr(0, included.find('/'));
  // Of the probe only the layout of the memory that both share, and that only where it is shared.
  if (to == "probe" && (from != "runner" || !included.starts_with("probe/turns/")))
    return file + " includes " + included;
  const bool strangers = from == "analysis" && to == "runner";
  if (rank(from) < 0 || rank(to) < 0 || (rank(to) <= rank(from) && !strangers)) return {};
  return file + " includes " + included;
}

bool is_for_tests(const std::string& name) {
  return name.ends_with("_test.cpp") || name.find("scripted_") != std::string::npos ||
         name.find("sample_") != std::string::npos || name == "testing.hpp";
}

TEST(Structure, IncludesRunOneWay) {
  const fs::path root = project_file("orchestrator");
  static const std::regex include(R"re(^\s*#include "([^"]+)")re");
  int seen = 0;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string extension = entry.path().extension().string();
    if ((extension != ".cpp" && extension != ".hpp") || is_for_tests(entry.path().filename().string())) continue;
    std::ifstream file(entry.path());
    std::string line;
    while (std::getline(file, line)) {
      std::smatch match;
      if (!std::regex_search(line, match, include)) continue;
      ++seen;
      EXPECT_EQ(violation(fs::relative(entry.path(), root).string(), match[1]), "");
    }
  }
  EXPECT_GT(seen, 100) << "the includes were found at all";
}

TEST(Structure, AnIncludeAgainstTheOrderWouldBeNoticed) {
  EXPECT_NE(violation("plan/plan.cpp", "runner/runner.hpp"), "");
  EXPECT_NE(violation("plan/plan.cpp", "probe/turns/layout.hpp"), "");
  EXPECT_NE(violation("runner/round.cpp", "probe/witness.hpp"), "");
  EXPECT_EQ(violation("runner/shared_turns.hpp", "probe/turns/layout.hpp"), "");
  EXPECT_NE(violation("analysis/summary.cpp", "runner/runner.hpp"), "");
  EXPECT_NE(violation("cli/run.cpp", "bench/simulation.hpp"), "");
  EXPECT_EQ(violation("cli/run.cpp", "runner/runner.hpp"), "");
}

}  // namespace
}  // namespace orchestrate
