#include "experiment/explain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <regex>
#include <utility>

#include "experiment/scalars.hpp"
#include "support/suggestion.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

/// A value of the document with what the schema says of it.
struct SchemaPlace {
  const json* schema = nullptr;
  const Node* node = nullptr;
  std::string name;  ///< "design.rounds.min: ", empty at the root
};

const json& resolved(const json& root, const json& schema) {
  const json* target = &schema;
  while (target->is_object() && target->contains("$ref")) {
    target = &root.at(json::json_pointer(target->at("$ref").get<std::string>().substr(1)));
  }
  return *target;
}

/// What a schema says of the keys of a map. Patterns are compiled once for all keys.
class KeySchemas {
 public:
  explicit KeySchemas(const json& schema) : schema_(schema) {
    if (!schema.contains("patternProperties")) return;
    for (const auto& [pattern, of_match] : schema.at("patternProperties").items()) {
      patterns_.emplace_back(std::regex(pattern), &of_match);
    }
  }

  /// Null where the schema allows no such key, or anything at all.
  [[nodiscard]] const json* of(const std::string& key) const {
    if (const auto own = schema_.find("properties"); own != schema_.end() && own->contains(key)) return &own->at(key);
    for (const auto& [pattern, of_match] : patterns_) {
      if (std::regex_search(key, pattern)) return of_match;
    }
    const auto others = schema_.find("additionalProperties");
    return others != schema_.end() && others->is_object() ? &*others : nullptr;
  }

 private:
  const json& schema_;
  std::vector<std::pair<std::regex, const json*>> patterns_;
};

/// Goes down one step; false where the schema or the document has nothing there.
bool descend(const json& root, SchemaPlace& place, const std::string& step) {
  const Node& node = *place.node;
  if (node.kind == Node::Kind::map) {
    place.node = find(node, step);
    place.schema = KeySchemas(*place.schema).of(step);
    if (!place.name.empty()) place.name += '.';
    place.name += shown(step);
  } else if (node.kind == Node::Kind::sequence) {
    std::size_t index = node.items.size();
    std::from_chars(step.data(), step.data() + step.size(), index);
    place.node = index < node.items.size() ? &node.items[index] : nullptr;
    place.schema = place.schema->contains("items") ? &place.schema->at("items") : nullptr;
  } else {
    return false;
  }
  if (place.node == nullptr || place.schema == nullptr) return false;
  place.schema = &resolved(root, *place.schema);
  return true;
}

std::vector<std::string> keys_of(const json& object) {
  std::vector<std::string> keys;
  for (const auto& [key, ignored] : object.items()) keys.push_back(key);
  return keys;
}

std::vector<std::string> type_names(const json& type) {
  return type.is_array() ? type.get<std::vector<std::string>>() : std::vector<std::string>{type.get<std::string>()};
}

bool is_of_type(const json& value, const std::string& type) {
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "array") return value.is_array();
  return value.is_object();
}

std::string wanted(const std::vector<std::string>& types) {
  if (types.size() > 1) return "a word or number is wanted";
  if (types.front() == "integer") return "a whole number is wanted";
  if (types.front() == "number") return "a number is wanted";
  if (types.front() == "boolean") return "true or false is wanted";
  if (types.front() == "array") return "a list is wanted";
  if (types.front() == "object") return "a map of keys is wanted";
  return "text is wanted";
}

/// The two numbers that a leading zero may mean: `010` was 8 in YAML 1.1 and C, and is 10 for most people.
std::optional<std::string> ambiguous(const Node& node) {
  const std::string& text = node.text;
  const bool octal = !node.quoted && text.size() > 1 && text.size() < 10 && text[0] == '0' &&
                     text.find_first_not_of("01234567") == std::string::npos;
  if (!octal) return std::nullopt;
  int base8 = 0;
  int base10 = 0;
  std::from_chars(text.data(), text.data() + text.size(), base8, 8);
  std::from_chars(text.data(), text.data() + text.size(), base10, 10);
  if (base8 == base10) return fmt::format("{} is ambiguous: write {}", text, base10);
  return fmt::format("{} is ambiguous: write {} or {} (some read a number with a leading zero in base 8)", text, base8,
                     base10);
}

bool matches(const std::string& text, const json& schema) {
  return std::regex_search(text, std::regex(schema.at("pattern").get<std::string>()));
}

std::string pattern_words(const json& schema) {
  return schema.value("patternErrorMessage", "this form is not allowed");
}

/// Text as an item of a list in a message that says what to write.
std::string as_item(const Node& scalar) {
  const bool quotes = scalar.quoted || scalar.text.find_first_of(",[]{}:#\"'") != std::string::npos;
  return quotes ? fmt::format("\"{}\"", shown(scalar.text)) : shown(scalar.text);
}

class Explanation {
 public:
  explicit Explanation(const SchemaPlace& place) : place_(place), schema_(*place.schema), node_(*place.node) {}

  std::vector<Problem> problems() {
    if (!type()) return std::move(problems_);
    if (node_.kind == Node::Kind::scalar) {
      choice();
      form();
      range();
    } else if (node_.kind == Node::Kind::sequence) {
      count(node_.items.size(), "minItems", "maxItems", "item");
    } else {
      count(node_.entries.size(), "minProperties", "maxProperties", "key");
      missing_keys();
      alternative_keys();
      unknown_keys();
    }
    return std::move(problems_);
  }

 private:
  void add(Position position, const std::string& text) {
    problems_.push_back({position, place_.name.empty() ? text : place_.name + ": " + text});
  }

  bool type() {
    if (!schema_.contains("type")) return true;
    const std::vector<std::string> types = type_names(schema_.at("type"));
    const json value = to_json(node_);
    if (std::any_of(types.begin(), types.end(), [&](const auto& one) { return is_of_type(value, one); })) return true;
    const bool wants_number = types.front() == "integer" || types.front() == "number";
    const bool text_of_other_type = types.front() == "string" && node_.kind == Node::Kind::scalar && !is_null(node_);
    if (const auto two_numbers = ambiguous(node_); wants_number && two_numbers) {
      add(node_.position, *two_numbers);
    } else if (text_of_other_type && schema_.contains("pattern") && !matches(node_.text, schema_)) {
      add(node_.position, fmt::format("found {}; {}", found(node_), pattern_words(schema_)));
    } else if (text_of_other_type) {
      add(node_.position, fmt::format("text is wanted, not {0}; put it in quotes: \"{0}\"", found(node_)));
    } else {
      const bool number_in_quotes = wants_number && node_.quoted && number_in(node_.text);
      add(node_.position, fmt::format("{}, not {}{}{}", wanted(types), found(node_),
                                      number_in_quotes ? " in quotes" : "", instead(types.front())));
    }
    return false;
  }

  /// What to write where a list or a map is wanted; nothing where only the author can know.
  [[nodiscard]] std::string instead(const std::string& type) const {
    if (type == "array" && node_.kind == Node::Kind::scalar && !is_null(node_)) {
      return fmt::format("; write [{}]", as_item(node_));
    }
    if (type != "object" || !schema_.contains("examples")) return {};
    constexpr std::size_t longest = 250;
    const std::string example = schema_.at("examples").front().dump();
    return example.size() > longest ? std::string{} : "; for example " + example;
  }

  void choice() {
    if (!schema_.contains("enum")) return;
    const auto allowed = schema_.at("enum").get<std::vector<std::string>>();
    if (std::find(allowed.begin(), allowed.end(), node_.text) != allowed.end()) return;
    add(node_.position,
        fmt::format("found {}{}", found(node_), suggestion(node_.text, allowed, "allowed: " + joined(allowed))));
  }

  void form() {
    if (schema_.contains("pattern") && !matches(node_.text, schema_)) {
      add(node_.position, fmt::format("found {}; {}", found(node_), pattern_words(schema_)));
    }
    const std::size_t characters = static_cast<std::size_t>(std::count_if(
        node_.text.begin(), node_.text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80; }));
    if (schema_.contains("maxLength") && characters > schema_.at("maxLength").get<std::size_t>()) {
      add(node_.position, fmt::format("a text of {} characters; at most {} are allowed", characters,
                                      schema_.at("maxLength").get<std::size_t>()));
    }
  }

  void range() {
    const json value = to_json(node_);
    if (!value.is_number()) return;
    const auto number = value.get<double>();
    const bool low = schema_.contains("minimum") && number < schema_.at("minimum").get<double>();
    const bool high = schema_.contains("maximum") && number > schema_.at("maximum").get<double>();
    if (!low && !high) return;
    std::string bounds = low ? fmt::format("at least {} is", schema_.at("minimum").dump())
                             : fmt::format("at most {} is", schema_.at("maximum").dump());
    if (schema_.contains("minimum") && schema_.contains("maximum")) {
      bounds = fmt::format("{} to {} is", schema_.at("minimum").dump(), schema_.at("maximum").dump());
    }
    add(node_.position, fmt::format("found {}; {} allowed", found(node_), bounds));
  }

  void count(std::size_t size, const char* least_key, const char* most_key, const char* what) {
    const auto least = schema_.value(least_key, std::size_t{0});
    const auto most = schema_.value(most_key, size);
    if (size >= least && size <= most) return;
    const std::string bound = size < least ? fmt::format("at least {} is wanted", in_words(least))
                                           : fmt::format("at most {} are allowed", in_words(most));
    add(node_.position, fmt::format("found {} {}{}; {}", in_words(size), what, size == 1 ? "" : "s", bound));
  }

  void missing_keys() {
    if (!schema_.contains("required")) return;
    for (const json& key : schema_.at("required")) {
      const auto name = key.get<std::string>();
      if (find(node_, name) != nullptr) continue;
      const std::string what = schema_.at("properties").at(name).value("description", "");
      add(node_.position, fmt::format("the key {} is missing{}{}", name, what.empty() ? "" : ": ", what));
    }
  }

  /// Where exactly one of several keys is wanted, the schema says so by `oneOf` with one required key each.
  void alternative_keys() {
    if (!schema_.contains("oneOf")) return;
    std::vector<std::string> allowed;
    std::vector<std::string> given;
    for (const json& alternative : schema_.at("oneOf")) {
      const auto key = alternative.at("required").front().get<std::string>();
      allowed.push_back(key);
      if (find(node_, key) != nullptr) given.push_back(key);
    }
    if (given.size() == 1) return;
    add(node_.position, fmt::format("found {}; exactly one of them is wanted",
                                    given.empty() ? "neither " + joined(allowed, " nor ") : joined(given, " and ")));
  }

  void unknown_keys() {
    if (schema_.value("additionalProperties", json(true)) != json(false)) return;
    const KeySchemas keys(schema_);
    for (const Entry& entry : node_.entries) {
      if (problems_.size() >= most_problems) return;
      if (keys.of(entry.key) != nullptr) continue;
      if (schema_.contains("properties")) {
        const std::vector<std::string> allowed = keys_of(schema_.at("properties"));
        add(entry.position, fmt::format("unknown key {}{}", shown(entry.key),
                                        suggestion(entry.key, allowed, "allowed: " + joined(allowed))));
      } else {
        add(entry.position, fmt::format("found the key {}; {}", shown(entry.key), pattern_words(schema_)));
      }
    }
  }

  const SchemaPlace& place_;
  const json& schema_;
  const Node& node_;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<Problem> explain(const json& schema, const Node& document, const std::vector<std::string>& path) {
  SchemaPlace place{&resolved(schema, schema), &document, ""};
  for (const std::string& step : path) {
    if (!descend(schema, place, step)) return {};
  }
  return Explanation(place).problems();
}

}  // namespace orchestrate
