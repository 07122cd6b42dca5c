#include "experiment/document.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/problem.hpp"

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

Problem problem_of(const std::string& text) {
  try {
    parse_document(text);
  } catch (const Refusal& refusal) {
    return refusal.problem();
  }
  return {{0, 0}, "accepted"};
}

std::string repeated(const std::string& text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

/// "a=1 b=2", of a map of scalars.
std::string flat(const Node& map) {
  std::string result;
  for (const Entry& entry : map.entries) {
    if (!result.empty()) result += ' ';
    result += entry.key;
    result += '=';
    result += entry.value.text;
  }
  return result;
}

TEST(Document, KeepsOrderPositionsAndWhatWasWritten) {
  const Node node = parse_document("b: 2.40\na:\n  - 010\n  - \"x\"\n  - {k: v}\n");
  ASSERT_EQ(node.entries.size(), 2U);
  EXPECT_EQ(node.entries[0].key, "b");
  EXPECT_EQ(node.entries[0].value.text, "2.40");
  EXPECT_EQ(node.entries[1].position, (Position{2, 1}));
  const Node& list = *find(node, "a");
  EXPECT_EQ(list.kind, Node::Kind::sequence);
  EXPECT_EQ(list.items[0].text, "010");
  EXPECT_FALSE(list.items[0].quoted);
  EXPECT_TRUE(list.items[1].quoted);
  EXPECT_EQ(list.items[1].position, (Position{4, 5}));
  EXPECT_EQ(find(list.items[2], "k")->position, (Position{5, 9}));
  EXPECT_EQ(find(node, "c"), nullptr);
}

TEST(Document, CountsColumnsInCharacters) {
  const Node node = parse_document("a: [ö, b]\n");
  EXPECT_EQ(find(node, "a")->items[1].position, (Position{1, 8}));
}

TEST(Document, TellsTheWaysOfWritingNothingApartFromText) {
  const Node node = parse_document("a:\nb: ~\nc: null\nd: \"~\"\ne: ''\nf: !!str null\n");
  EXPECT_TRUE(is_null(*find(node, "a")));
  EXPECT_TRUE(is_null(*find(node, "b")));
  EXPECT_EQ(find(node, "b")->text, "~");
  EXPECT_TRUE(is_null(*find(node, "c")));
  EXPECT_EQ(find(node, "c")->text, "null");
  for (const char* key : {"d", "e", "f"}) EXPECT_FALSE(is_null(*find(node, key))) << key;
}

TEST(Document, PlacesAMissingValueWhereItShouldStand) {
  const Node node = parse_document("a:\n\nb:\n  -\nc: 1\n");
  EXPECT_EQ(find(node, "a")->position.line, 1);
  EXPECT_EQ(find(node, "b")->items[0].position.line, 4);
}

TEST(Document, RepeatsWhatAnAliasNames) {
  const Node node = parse_document("a: &x [1, {k: &y v}]\nb: *x\nc: *y\n");
  EXPECT_EQ(find(find(node, "b")->items[1], "k")->text, "v");
  EXPECT_EQ(find(node, "b")->position, (Position{1, 4})) << "the place where it is written";
  EXPECT_EQ(find(node, "c")->text, "v");
}

TEST(Document, MergesAMapOrAListOfMaps) {
  const std::string maps = "x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\n";
  EXPECT_EQ(flat(*find(parse_document(maps + "z: {<<: *x, b: own}\n"), "z")), "a=1 b=own") << "own keys win";
  EXPECT_EQ(flat(*find(parse_document(maps + "z: {b: own, <<: *x}\n"), "z")), "b=own a=1") << "wherever << stands";
  EXPECT_EQ(flat(*find(parse_document(maps + "z: {<<: [*y, *x]}\n"), "z")), "b=2 c=2 a=1") << "the earlier map wins";
  EXPECT_EQ(flat(*find(parse_document("z: {<<: {a: 1}}\n"), "z")), "a=1") << "no alias needed";
  EXPECT_EQ(flat(*find(parse_document("z: {\"<<\": 1}\n"), "z")), "<<=1") << "in quotes it is a key like others";
}

TEST(Document, RefusesToMergeWhatIsNoMap) {
  EXPECT_THAT(problem_of("z: {<<: 1}").text, HasSubstr("found 1 to merge by <<; a map or a list of maps is wanted"));
  EXPECT_THAT(problem_of("z: {<<: [{a: 1}, [b]]}").text, HasSubstr("found a list to merge"));
}

TEST(Document, RefusesAKeyGivenTwice) {
  const Problem problem = problem_of("a: 1\nb:\n  c: 1\n  d: 1\n  c: 2\n");
  EXPECT_EQ(problem.position, (Position{5, 3}));
  EXPECT_EQ(problem.text, "c is given twice, on line 3 and on line 5; once is allowed");
  EXPECT_THAT(problem_of("a: 1\n'a': 2\n").text, HasSubstr("a is given twice"));
  EXPECT_THAT(problem_of("x: &x {a: 1}\nz: {<<: *x, <<: *x}\n").text, HasSubstr("<< is given twice"));
}

TEST(Document, RefusesKeysThatAreNoWords) {
  EXPECT_THAT(problem_of("? [a]\n: b\n").text, HasSubstr("found a list as a key"));
  EXPECT_THAT(problem_of("{~: b}\n").text, HasSubstr("found nothing as a key"));
  EXPECT_THAT(problem_of("? " + std::string(300, 'k') + "\n: b\n").text, HasSubstr("a key of 300 bytes"));
}

TEST(Document, RefusesCycles) {
  const Problem problem = problem_of("a: 1\nb: &b\n  c: [*b]\n");
  EXPECT_EQ(problem.position, (Position{3, 7}));
  EXPECT_THAT(problem.text, HasSubstr("refers to itself"));
  EXPECT_THAT(problem_of("&a [*a]").text, HasSubstr("refers to itself"));
}

TEST(Document, RefusesWhatExplodes) {
  std::string laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "*a" + std::to_string(i - 1);
    laughs += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [" + before + repeated(", " + before, 9) + "]\n";
  }
  EXPECT_THAT(problem_of(laughs).text, HasSubstr("too large once its aliases are expanded"));
  const std::string long_text(1'900, 'x');
  EXPECT_THAT(problem_of("a: &a " + long_text + "\nb: [" + repeated("*a, ", 600) + "]\n").text,
              HasSubstr("too large once its aliases are expanded"));
  EXPECT_THAT(problem_of("[" + repeated("a, ", 30'000) + "]").text, HasSubstr("too large"));
}

TEST(Document, RefusesDepth) {
  EXPECT_EQ(problem_of(repeated("[", 64) + repeated("]", 64)).text, "accepted");
  EXPECT_THAT(problem_of(repeated("[", 65) + repeated("]", 65)).text, HasSubstr("nested too deep"));
  EXPECT_THAT(problem_of(repeated("[", 10'000)).text, HasSubstr("nested too deep"));
  EXPECT_THAT(problem_of(repeated("- ", 10'000)).text, HasSubstr("nested too deep"));
  EXPECT_THAT(problem_of(repeated("{a: ", 10'000)).text, HasSubstr("nested too deep"));
}

TEST(Document, CountsDepthThroughAliases) {
  const std::string forty = repeated("[", 40);
  const std::string close = repeated("]", 40);
  EXPECT_THAT(problem_of("a: &a " + forty + close + "\nb: " + forty + "*a" + close + "\n").text,
              HasSubstr("nested too deep"));
}

TEST(Document, RefusesTagsOfApplications) {
  EXPECT_EQ(problem_of("a: !!str 1\n").text, "accepted");
  const Problem problem = problem_of("a: !!python/object:os.system x\n");
  EXPECT_EQ(problem.position, (Position{1, 4}));
  EXPECT_THAT(problem.text, HasSubstr("no tag but !!str is allowed"));
  EXPECT_THAT(problem_of("a: !mine {b: c}\n").text, HasSubstr("no tag but !!str"));
  EXPECT_THAT(problem_of("a: !!set [b]\n").text, HasSubstr("no tag but !!str"));
}

TEST(Document, RefusesMoreThanOneDocumentAndNone) {
  const Problem second = problem_of("---\na: 1\n---\nb: 1\n");
  EXPECT_EQ(second.position, (Position{3, 1}));
  EXPECT_THAT(second.text, HasSubstr("one document a file"));
  EXPECT_EQ(problem_of("---\na: 1\n...\n# end\n").text, "accepted");
  for (const char* nothing : {"", "\n\n", "# only a comment\n", "---\n", "---\n...\n"}) {
    EXPECT_THAT(problem_of(nothing).text, HasSubstr("empty")) << nothing;
  }
  EXPECT_THAT(problem_of("  a: 1\nb: 2\n").text, HasSubstr("indentation"));
}

TEST(Document, RefusesLongTexts) {
  EXPECT_EQ(problem_of("a: " + std::string(2'000, 'x')).text, "accepted");
  EXPECT_THAT(problem_of("a: " + std::string(2'001, 'x')).text, HasSubstr("a text of 2001 bytes"));
}

TEST(Document, RefusesAQuoteThatIsNeverClosed) {
  EXPECT_THAT(problem_of("a: \"b\nc: d\n").text, HasSubstr("not closed"));
  EXPECT_EQ(problem_of("a: \"b\nc: d\n").position, (Position{1, 4}));
  EXPECT_THAT(problem_of("a: 'it''s\n").text, HasSubstr("not closed"));
  EXPECT_EQ(problem_of("a: 'it''s'\nb: \"\\\"\"\nc: &x 'y'\n").text, "accepted");
}

TEST(Document, SaysWhatIsNotYaml) {
  const Problem tab = problem_of("a:\n\tb: 1\n");
  EXPECT_EQ(tab.position, (Position{2, 1}));
  EXPECT_THAT(tab.text, HasSubstr("a tab in the indentation"));
  EXPECT_THAT(problem_of("a: b: c\n").text, HasSubstr("a key and its colon cannot stand here"));
  EXPECT_EQ(problem_of("a: b: c\n").position, (Position{1, 5}));
  EXPECT_THAT(problem_of("a: [1, 2\nb: 3\n").text, HasSubstr("a [ is not closed"));
  EXPECT_THAT(problem_of("a: {b: c\nd: 3\n").text, HasSubstr("not YAML"));
  EXPECT_THAT(problem_of("a: *nowhere\n").text, HasSubstr("no anchor of this name"));
  EXPECT_THAT(problem_of("- expect: > 20\n").text, HasSubstr("put the text in quotes, as \"> 20\""));
  EXPECT_THAT(problem_of("a: @b\n").text, HasSubstr("put the text in quotes"));
}

}  // namespace
}  // namespace orchestrate
