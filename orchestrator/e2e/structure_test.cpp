// The order of the folders (ARCHITECTURE.md): each may include only itself and those before it. And the names in a
// folder, whose sources are compiled as one.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

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

/// What is declared at the left margin: a function, a variable, a type; empty for any other line.
std::string declared_in(const std::string& line) {
  static const std::regex type(R"(^(?:struct|class|enum class|enum) (\w+) (?:final )?(?:: .*)?\{)");
  static const std::regex alias(R"(^using (\w+) =)");
  static const std::regex other(
      R"(^(?![ ]|using|namespace|return|TEST|INSTANTIATE)[\w:<>,&*\[\] ]+?[ &*](\w+)(?:\(| ?=|\{|\[))");
  std::smatch match;
  for (const std::regex* kind : {&type, &alias, &other}) {
    if (std::regex_search(line, match, *kind)) return match[1];
  }
  return {};
}

/// The names that a source has for itself, in a namespace without a name.
std::set<std::string> own_names(std::istream& source) {
  std::set<std::string> names;
  bool own = false;
  for (std::string line; std::getline(source, line);) {
    if (line == "namespace {") own = true;
    if (line.starts_with("}  // namespace")) own = false;
    if (own) names.insert(declared_in(line));
  }
  names.erase("");
  return names;
}

/// What the headers declare, by the first that does.
std::map<std::string, std::string> declared_names(const fs::path& root) {
  std::map<std::string, std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() != ".hpp") continue;
    std::ifstream file(entry.path());
    for (std::string line; std::getline(file, line);)
      names.try_emplace(declared_in(line), fs::relative(entry.path(), root));
  }
  names.erase("");
  return names;
}

// Compiled as one, sources see one another's own names: what one calls could become a function of its neighbour's, or
// one that hides what a header declares.
TEST(Structure, NoTwoSourcesOfAFolderGiveOneNameToTwoThings) {
  const fs::path root = project_file("orchestrator");
  const std::map<std::string, std::string> declared = declared_names(root);
  EXPECT_GT(declared.size(), 300U) << "they were found at all";
  std::map<std::string, std::string> known;  // "cli/fs" by the source that has it
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    const std::string name = fs::relative(entry.path(), root);
    if (entry.path().extension() != ".cpp" || name.starts_with("fuzz/") || name.ends_with("/main.cpp")) continue;
    const std::string folder = entry.path().parent_path().filename().string();
    const bool apart = name.ends_with("_test.cpp") && folder != "e2e";  // e2e/ has no sources of a program's own
    const std::string group = folder + (apart ? "_test" : "");
    std::ifstream file(entry.path());
    for (const std::string& own : own_names(file)) {
      if (own == "fs") continue;  // the same everywhere
      const auto [there, is_new] = known.try_emplace(fmt::format("{}/{}", group, own), name);
      EXPECT_TRUE(is_new) << own << " is in " << there->second << " and in " << name;
      const auto header = declared.find(own);
      EXPECT_TRUE(header == declared.end()) << own << " in " << name << " hides that of " << header->second;
    }
  }
  EXPECT_GT(known.size(), 1000U) << "the names were found at all";
}

TEST(Structure, OwnNamesAreFound) {
  std::istringstream source(R"(int shared(int a) {
namespace {
constexpr int most = 3;
using Values = std::span<const double>;
struct Stopped {
  int inside = 0;
};
const std::vector<int> looks{1, 2};
std::map<int, std::string> rows_for(const Plan& plan) {
  return {};
}
TEST(Suite, Name) {
}  // namespace
int shared_too(int a) {
)");
  EXPECT_EQ(own_names(source), (std::set<std::string>{"Stopped", "Values", "looks", "most", "rows_for"}));
}

}  // namespace
}  // namespace orchestrate
