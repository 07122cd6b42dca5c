// Whatever an experiment file holds, and whatever stands in its place: `orchestrate check` says where the problem is,
// in text that a terminal can show, within 100 MB and a second of CPU time. Needs no engine.

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <regex>
#include <sstream>

#include "e2e/program.hpp"
#include "e2e/visible.hpp"
#include "support/failure.hpp"

namespace orchestrate {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr int most_bytes = 100'000'000;
constexpr int most_seconds = 1;

/// `orchestrate check FILE` under the limits; `before` goes before the program.
Outcome check(const fs::path& file, const std::vector<std::string>& before = {}) {
  std::vector<std::string> arguments{find_program("prlimit"), "--as=" + std::to_string(most_bytes),
                                     "--cpu=" + std::to_string(most_seconds), "--core=0"};
  arguments.insert(arguments.end(), before.begin(), before.end());
  arguments.insert(arguments.end(), {ORCHESTRATE_PROGRAM, "check", file.string()});
  // A machine may be busy: what counts is the time on a CPU.
  return run_to_end(arguments, 60s);
}

/// That a check ended by itself and said nothing that acts on a terminal.
void expect_civil(const Outcome& outcome) {
  EXPECT_FALSE(outcome.timed_out);
  EXPECT_TRUE(outcome.state.code) << to_text(outcome.state) << "; more than a second, or than 100 MB? "
                                  << outcome.errors;
  EXPECT_EQ(invisible_in(outcome.output), "");
  EXPECT_EQ(invisible_in(outcome.errors), "");
}

/// That each line of a refusal is `file:line:column: what`.
void expect_places(const Outcome& outcome, const fs::path& file) {
  EXPECT_EQ(outcome.state.code, static_cast<int>(ExitStatus::usage)) << outcome.errors;
  EXPECT_EQ(outcome.output, "");
  std::istringstream lines(outcome.errors);
  std::string line;
  int seen = 0;
  for (; std::getline(lines, line); ++seen) {
    ASSERT_TRUE(line.starts_with(file.string() + ":")) << line;
    EXPECT_THAT(line.substr(file.string().size()), MatchesRegex(":[0-9]+:[0-9]+: .+"));
  }
  EXPECT_GT(seen, 0);
}

/// An experiment that is right, with one piece replaced.
std::string experiment_with(const std::string& piece, const std::string& replacement) {
  std::string text =
      "experiment: case\n"
      "question: What is wrong?\n"
      "container: {image: \"debian:12-slim\"}\n"
      "factors:\n"
      "  seccomp: [default, unconfined]\n"
      "  cpus: [pinned]\n"
      "operations: [empty_loop, getpid]\n"
      "design: {interleave: lockstep, batch: 1ms, batches: 100, rounds: {min: 6, max: 30}}\n"
      "contrasts:\n"
      "  - {factor: seccomp, operations: [getpid], expect: differ}\n"
      "claims:\n"
      "  - {id: a, says: It costs much., value: getpid / empty_loop, at: {seccomp: default}, expect: \"> 1\"}\n";
  const std::size_t at = text.find(piece);
  EXPECT_NE(at, std::string::npos) << piece;
  return text.replace(at, piece.size(), replacement);
}

std::string repeated(const std::string& piece, int times) {
  std::string text;
  for (int i = 0; i < times; ++i) text += piece;
  return text;
}

/// Each list of ten names the one before ten times: 10^12 words in less than 1 kB.
std::string billion_laughs() {
  std::string text = "a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]\n";
  for (int i = 1; i < 12; ++i) {
    text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" +
            repeated("*a" + std::to_string(i - 1) + ", ", 9) + "*a" + std::to_string(i - 1) + "]\n";
  }
  return text;
}

/// 26 variables of ten levels each.
std::string astronomical_matrix() {
  std::string env;
  for (char name = 'A'; name <= 'Z'; ++name) {
    env += std::string(env.empty() ? "" : ", ") + name + ": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]";
  }
  return experiment_with("  cpus: [pinned]\n", "  cpus: [pinned]\n  env: {" + env + "}\n");
}

struct TextCase {
  std::string what;
  std::string bytes;
  std::string said;  ///< a part of the message
};

std::vector<TextCase> refused_texts() {
  return {
      {"10 MB", std::string(10U << 20U, 'a'), ":1:1: 10485760 bytes are no experiment; at most 262144 are read"},
      {"as much as is read, of brackets", std::string((1U << 18U) - 1, '['), ": "},
      {"as much as is read, of braces", repeated("{a: ", (1 << 16) - 1), ": "},
      {"as much as is read, of dashes", repeated("- ", (1 << 17) - 1), ": "},
      {"as much as is read, of anchors", repeated("&a ", 80'000), ": "},
      {"as much as is read, of questions", repeated("? ", (1 << 17) - 1), ": "},
      {"10 000 deep", "a: " + std::string(10'000, '[') + std::string(10'000, ']'), ": "},
      {"billion laughs", billion_laughs(), ": "},
      {"an alias in what it names", experiment_with("factors:\n", "factors: &all\n  env: *all\n"), ": "},
      {"not UTF-8", experiment_with("What", "\xff\xfe"), ":2:11: byte \\xff is not UTF-8"},
      {"a surrogate", experiment_with("What", "\xed\xa0\x80"), ":2:11: byte \\xed is not UTF-8"},
      {"UTF-16",
       std::string("\xff\xfe"
                   "e\0x\0",
                   6),
       ":1:1: byte \\xff is not UTF-8"},
      {"NUL", experiment_with("What", std::string("\0", 1)), ":2:11: a NUL byte"},
      {"an escape sequence as it is", experiment_with("What", "\x1b[31m"), ":2:11: control character \\x1b"},
      {"tab", experiment_with("  seccomp", "\tseccomp"), ":5:1: "},
      {"unknown key", experiment_with("question", "qestion"), "Did you mean question?"},
      {"unknown key of a control character", experiment_with("question", "\"q\\euestion\""), "q\\x1buestion"},
      {"key twice", experiment_with("question: What is wrong?\n", "question: What?\nquestion: What?\n"), ":3:1: "},
      {"a merge key that merges nothing", experiment_with("  cpus: [pinned]\n", "  <<: 3\n"), ":6:"},
      {"two documents", experiment_with("operations:", "---\noperations:"), ":7:1: "},
      {"empty", "", ":1:1: "},
      {"a comment alone", "# nothing\n", ": "},
      {"a word", "word\n", ":1:1: "},
      {"CR LF and a byte order mark", "\xef\xbb\xbf" + repeated("\r\n", 2) + "experiment: [\r\n", ": "},
      {"a matrix without end", astronomical_matrix(), "200000000000000000000000000"},
  };
}

TEST(BadInput, IsRefusedByFileLineAndColumnWithinTheLimits) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "case.yaml";
  for (const TextCase& one : refused_texts()) {
    SCOPED_TRACE(one.what);
    write_file(file, one.bytes);
    const Outcome outcome = check(file);
    expect_civil(outcome);
    expect_places(outcome, file);
    EXPECT_THAT(outcome.errors, HasSubstr(one.said));
  }
}

TEST(BadInput, EveryKeptCaseIsTakenOrRefusedWithinTheLimits) {
  int seen = 0;
  for (const auto& entry : fs::directory_iterator(project_file("orchestrator/experiment/cases"))) {
    if (entry.path().extension() != ".yaml") continue;
    SCOPED_TRACE(entry.path());
    const Outcome outcome = check(entry.path());
    expect_civil(outcome);
    if (outcome.state.code != 0) expect_places(outcome, entry.path());
    ++seen;
  }
  EXPECT_GT(seen, 40) << "the cases were found at all";
}

TEST(BadInput, OtherLineEndsAndAByteOrderMarkAreNoProblem) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "case.yaml";
  std::string windows = "\xef\xbb\xbf";
  for (const char c : experiment_with("What", "What")) windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  for (const std::string& text : {experiment_with("What", "What"), windows}) {
    write_file(file, text);
    const Outcome outcome = check(file);
    EXPECT_EQ(outcome.state.code, 0) << outcome.errors;
    expect_civil(outcome);
  }
}

/// A double-quoted text of YAML that stands for escape sequences.
std::string sequences_in_quotes(const std::string& word) {
  return "\"" + word + "\\e[31m\\e]0;title\\a\\u009b\\u202e\"";
}

TEST(BadInput, EscapeSequencesInAnyTextAreShownEscaped) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "case.yaml";
  for (const char* piece : {"experiment",
                            "case",
                            "question",
                            "What is wrong?",
                            "container",
                            "\"debian:12-slim\"",
                            "factors",
                            "seccomp",
                            "default",
                            "unconfined",
                            "cpus",
                            "pinned",
                            "empty_loop",
                            "getpid",
                            "lockstep",
                            "1ms",
                            "100",
                            "differ",
                            "a,",
                            "It costs much.",
                            "getpid / empty_loop",
                            "\"> 1\""}) {
    SCOPED_TRACE(piece);
    std::string word = piece;
    std::erase(word, '"');
    const bool comma = word.ends_with(",");
    if (comma) word.pop_back();
    const std::string replacement = sequences_in_quotes(word) + (comma ? "," : "");
    write_file(file, experiment_with(comma ? " a," : piece, (comma ? " " : "") + replacement));
    const Outcome outcome = check(file);
    expect_civil(outcome);
    EXPECT_THAT(outcome.state.code, AnyOf(0, 2));
    EXPECT_THAT(outcome.output + outcome.errors, AnyOf(HasSubstr("\\x1b"), HasSubstr("case: What is wrong?\n")));
    if (outcome.state.code != 0) expect_places(outcome, file);
  }
}

TEST(BadInput, WhatIsNoFileIsRefusedAtOnce) {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const fs::path loop = folder.path() / "loop";
  fs::create_symlink(loop, loop);
  for (const fs::path& path : {folder.path(), pipe, loop, folder.path() / "missing", fs::path("/dev/zero")}) {
    const Outcome outcome = check(path);
    expect_civil(outcome);
    EXPECT_EQ(outcome.state.code, 2) << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr(path.string() + ": "));
  }
}

TEST(BadInput, AFileThatMayNotBeReadIsRefused) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "case.yaml";
  write_file(file, experiment_with("What", "What"));
  ASSERT_EQ(::chmod(file.c_str(), 0), 0);
  // Root reads everything, unless it gives that up.
  std::vector<std::string> as_others;
  if (::geteuid() == 0) as_others = {find_program("setpriv"), "--bounding-set=-dac_override,-dac_read_search"};
  const Outcome outcome = check(file, as_others);
  expect_civil(outcome);
  EXPECT_EQ(outcome.state.code, 2) << outcome.errors;
  EXPECT_THAT(outcome.errors, HasSubstr("Permission denied"));
}

TEST(BadInput, ThatTakesTooMuchWouldBeNoticed) {
  const Outcome too_long = run_to_end(
      {find_program("prlimit"), "--cpu=1", "--core=0", find_program("sh"), "-c", "while :; do :; done"}, 60s);
  EXPECT_FALSE(too_long.state.code);
  // dd has its buffer in memory.
  const Outcome too_large = run_to_end({find_program("prlimit"), "--as=" + std::to_string(most_bytes),
                                        find_program("dd"), "if=/dev/zero", "of=/dev/null", "bs=200M", "count=1"},
                                       60s);
  EXPECT_FALSE(too_large.state.succeeded());
}

}  // namespace
}  // namespace orchestrate
