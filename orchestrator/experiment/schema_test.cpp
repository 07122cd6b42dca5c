#include "experiment/schema.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "experiment/testing.hpp"
#include "factors/factor.hpp"
#include "plan/sample_plan.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

/// Calls `visit(path, key's schema)` for every key that the schema describes, at any depth.
template <typename Visit>
void for_each_key(const json& schema, const std::string& path, Visit visit) {
  for (const char* group : {"properties", "patternProperties"}) {
    if (!schema.contains(group)) continue;
    for (const auto& [key, of_key] : schema.at(group).items()) {
      visit(path + "/" + key, of_key);
      for_each_key(of_key, path + "/" + key, visit);
    }
  }
  if (schema.contains("items")) for_each_key(schema.at("items"), path + "/[]", visit);
}

TEST(ExperimentSchema, IsTheFileThatEditorsUse) {
  EXPECT_EQ(experiment_schema().json(), json::parse(read_file(ORCHESTRATE_SOURCE_DIR "/experiments/schema.json")));
}

TEST(ExperimentSchema, HasExactlyTheFactorsThereAre) {
  std::vector<std::string> in_schema;
  for (const auto& [name, ignored] :
       experiment_schema().json().at("properties").at("factors").at("properties").items()) {
    in_schema.push_back(name);
  }
  std::vector<std::string> in_table;
  for (const Factor* factor : all_factors()) in_table.emplace_back(factor->name());
  std::sort(in_table.begin(), in_table.end());
  EXPECT_EQ(in_schema, in_table);
}

TEST(ExperimentSchema, ExplainsEveryKeyToAnEditor) {
  int keys = 0;
  const auto check = [&](const std::string& path, const json& of_key) {
    ++keys;
    EXPECT_TRUE(of_key.contains("title")) << path;
    EXPECT_TRUE(of_key.contains("description")) << path;
  };
  for_each_key(experiment_schema().json(), "", check);
  for (const auto& [name, definition] : experiment_schema().json().at("definitions").items()) {
    check("definition " + name, definition);
    for_each_key(definition, "definition " + name, check);
  }
  EXPECT_GT(keys, 40);
}

/// Whether an editor has something to offer for a key: a value, or the keys within it.
bool offers_something(const json& of_key) {
  constexpr std::array offers{"default", "examples", "enum", "const", "properties"};
  if (std::any_of(offers.begin(), offers.end(), [&](const char* one) { return of_key.contains(one); })) {
    return true;
  }
  if (!of_key.contains("$ref")) return false;
  const std::string pointer = of_key.at("$ref").get<std::string>().substr(1);
  return offers_something(experiment_schema().json().at(json::json_pointer(pointer)));
}

TEST(ExperimentSchema, OffersAValueForEveryKey) {
  const auto check = [](const std::string& path, const json& of_key) {
    if (path == "/^x-") return;  // free
    EXPECT_TRUE(offers_something(of_key)) << path;
  };
  for_each_key(experiment_schema().json(), "", check);
  for (const auto& [name, definition] : experiment_schema().json().at("definitions").items()) {
    for_each_key(definition, "definition " + name, check);
  }
  EXPECT_FALSE(offers_something(json{{"title", "t"}, {"type", "string"}}));
}

/// What an experiment comes to with one key more, as the plan tells it.
json planned_with(const std::string& key, const json& value) {
  const std::string text = key.empty() ? testing::valid : testing::with(key, value.dump());
  return to_json(make_plan(parse_experiment(text, "x.yaml"), std::nullopt, scripted_host(), 1));
}

/// A default that an editor shows is the one that the reader takes.
TEST(ExperimentSchema, TellsTheDefaultsThatTheReaderHas) {
  const json without = planned_with("", {});
  int defaults = 0;
  for_each_key(experiment_schema().json().at("properties").at("design"), "",
               [&](const std::string& path, const json& of_key) {
                 if (!of_key.contains("default")) return;
                 ++defaults;
                 json design;
                 design[json::json_pointer(path)] = of_key.at("default");
                 EXPECT_EQ(planned_with("design", design), without) << path;
               });
  EXPECT_GE(defaults, 6);
  EXPECT_NE(planned_with("design", {{"batches", 50}}), without) << "a difference would be seen";
}

/// The manual names every key of a file and every factor.
TEST(ExperimentSchema, IsWhatTheReadmeTells) {
  const std::string readme = read_file(ORCHESTRATE_SOURCE_DIR "/README.md");
  const auto names = [&](const std::string& key) {
    return readme.find("`" + key + "`") != std::string::npos || readme.find("`" + key + ".") != std::string::npos;
  };
  for (const auto& [key, ignored] : experiment_schema().json().at("properties").items()) EXPECT_TRUE(names(key)) << key;
  for (const Factor* factor : all_factors()) EXPECT_TRUE(names(std::string(factor->name()))) << factor->name();
  EXPECT_FALSE(names("no_such_key"));
}

TEST(ExperimentSchema, SaysInWordsWhatEveryPatternWants) {
  for_each_key(experiment_schema().json(), "", [](const std::string& path, const json& of_key) {
    EXPECT_EQ(of_key.contains("pattern"),
              of_key.contains("patternErrorMessage") && !of_key.contains("patternProperties"))
        << path;
  });
}

TEST(ExperimentSchema, DescribesEveryOperation) {
  const json& operation = experiment_schema().json().at("definitions").at("operation");
  EXPECT_EQ(operation.at("enum").size(), operation.at("enumDescriptions").size());
  EXPECT_EQ(known_operations().size(), operation.at("enum").size());
}

TEST(ExperimentSchema, NamesTheOrdinaryLevelOfEveryFactorThatHasOne) {
  const json& in_schema = experiment_schema().json().at("properties").at("factors").at("properties");
  for (const Factor* factor : all_factors()) {
    const json& of_factor = in_schema.at(std::string(factor->name()));
    if (const auto implied = factor->implied(Host{})) {
      ASSERT_TRUE(of_factor.contains("default")) << factor->name();
      const json& ordinary = of_factor.at("default").at(0);
      EXPECT_EQ(ordinary.is_string() ? ordinary.get<std::string>() : ordinary.dump(), *implied) << factor->name();
    }
    if (!of_factor.contains("default")) continue;
    const json factors = {{factor->name(), of_factor.at("default")}};
    EXPECT_EQ(testing::answer(testing::with("factors", factors.dump())), "accepted") << factor->name();
  }
}

/// A condition may name every factor, and an editor offers them.
TEST(ExperimentSchema, KnowsTheFactorsOfACondition) {
  const json& at = experiment_schema().json().at("definitions").at("at");
  for (const Factor* factor : all_factors()) {
    const std::string name(factor->name());
    EXPECT_TRUE(at.at("properties").contains(name) || at.at("patternProperties").contains("^" + name + "\\.")) << name;
  }
}

/// A default or example that the reader would refuse would be offered by an editor all the same.
TEST(ExperimentSchema, ExamplesOfTopLevelKeysAreAccepted) {
  int examples = 0;
  const std::string all_measured = testing::with("operations", "[empty_loop, function_call, getpid, getpid_syscall]");
  for (const auto& [key, of_key] : experiment_schema().json().at("properties").items()) {
    if (!of_key.contains("examples")) continue;
    for (const json& example : of_key.at("examples")) {
      ++examples;
      EXPECT_EQ(testing::answer(testing::with(key, example.dump(), all_measured)), "accepted") << key;
    }
  }
  for (const auto& [key, of_key] : experiment_schema().json().at("properties").at("factors").at("properties").items()) {
    for (const json& example : of_key.at("examples")) {
      ++examples;
      const json factors = {{key, example}};
      EXPECT_EQ(testing::answer(testing::with("factors", factors.dump())), "accepted") << key;
    }
  }
  EXPECT_GT(examples, 8);
}

TEST(ExperimentSchema, ExamplesOfRawFactorsAreAccepted) {
  const json& raw = experiment_schema().json().at("properties").at("factors").at("properties").at("engine_args");
  const json& raw_level = experiment_schema().json().at("definitions").at("raw_level");
  const auto answer = [](const json& raw_factor) {
    return testing::answer(testing::with("factors", json{{"engine_args", {{"x", raw_factor}}}}.dump()));
  };
  EXPECT_EQ(answer(raw.at("patternProperties").front().at("examples").at(0)), "accepted");
  const json& level = raw_level.at("examples").at(0);
  EXPECT_EQ(answer({{"a", level}}), "accepted");
  for (const auto& [key, of_key] : raw_level.at("properties").items()) {
    for (const json& example : of_key.at("examples")) {
      json changed = level;
      changed[key] = example;
      EXPECT_EQ(answer({{"a", changed}}), "accepted") << key << example;
    }
  }
  for (const auto& [key, of_key] : raw_level.at("properties").at("verify").at("properties").items()) {
    for (const json& example : of_key.at("examples")) {
      json changed = level;
      if (key == "witness") changed["verify"].erase("inspect");
      changed["verify"][key] = example;
      EXPECT_EQ(answer({{"a", changed}}), "accepted") << key << example;
    }
  }
}

}  // namespace
}  // namespace orchestrate
