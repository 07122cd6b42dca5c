#include "experiment/reference.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "support/failure.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string text =
    "reference: syscall-cost\n"
    "title: The cost of one syscall\n"
    "machine: Apple M4\n"
    "method: median of three runs\n"
    "quantities:\n"
    "  - {operation: empty_loop, ns: 0.23}\n"
    "  - {operation: getpid, ns: 100.30, runs: [100.08, 100.30, 104.91], what: getpid() of libc}\n"
    "  - {operation: getpid, at: {seccomp: unconfined}, ns: 81.15}\n"
    "  - {operation: getpid, at: {seccomp: unconfined, cpus: 1}, ns: 80}\n"
    "notes: [It trusts the ratios.]\n";

std::string answer_to_reference(const std::string& of) {
  try {
    parse_reference(of, "r.yaml");
    return "accepted";
  } catch (const UsageFailure& failure) {
    return failure.what();
  }
}

TEST(Reference, IsRead) {
  const Reference reference = parse_reference(text, "r.yaml");
  EXPECT_EQ(reference.name, "syscall-cost");
  EXPECT_EQ(reference.title, "The cost of one syscall");
  EXPECT_EQ(reference.machine, "Apple M4");
  EXPECT_EQ(reference.method, "median of three runs");
  ASSERT_EQ(reference.quantities.size(), 4U);
  EXPECT_THAT(reference.quantities[1].runs, ElementsAre(100.08, 100.30, 104.91));
  EXPECT_EQ(reference.quantities[1].what, "getpid() of libc");
  EXPECT_EQ(reference.quantities[3].at, (Condition{{"seccomp", "unconfined"}, {"cpus", "1"}}));
  EXPECT_THAT(reference.notes, ElementsAre("It trusts the ratios."));
}

TEST(Reference, IsReadFromAFile) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "r.yaml";
  std::ofstream(file) << text;
  EXPECT_EQ(read_reference(file).name, "syscall-cost");
  EXPECT_THROW(read_reference(folder.path() / "none.yaml"), UsageFailure);
}

TEST(Reference, TheMostSpecificQuantityIsTheArticles) {
  const Reference reference = parse_reference(text, "r.yaml");
  EXPECT_EQ(article_ns(reference, "getpid", {{"seccomp", "default"}, {"cpus", "0"}}), 100.30);
  EXPECT_EQ(article_ns(reference, "getpid", {{"seccomp", "unconfined"}, {"cpus", "0"}}), 81.15);
  EXPECT_EQ(article_ns(reference, "getpid", {{"seccomp", "unconfined"}, {"cpus", "1"}}), 80);
  EXPECT_EQ(article_ns(reference, "read_byte", {}), std::nullopt);
}

TEST(Reference, AQuantityMayBeAnotherThanTheTime) {
  const Reference reference = parse_reference(
      "reference: a\ntitle: a\nmachine: a\nmethod: a\nquantities:\n  - {operation: getpid, ns: 95}\n"
      "  - {operation: getpid, quantity: sampled_p50_ns, ns: 84}\n",
      "r.yaml");
  EXPECT_EQ(article_ns(reference, "getpid", {}), 95);
  EXPECT_EQ(article_ns(reference, "getpid", {}, "sampled_p50_ns"), 84);
  EXPECT_EQ(article_ns(reference, "getpid", {}, "sampled_p90_ns"), std::nullopt);
}

TEST(Reference, SentencesNameTheClaimThatSettlesThem) {
  const Reference reference = parse_reference(
      text +
          "sentences:\n  - {claim: seccomp/filter}\n  - {says: It caches., claim: glibc/no_cache, refuted: true, "
          "because: not since 2.25}\n  - {says: The machine's part., because: no bare machine}\n",
      "r.yaml");
  ASSERT_EQ(reference.sentences.size(), 3U);
  EXPECT_EQ(reference.sentences[0].experiment, "seccomp");
  EXPECT_EQ(reference.sentences[0].claim, "filter");
  EXPECT_FALSE(reference.sentences[0].refuted);
  EXPECT_TRUE(reference.sentences[1].refuted);
  EXPECT_EQ(reference.sentences[1].because, "not since 2.25");
  EXPECT_EQ(reference.sentences[2].claim, "");
  EXPECT_THAT(answer_to_reference(text + "sentences: [{says: x}]\n"), HasSubstr("why nothing settles it"));
  EXPECT_THAT(answer_to_reference(text + "sentences: [{claim: a/b, refuted: true}]\n"), HasSubstr("why it is wrong"));
  EXPECT_THAT(answer_to_reference(text + "sentences: [{claim: filter}]\n"), HasSubstr("as seccomp/filter"));
}

TEST(Reference, SaysWhatIsWrong) {
  EXPECT_THAT(answer_to_reference(text + "colour: blue\n"), HasSubstr("r.yaml:11:1: unknown key colour"));
  EXPECT_THAT(answer_to_reference("reference: a\n"), HasSubstr("the key quantities is missing"));
  const std::string head = "reference: a\ntitle: a\nmachine: a\nmethod: a\nquantities:\n";
  EXPECT_THAT(answer_to_reference(head + "  - {operation: getpid, ns: fast}\n"),
              HasSubstr("r.yaml:6:29: quantities.ns: a number"));
  EXPECT_THAT(answer_to_reference(head + "  - {operation: getpid, ns: -1}\n"), HasSubstr("at least 0 is allowed"));
  EXPECT_THAT(answer_to_reference(head + "  - {operation: getpid()}\n"), HasSubstr("the key ns is missing"));
  EXPECT_THAT(answer_to_reference(
                  head + "  - {operation: a, at: {b: c, d: e}, ns: 1}\n  - {operation: a, at: {d: e, b: c}, ns: 2}\n"),
              HasSubstr("r.yaml:7:5: a is given twice for the same levels"));
  EXPECT_THAT(answer_to_reference("a: b: c"), HasSubstr("not YAML"));
}

}  // namespace
}  // namespace orchestrate
