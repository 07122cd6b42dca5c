#include "experiment/contrasts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/testing.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string contrast_base =
    testing::with("factors", "{seccomp: [default, unconfined], cpus: [unpinned, pinned, split], libc: [native]}");

std::string answer_to_contrast(const std::string& contrast) {
  return testing::answer(testing::with("contrasts", "[" + contrast + "]", contrast_base));
}

std::vector<Contrast> read_contrast(const std::string& contrast) {
  return parse_experiment(testing::with("contrasts", "[" + contrast + "]", contrast_base), "x.yaml").contrasts;
}

TEST(Contrasts, TwoNamedLevels) {
  const auto contrasts = read_contrast(
      "{factor: cpus, levels: [split, pinned], operations: [getpid], at: {seccomp: default}, expect: match}");
  ASSERT_EQ(contrasts.size(), 1U);
  EXPECT_EQ(contrasts[0].factor, "cpus");
  EXPECT_EQ(contrasts[0].base, "split");
  EXPECT_EQ(contrasts[0].other, "pinned");
  EXPECT_THAT(contrasts[0].operations, ElementsAre("getpid"));
  EXPECT_EQ(contrasts[0].at, (Condition{{"seccomp", "default"}}));
  EXPECT_EQ(contrasts[0].expect, Expect::match);
}

TEST(Contrasts, WithoutLevelsTheFirstIsComparedWithEachOther) {
  const auto contrasts = read_contrast("{factor: cpus, operations: [getpid, empty_loop], expect: differ}");
  ASSERT_EQ(contrasts.size(), 2U);
  EXPECT_EQ(contrasts[0].base, "unpinned");
  EXPECT_EQ(contrasts[0].other, "pinned");
  EXPECT_EQ(contrasts[1].base, "unpinned");
  EXPECT_EQ(contrasts[1].other, "split");
  EXPECT_EQ(contrasts[1].expect, Expect::differ);
}

TEST(Contrasts, OfAVariable) {
  const std::string text = testing::with("contrasts", "[{factor: env.A, operations: [getpid], expect: differ}]",
                                         testing::with("factors", "{env: {A: [1, 2]}}"));
  EXPECT_EQ(parse_experiment(text, "x.yaml").contrasts.at(0).factor, "env.A");
}

TEST(Contrasts, OfARawFactor) {
  const std::string text = testing::with(
      "contrasts", "[{factor: engine_args.box, levels: [b, a], operations: [getpid], at: {env.A: 2}, expect: match}]",
      testing::with("factors",
                    "{env: {A: [1, 2]}, engine_args: {box: {"
                    "a: {args: [--hostname=a], verify: {witness: /hostname, equals: a}}, "
                    "b: {args: [--hostname=b], verify: {witness: /hostname, equals: b}}}}}"));
  const Contrast contrast = parse_experiment(text, "x.yaml").contrasts.at(0);
  EXPECT_EQ(contrast.factor, "engine_args.box");
  EXPECT_EQ(contrast.base, "b");
  EXPECT_EQ(contrast.other, "a");
  EXPECT_EQ(contrast.at, (Condition{{"env.A", "2"}}));
  EXPECT_THAT(testing::answer(
                  testing::with("contrasts", "[{factor: engine_args.bx, operations: [getpid], expect: match}]", text)),
              HasSubstr("Did you mean engine_args.box?"));
}

struct ContrastCase {
  const char* contrast;
  const char* says;
};

TEST(Contrasts, RefusedOnesSayWhatIsAllowed) {
  for (const ContrastCase& one :
       {ContrastCase{
            "{factor: secomp, operations: [getpid], expect: differ}",
            "x.yaml:6:22: secomp is not a factor of this experiment. Did you mean seccomp? (its factors: seccomp, "
            "cpus, "
            "libc)"},
        ContrastCase{"{factor: libc, operations: [getpid], expect: differ}", "libc has one level: nothing to contrast"},
        ContrastCase{"{factor: cpus, operations: [read_byte], expect: differ}", "read_byte is not among operations"},
        ContrastCase{"{factor: cpus, operations: [getpd], expect: differ}", "Did you mean getpid?"},
        ContrastCase{"{factor: cpus, operations: [getpid, getpid], expect: differ}",
                     "x.yaml:6:49: getpid is given twice"},
        ContrastCase{"{factor: cpus, operations: [], expect: differ}", "at least one is wanted"},
        ContrastCase{"{factor: cpus, levels: [pinned, pinned], operations: [getpid], expect: differ}",
                     "it would be compared with itself"},
        ContrastCase{"{factor: cpus, levels: [pinned, pined], operations: [getpid], expect: differ}",
                     "pined is not a level of cpus here. Did you mean pinned? (its levels: unpinned, pinned, split)"},
        ContrastCase{"{factor: cpus, levels: [pinned], operations: [getpid], expect: differ}",
                     "at least two is wanted"},
        ContrastCase{"{factor: cpus, levels: [pinned, split, unpinned], operations: [getpid], expect: differ}",
                     "at most two are allowed"},
        ContrastCase{"{factor: cpus, operations: [getpid], at: {cpus: pinned}, expect: differ}",
                     "at names cpus, the factor that is contrasted"},
        ContrastCase{"{factor: cpus, operations: [getpid], at: {secomp: default}, expect: differ}",
                     "Did you mean seccomp?"},
        ContrastCase{"{factor: cpus, operations: [getpid], at: {seccomp: defalt}, expect: differ}",
                     "Did you mean default?"},
        ContrastCase{"{factor: cpus, operations: [getpid], expect: differs}",
                     "Did you mean differ? (allowed: differ, match)"},
        ContrastCase{"{factor: cpus, operations: [getpid]}", "the key expect is missing"},
        ContrastCase{"{factor: cpus, operation: [getpid], expect: differ}", "Did you mean operations?"}}) {
    EXPECT_THAT(answer_to_contrast(one.contrast), HasSubstr(one.says)) << one.contrast;
  }
}

TEST(Contrasts, AreBounded) {
  std::string levels = "0";
  for (int i = 1; i <= 600; ++i) levels += "," + std::to_string(i);
  const std::string factors = testing::with("factors", "{env: {A: [" + levels + "]}}");
  const std::string one = "{factor: env.A, operations: [getpid], expect: differ}";
  EXPECT_EQ(testing::answer(testing::with("contrasts", "[" + one + "]", factors)), "accepted");
  EXPECT_THAT(testing::answer(testing::with("contrasts", "[" + one + ", " + one + "]", factors)),
              HasSubstr("more than 1000 contrasts"));
}

}  // namespace
}  // namespace orchestrate
