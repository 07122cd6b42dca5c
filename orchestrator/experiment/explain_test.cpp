#include "experiment/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/schema.hpp"

namespace orchestrate {
namespace {

constexpr std::string_view schema_text = R"schema({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object",
  "required": ["name"],
  "additionalProperties": false,
  "patternProperties": {"^x-": {}},
  "properties": {
    "name": {"type": "string", "description": "What it is called."},
    "rounds": {"type": "integer", "minimum": 1, "maximum": 10},
    "ratio": {"type": "number", "minimum": 0},
    "few": {"type": "integer", "maximum": 3},
    "on": {"type": "boolean"},
    "kind": {"$ref": "#/definitions/kind"},
    "kinds": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"$ref": "#/definitions/kind"}},
    "batch": {"type": "string", "pattern": "^[0-9]+(us|ms|s)$", "patternErrorMessage": "a unit is wanted"},
    "short": {"type": "string", "maxLength": 3},
    "map": {
      "type": "object",
      "minProperties": 1,
      "maxProperties": 2,
      "additionalProperties": false,
      "patternProperties": {"^[a-z]+$": {"type": ["string", "number"]}},
      "patternErrorMessage": "small letters are wanted"
    },
    "point": {
      "type": "object",
      "oneOf": [{"required": ["x"]}, {"required": ["y"]}],
      "properties": {"x": {}, "y": {}},
      "examples": [{"x": 1}]
    },
    "open": {"type": "object", "additionalProperties": {"type": "integer"}}
  },
  "definitions": {"kind": {"type": "string", "enum": ["getpid", "empty_loop"]}}
})schema";

struct ExplanationCase {
  const char* yaml;
  int line;
  int column;
  const char* text;
};

TEST(Explain, SaysWhatWasFoundAndWhatIsAllowed) {
  const Schema schema(schema_text);
  for (const ExplanationCase& one :
       {ExplanationCase{"[a]", 1, 1, "a map of keys is wanted, not a list"},
        ExplanationCase{"just words", 1, 1, "a map of keys is wanted, not just words"},
        ExplanationCase{"on: true", 1, 1, "the key name is missing: What it is called."},
        ExplanationCase{
            "name: a\nroundz: 1", 2, 1,
            "unknown key roundz. Did you mean rounds? (allowed: batch, few, kind, kinds, map, name, on, open, point, "
            "ratio, rounds, short)"},
        ExplanationCase{"name: [a]", 1, 7, "name: text is wanted, not a list"},
        ExplanationCase{"name: 7", 1, 7, "name: text is wanted, not 7; put it in quotes: \"7\""},
        ExplanationCase{"name: ~", 1, 7, "name: text is wanted, not nothing"},
        ExplanationCase{"name: a\nrounds: yes", 2, 9, "rounds: a whole number is wanted, not yes"},
        ExplanationCase{"name: a\nrounds: 6.0", 2, 9, "rounds: a whole number is wanted, not 6.0"},
        ExplanationCase{"name: a\nrounds: \"6\"", 2, 9, "rounds: a whole number is wanted, not 6 in quotes"},
        ExplanationCase{"name: a\nrounds: ''", 2, 9, "rounds: a whole number is wanted, not an empty text"},
        ExplanationCase{"name: a\nrounds: 010", 2, 9,
                        "rounds: 010 is ambiguous: write 8 or 10 (some read a number with a leading zero in base 8)"},
        ExplanationCase{"name: a\nrounds: 007", 2, 9, "rounds: 007 is ambiguous: write 7"},
        ExplanationCase{"name: a\nrounds: 08", 2, 9, "rounds: a whole number is wanted, not 08"},
        ExplanationCase{"name: a\nrounds: 11", 2, 9, "rounds: found 11; 1 to 10 is allowed"},
        ExplanationCase{"name: a\nrounds: 0", 2, 9, "rounds: found 0; 1 to 10 is allowed"},
        ExplanationCase{"name: a\nratio: -0.5", 2, 8, "ratio: found -0.5; at least 0 is allowed"},
        ExplanationCase{"name: a\nfew: 4", 2, 6, "few: found 4; at most 3 is allowed"},
        ExplanationCase{"name: a\nratio: x", 2, 8, "ratio: a number is wanted, not x"},
        ExplanationCase{"name: a\non: yes", 2, 5, "on: true or false is wanted, not yes"},
        ExplanationCase{"name: a\nkind: getpd", 2, 7,
                        "kind: found getpd. Did you mean getpid? (allowed: getpid, empty_loop)"},
        ExplanationCase{"name: a\nkinds: [getpid, x]", 2, 17, "kinds: found x; allowed: getpid, empty_loop."},
        ExplanationCase{"name: a\nkinds: []", 2, 8, "kinds: found no items; at least one is wanted"},
        ExplanationCase{"name: a\nkinds: [getpid, getpid, getpid]", 2, 8,
                        "kinds: found three items; at most two are allowed"},
        ExplanationCase{"name: a\nkinds: getpid", 2, 8, "kinds: a list is wanted, not getpid; write [getpid]"},
        ExplanationCase{"name: a\nkinds: 'a, b'", 2, 8, "kinds: a list is wanted, not a, b; write [\"a, b\"]"},
        ExplanationCase{"name: a\nkinds: ~", 2, 8, "kinds: a list is wanted, not nothing"},
        ExplanationCase{"name: a\npoint: 7", 2, 8, "point: a map of keys is wanted, not 7; for example {\"x\":1}"},
        ExplanationCase{"name: a\npoint: {}", 2, 8, "point: found neither x nor y; exactly one of them is wanted"},
        ExplanationCase{"name: a\npoint: {x: 1, y: 2}", 2, 8, "point: found x and y; exactly one of them is wanted"},
        ExplanationCase{"name: a\nbatch: 1", 2, 8, "batch: found 1; a unit is wanted"},
        ExplanationCase{"name: a\nbatch: 1min", 2, 8, "batch: found 1min; a unit is wanted"},
        ExplanationCase{"name: a\nshort: öööö", 2, 8, "short: a text of 4 characters; at most 3 are allowed"},
        ExplanationCase{"name: a\nmap: {}", 2, 6, "map: found no keys; at least one is wanted"},
        ExplanationCase{"name: a\nmap: {a: 1, b: 1, c: 1}", 2, 6, "map: found three keys; at most two are allowed"},
        ExplanationCase{"name: a\nmap: {A1: 1}", 2, 7, "map: found the key A1; small letters are wanted"},
        ExplanationCase{"name: a\nmap: {a: [1]}", 2, 10, "map.a: a word or number is wanted, not a list"},
        ExplanationCase{"name: a\nopen: {\"\\e\": x}", 2, 14, "open.\\x1b: a whole number is wanted, not x"}}) {
    const std::vector<Problem> problems = schema.problems(parse_document(one.yaml));
    ASSERT_EQ(problems.size(), 1U) << one.yaml;
    EXPECT_EQ(problems.front().position, (Position{one.line, one.column})) << problems.front().text;
    EXPECT_EQ(problems.front().text, one.text);
  }
}

TEST(Explain, NothingIsSaidOfWhatFollowsTheSchema) {
  const Schema schema(schema_text);
  EXPECT_TRUE(
      schema.problems(parse_document("name: a\nx-free: {anything: [1]}\nmap: {a: 1, b: x}\npoint: {y: 1}\nshort: ööö"))
          .empty());
  EXPECT_TRUE(explain(schema.json(), parse_document("name: a"), {"name"}).empty());
  EXPECT_TRUE(explain(schema.json(), parse_document("name: a"), {"no", "such", "place"}).empty());
}

TEST(Explain, EveryProblemOfADocumentIsFound) {
  const Schema schema(schema_text);
  EXPECT_EQ(schema.problems(parse_document("roundz: 1\nratio: x\nkinds: [a, b]\nkind: c")).size(), 6U);
}

}  // namespace
}  // namespace orchestrate
