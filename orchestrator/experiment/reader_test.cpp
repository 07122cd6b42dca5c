#include "experiment/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "experiment/testing.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

const fs::path cases = fs::path(ORCHESTRATE_SOURCE_DIR) / "orchestrator/experiment/cases";

std::string answer_to_file(const fs::path& file) {
  try {
    read_experiment(file);
    return "accepted";
  } catch (const UsageFailure& failure) {
    EXPECT_EQ(failure.status(), ExitStatus::usage);
    return failure.what();
  }
}

/// Everything that an experiment says, but for its file's name.
std::string in_full(const Experiment& experiment) {
  std::string text = experiment.name + "|" + experiment.question + "|" + experiment.image;
  for (const FactorLevels& factor : experiment.factors) {
    text += "|" + factor.factor;
    for (const std::string& level : factor.levels) text += " " + level;
  }
  for (const std::string& operation : experiment.operations) text += "|" + operation;
  for (const Contrast& contrast : experiment.contrasts) {
    text += "|" + contrast.factor + " " + contrast.base + " " + contrast.other + " " + contrast.operations.front();
  }
  const Design& design = experiment.design;
  return text + "|" + std::to_string(design.batch.count()) + "|" + std::to_string(design.rounds_max) + "|" +
         std::to_string(design.precision);
}

struct FileCase {
  const char* file;
  const char* place;
  std::vector<const char*> says;
};

void PrintTo(const FileCase& one, std::ostream* out) {
  *out << one.file;
}

class Cases : public ::testing::TestWithParam<FileCase> {};

TEST_P(Cases, AreRefusedWithPlaceAndReason) {
  const std::string text = answer_to_file(cases / GetParam().file);
  EXPECT_THAT(text, HasSubstr((cases / GetParam().file).string() + ":" + GetParam().place + ": "));
  for (const char* words : GetParam().says) EXPECT_THAT(text, HasSubstr(words));
}

INSTANTIATE_TEST_SUITE_P(
    Folder, Cases,
    ::testing::Values(
        FileCase{"two-arguments-in-one-item.yaml", "5:17", {"two arguments", "[\"--shm-size\", \"64m\"]"}},
        FileCase{"flag-and-joined-flag.yaml",
                 "5:23",
                 {"an option hides inside the value", "[\"X=1\", \"--cpuset-cpus=1\"]"}},
        FileCase{"option-owned-by-factor.yaml", "5:17", {"--cpuset-cpus belongs to the factor cpus"}},
        FileCase{"option-owned-equals-form.yaml", "5:17", {"--security-opt seccomp belongs to the factor seccomp"}},
        FileCase{"level-case.yaml", "6:22", {"Did you mean unconfined?", "path"}},
        FileCase{"level-twice.yaml", "6:22", {"level default is given twice", "the pair would be one run twice"}},
        FileCase{"key-twice.yaml", "12:1", {"operations is given twice", "line 8", "line 12"}},
        FileCase{"unknown-key.yaml", "9:1", {"desing", "Did you mean design?"}},
        FileCase{"unknown-operation.yaml", "8:26", {"getpd", "Did you mean getpid?"}},
        FileCase{"contrast-not-measured.yaml", "11:36", {"write_dev_null is not among operations"}},
        FileCase{"contrast-one-level.yaml", "11:14", {"cpus has one level: nothing to contrast"}},
        FileCase{"duration-without-unit.yaml", "9:39", {"found 1", "needs", "a unit (us, ms, s)"}},
        FileCase{"rounds-backwards.yaml", "9:72", {"min is larger than max"}},
        FileCase{"rounds-octal.yaml", "9:72", {"010 is ambiguous: write 8 or 10"}},
        FileCase{"rounds-word.yaml", "9:72", {"a whole number is wanted, not six"}},
        FileCase{"rounds-boolean.yaml", "9:72", {"a whole number is wanted, not yes"}},
        FileCase{"precision-zero.yaml", "9:96", {"must be above 0"}},
        FileCase{"name-leaves-folder.yaml", "1:13", {"../../case", "letters, digits, . _ - only"}},
        FileCase{"image-is-option.yaml", "4:10", {"--privileged", "cannot begin with -"}},
        FileCase{"claim-unknown-name.yaml", "13:29", {"function_call is not measured"}},
        FileCase{"claim-syntax.yaml", "13:29", {"expression ends too early, column 10"}},
        FileCase{"claim-ambiguous.yaml", "13:29", {"getpid has two conditions: say at: {seccomp: …}"}},
        FileCase{"claim-id-twice.yaml", "14:10", {"id a is used twice", "line 13", "line 14"}},
        FileCase{"profile-missing.yaml", "6:22", {"no-such-profile.json", "No such file"}},
        FileCase{"two-documents.yaml", "12:1", {"one document a file"}},
        FileCase{"empty.yaml", "1:1", {"the file is empty"}}, FileCase{"tab-indent.yaml", "4:1", {"not YAML", "tab"}},
        FileCase{"cycle.yaml", "3:13", {"refers to itself"}},
        FileCase{"laughs.yaml", "5:11", {"too large once", "expanded"}},
        FileCase{"matrix-too-large.yaml", "6:3", {"200000000 conditions"}},
        FileCase{"boolean-yes.yaml", "6:29", {"no_new_privileges", "no", "true"}},
        FileCase{"boolean-number.yaml", "6:22", {"read_only", "1", "true"}},
        FileCase{"capability-without-sign.yaml", "6:27", {"capabilities", "SYS_PTRACE", "none"}},
        FileCase{"quota-with-unit.yaml", "6:21", {"cpu_quota", "50%", "none"}},
        FileCase{"memory-word.yaml", "6:18", {"memory", "lots", "none"}},
        FileCase{"ulimit-without-limit.yaml", "6:21", {"ulimit", "nofile", "default"}},
        FileCase{"image-level-is-option.yaml", "6:27", {"image", "--privileged"}},
        FileCase{"raw-without-verify.yaml",
                 "9:14",
                 {"factors.engine_args.shm.large: the key verify is missing",
                  "a raw option that nothing verifies could be swallowed without anybody noticing",
                  "verify: {inspect: /HostConfig/ShmSize, equals: 67108864}"}},
        FileCase{"raw-without-args.yaml", "9:14", {"the key args is missing"}},
        FileCase{"raw-without-equals.yaml", "9:47", {"the key equals is missing"}},
        FileCase{"raw-two-evidences.yaml", "9:48", {"found inspect and witness; exactly one of them is wanted"}},
        FileCase{"raw-no-evidence.yaml", "9:47", {"found neither inspect nor witness; exactly one of them is wanted"}},
        FileCase{"raw-equals-nothing.yaml", "9:84", {"a word or number is wanted, not nothing"}},
        FileCase{"raw-dotted-pointer.yaml", "9:57", {"found HostConfig.ShmSize", "as /HostConfig/ShmSize"}},
        FileCase{"raw-args-joined.yaml", "9:22", {"two arguments", "[\"--shm-size\", \"1g\"]"}},
        FileCase{"raw-args-owned-by-factor.yaml", "9:22", {"--cpuset-cpus belongs to the factor cpus"}},
        FileCase{"raw-args-twice.yaml",
                 "9:7",
                 {"levels small (line 8, column 7) and large have the same args: the pair would be one run twice"}},
        FileCase{"raw-verify-twice.yaml", "9:7", {"have the same verify: it could not tell which of the two"}},
        FileCase{"raw-level-name.yaml", "9:7", {"very large", "letters, digits, . _ - only"}},
        FileCase{"raw-level-list.yaml", "9:14", {"a map of keys is wanted, not a list; for example"}},
        FileCase{"latin1.yaml", "2:41", {"\\xf6 is not UTF-8"}}, FileCase{"deep.yaml", "1:76", {"nested too deep"}}));

TEST(Reader, AcceptsTheGoodCases) {
  for (const char* file :
       {"valid.yaml", "merge-key.yaml", "escape-in-text.yaml", "bom-crlf.yaml", "raw.yaml", "every-factor.yaml"}) {
    EXPECT_EQ(answer_to_file(cases / file), "accepted") << file;
  }
}

TEST(Reader, EveryCaseIsTested) {
  const auto files = std::distance(fs::directory_iterator(cases), fs::directory_iterator());
  EXPECT_EQ(files, 52 + 6 + 1) << "refused, accepted, README.md";
}

TEST(Reader, LineEndsAndByteOrderMarkMakeNoDifference) {
  EXPECT_EQ(in_full(read_experiment(cases / "bom-crlf.yaml")), in_full(read_experiment(cases / "valid.yaml")));
}

TEST(Reader, MergedKeysAreReadAsIfWritten) {
  EXPECT_EQ(in_full(read_experiment(cases / "merge-key.yaml")), in_full(read_experiment(cases / "valid.yaml")));
}

TEST(Reader, ReadsEveryKey) {
  const Experiment experiment = parse_experiment(
      "experiment: seccomp\n"
      "question: What does the filter add?\n"
      "reference: syscall-cost\n"
      "x-free: &image {image: debian:12-slim}\n"
      "container:\n"
      "  <<: *image\n"
      "  engine_args: [--shm-size, 64m]\n"
      "factors: {seccomp: [default, unconfined], cpus: [pinned]}\n"
      "operations: [getpid, function_call]\n"
      "design: {batches: 200}\n"
      "contrasts:\n"
      "  - {factor: seccomp, operations: [getpid], expect: differ}\n"
      "claims:\n"
      "  - {id: calls, says: Much., value: getpid / function_call, at: {seccomp: default}, expect: \"> 20\"}\n",
      "folder/x.yaml");
  EXPECT_EQ(experiment.file, "folder/x.yaml");
  EXPECT_EQ(experiment.name, "seccomp");
  EXPECT_EQ(experiment.reference, "syscall-cost");
  EXPECT_EQ(experiment.image, "debian:12-slim");
  EXPECT_THAT(experiment.engine_args, ElementsAre("--shm-size", "64m"));
  EXPECT_EQ(experiment.factors.size(), 2U);
  EXPECT_THAT(experiment.operations, ElementsAre("getpid", "function_call"));
  EXPECT_EQ(experiment.design.batches, 200);
  EXPECT_EQ(experiment.contrasts.size(), 1U);
  EXPECT_EQ(experiment.claims.size(), 1U);
}

TEST(Reader, TextIsKeptAsItIsAndShownEscaped) {
  const Experiment experiment = read_experiment(cases / "escape-in-text.yaml");
  EXPECT_THAT(experiment.question, HasSubstr("\x1b[31mred"));
  const std::string text = testing::answer(testing::with("operations", "[\"\\e[31m\\u202Egetpid\"]"));
  EXPECT_THAT(text, HasSubstr("\\x1b[31m\\u{202e}getpid"));
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
}

TEST(Reader, NothingOfAFileReachesAMessageUnescaped) {
  const std::string evil = "\"\\e]0;x\\a\\u202E\"";
  for (const std::string& text :
       {testing::with("experiment", evil),
        testing::with("container", "{image: " + evil + "}"),
        testing::with("factors", "{cpus: [" + evil + "]}"),
        testing::with("factors", "{" + evil + ": [a]}"),
        testing::with("factors", "{env: {" + evil + ": [a]}}"),
        testing::with("factors", "{engine_args: {" + evil + ": {}}}"),
        testing::with("factors", "{engine_args: {a: {" + evil + ": {}}}}"),
        testing::with("factors", "{engine_args: {a: {b: {args: [" + evil + "], verify: {inspect: /a, equals: 1}}}}}"),
        testing::with("factors", "{engine_args: {a: {b: {args: [], verify: {inspect: " + evil + ", equals: 1}}}}}"),
        testing::with("operations", "[" + evil + "]"),
        testing::with("container", "{image: a, engine_args: [" + evil + "]}"),
        testing::with(evil, "1"),
        testing::with("container", "{image: a, engine_args: [\"--x \\e\"]}"),
        testing::with("container", "{image: a, engine_args: [\"--\\e\"]}"),
        testing::with("design", "{batch: " + evil + "}"),
        testing::with("contrasts", "[{factor: " + evil + ", operations: [getpid], expect: differ}]"),
        testing::with("contrasts", "[{factor: seccomp, at: {" + evil + ": 1}, operations: [getpid], expect: differ}]"),
        testing::with("contrasts",
                      "[{factor: seccomp, levels: [default, " + evil + "], operations: [getpid], expect: differ}]"),
        testing::with("claims", "[{id: " + evil + ", says: x, value: getpid, expect: \"> 1\"}]"),
        testing::with("claims", "[{id: a, says: x, value: " + evil + ", expect: \"> 1\"}]"),
        testing::with("claims", "[{id: a, says: x, value: getpid, expect: " + evil + "}]"),
        testing::with("claims", "[{id: a, says: x, value: getpid, where: {" + evil + ": {}}, expect: \"> 1\"}]")}) {
    const std::string says = testing::answer(text);
    EXPECT_NE(says, "accepted") << text;
    for (const char* raw : {"\x1b", "\a", "\u202E"}) EXPECT_THAT(says, Not(HasSubstr(raw)));
  }
}

TEST(Reader, SeveralProblemsAreSaidInTheOrderOfTheFile) {
  const std::string text =
      testing::answer(testing::with("factors", "{cpus: [pined]}", testing::with("design", "{precision: 0%}")));
  EXPECT_LT(text.find("x.yaml:4:"), text.find("x.yaml:6:"));
  EXPECT_NE(text.find("x.yaml:6:"), std::string::npos);
}

TEST(Reader, NamesAndImages) {
  for (const char* name : {"..", ".hidden", "-rf", "a/b", "'a b'", "''", "ö", "\"a\\0\"", "\"a\\n\""}) {
    EXPECT_THAT(testing::answer(testing::with("experiment", name)), HasSubstr("letters, digits, . _ - only")) << name;
    EXPECT_THAT(testing::answer(testing::with("reference", name)), HasSubstr("letters, digits, . _ - only")) << name;
  }
  EXPECT_EQ(testing::answer(testing::with("experiment", "seccomp-2.0_b")), "accepted");
  EXPECT_THAT(testing::answer(testing::with("experiment", std::string(101, 'a'))),
              HasSubstr("at most 100 are allowed"));
  EXPECT_THAT(testing::answer(testing::with("experiment", "42")), HasSubstr("put it in quotes: \"42\""));
  for (const char* image : {"--privileged", "'a b'", "''", "\"a\\tb\"", "\"a\\e\""}) {
    EXPECT_THAT(testing::answer(testing::with("container", std::string("{image: ") + image + "}")),
                HasSubstr("an image is named as debian:12-slim"))
        << image;
  }
  for (const char* image : {"debian:12-slim", "localhost:5000/a/b@sha256:0123", "sha256:0123456789abcdef"}) {
    EXPECT_EQ(testing::answer(testing::with("container", std::string("{image: ") + image + "}")), "accepted") << image;
  }
}

TEST(Reader, MissingKeysAreNamed) {
  const std::string text = testing::answer("experiment: a\ncontainer: {}\n");
  for (const char* key : {"question", "factors", "operations"}) {
    EXPECT_THAT(text, HasSubstr(std::string("x.yaml:1:1: the key ") + key + " is missing"));
  }
  EXPECT_THAT(text, HasSubstr("x.yaml:2:12: container: the key image is missing"));
}

TEST(Reader, OperationsAreGivenOnce) {
  EXPECT_THAT(testing::answer(testing::with("operations", "[getpid, getpid]")),
              HasSubstr("x.yaml:5:22: getpid is given twice"));
}

class BadFiles : public ::testing::Test {
 protected:
  fs::path written(const std::string& bytes) const {
    const fs::path file = folder_.path() / "x.yaml";
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
  }
  const TemporaryFolder folder_;
};

TEST_F(BadFiles, LargeOnesAreNotRead) {
  EXPECT_THAT(answer_to_file(written(testing::valid + std::string(10'000'000, '#'))),
              HasSubstr("x.yaml:1:1: 10000188 bytes are no experiment"));
}

TEST_F(BadFiles, TenThousandLevels) {
  EXPECT_THAT(answer_to_file(written("a: " + std::string(10'000, '['))), HasSubstr("nested too deep"));
  std::string block;
  for (int level = 0; level < 500; ++level) block += std::string(static_cast<std::size_t>(level), ' ') + "a:\n";
  EXPECT_THAT(answer_to_file(written(block)), HasSubstr("x.yaml:65:65: nested too deep"));
}

TEST_F(BadFiles, Bytes) {
  EXPECT_THAT(answer_to_file(written("experiment: a\nquestion: \xC0\x80\n")),
              HasSubstr("x.yaml:2:11: byte \\xc0 is not UTF-8"));
  EXPECT_THAT(answer_to_file(written(std::string("experiment: a\0b\n", 16))), HasSubstr("x.yaml:1:14: a NUL byte"));
  EXPECT_THAT(answer_to_file(written("experiment: \x1b[31m\n")), HasSubstr("x.yaml:1:13: control character \\x1b"));
  std::string utf16("\xFF\xFE", 2);
  for (const char c : testing::valid) utf16 += {c, '\0'};
  EXPECT_THAT(answer_to_file(written(utf16)), HasSubstr("not UTF-8"));
}

TEST_F(BadFiles, FoldersPipesAndWhatIsNotThere) {
  EXPECT_THAT(answer_to_file(folder_.path()), HasSubstr("is a folder"));
  EXPECT_THAT(answer_to_file(folder_.path() / "none.yaml"), HasSubstr("No such file"));
  const fs::path pipe = folder_.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_THAT(answer_to_file(pipe), HasSubstr("not a regular file"));
  EXPECT_THAT(answer_to_file("/dev/zero"), HasSubstr("not a regular file"));
}

TEST_F(BadFiles, WithoutPermission) {
  const fs::path file = written(testing::valid);
  fs::permissions(file, fs::perms::none);
  // Root may read any file, so the test is another user meanwhile.
  constexpr ::uid_t nobody = 65534;
  const bool root = ::geteuid() == 0;
  ASSERT_TRUE(!root || ::seteuid(nobody) == 0);
  const std::string text = answer_to_file(file);
  ASSERT_TRUE(!root || ::seteuid(0) == 0);
  EXPECT_THAT(text, HasSubstr("Permission denied"));
}

/// Whatever bytes change in an experiment, it is read or refused with place and reason; no other exception, no crash.
/// And where valijson refuses, there are words for it: its own judgement alone ("does not follow the schema") is never
/// all that is said.
TEST(Reader, AnyBytesAreReadOrRefused) {
  std::string original = read_file(cases / "valid.yaml");
  original.insert(
      original.find("operations:"),
      "  engine_args: {shm: {a: {args: [--shm-size, 64m], verify: {inspect: /HostConfig/ShmSize, equals: 1}}}}\n");
  original +=
      "claims:\n  - {id: a, says: x, value: f / getpid, at: {seccomp: default}, where: {f: "
      "{operation: getpid}}, expect: \"> 1\", article: 2}\n";
  ASSERT_EQ(testing::answer(original), "accepted");
  constexpr std::string_view favourites = "[]{}:,-?&*!|>'\"%@`#<\n\t ~\\0";
  std::mt19937 random(2026);
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  int accepted = 0;
  for (int copy = 0; copy < 2'000; ++copy) {
    std::string text = original;
    for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
      const char byte = below(3) == 0 ? static_cast<char>(below(256)) : favourites[below(favourites.size())];
      switch (below(4)) {
        case 0:
          text[below(text.size())] = byte;
          break;
        case 1:
          text.insert(below(text.size()), 1, byte);
          break;
        case 2:
          text.erase(below(text.size()), 1 + below(8));
          break;
        default:
          text.insert(below(text.size()), text.substr(below(text.size()), below(40)));
      }
    }
    const std::string says = testing::answer(text);
    accepted += says == "accepted" ? 1 : 0;
    EXPECT_TRUE(says == "accepted" || says.starts_with("x.yaml:")) << says;
    EXPECT_THAT(says, Not(HasSubstr("does not follow the schema"))) << text;
  }
  EXPECT_GT(accepted, 20) << "some changes harm nothing";
}

}  // namespace
}  // namespace orchestrate
