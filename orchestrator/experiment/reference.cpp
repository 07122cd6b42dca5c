#include "experiment/reference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "experiment/document.hpp"
#include "experiment/problem.hpp"
#include "experiment/scalars.hpp"
#include "experiment/schema.hpp"
#include "support/files.hpp"

namespace orchestrate {
namespace {

constexpr std::size_t most_reference_bytes = std::size_t{1} << 20U;

/// Operations and factors are any words here: an article may have measured what the probe does not know yet.
constexpr std::string_view schema_text = R"schema({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object",
  "required": ["reference", "title", "machine", "method", "quantities"],
  "additionalProperties": false,
  "properties": {
    "reference": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_][A-Za-z0-9._-]*$",
      "patternErrorMessage": "a name is made of letters, digits, . _ - only, and does not begin with . or -"
    },
    "title": {"type": "string"},
    "machine": {"type": "string"},
    "method": {"type": "string"},
    "notes": {"type": "array", "items": {"type": "string"}},
    "sentences": {
      "type": "array",
      "maxItems": 1000,
      "items": {
        "type": "object",
        "additionalProperties": false,
        "properties": {
          "says": {"type": "string"},
          "claim": {
            "type": "string",
            "pattern": "^[A-Za-z0-9_][A-Za-z0-9._-]*/[a-z0-9_]+$",
            "patternErrorMessage": "a claim is named by its experiment and its id, as seccomp/filter"
          },
          "refuted": {"type": "boolean"},
          "because": {"type": "string"}
        }
      }
    },
    "quantities": {
      "type": "array",
      "minItems": 1,
      "maxItems": 1000,
      "items": {
        "type": "object",
        "required": ["operation", "ns"],
        "additionalProperties": false,
        "properties": {
          "operation": {
            "type": "string",
            "pattern": "^[a-z0-9_]+$",
            "patternErrorMessage": "an operation is made of small letters, digits and _ only"
          },
          "at": {
            "type": "object",
            "additionalProperties": {"type": ["string", "number", "boolean", "null"]}
          },
          "ns": {"type": "number", "minimum": 0},
          "runs": {"type": "array", "items": {"type": "number", "minimum": 0}},
          "what": {"type": "string"},
          "quantity": {"type": "string", "pattern": "^[a-z0-9_]+_ns$"}
        }
      }
    }
  }
})schema";

const Schema& reference_schema() {
  static const Schema schema(schema_text);
  return schema;
}

std::string text_of(const Node& map, std::string_view key) {
  const Node* node = find(map, key);
  return node == nullptr ? std::string{} : node->text;
}

Quantity read_quantity(const Node& node) {
  Quantity quantity;
  quantity.operation = text_of(node, "operation");
  if (const Node* at = find(node, "at")) {
    for (const Entry& level : at->entries) quantity.at.emplace_back(level.key, level.value.text);
  }
  quantity.ns = number_in(text_of(node, "ns")).value();
  if (const Node* runs = find(node, "runs")) {
    for (const Node& run : runs->items) quantity.runs.push_back(number_in(run.text).value());
  }
  quantity.what = text_of(node, "what");
  if (const Node* of = find(node, "quantity")) quantity.quantity = of->text;
  return quantity;
}

Sentence read_sentence(const Node& node) {
  const std::string claim = text_of(node, "claim");
  const std::size_t slash = claim.find('/');
  Sentence sentence{text_of(node, "says"), claim.substr(0, slash), "", false, text_of(node, "because")};
  if (slash != std::string::npos) sentence.claim = claim.substr(slash + 1);
  sentence.refuted = text_of(node, "refuted") == "true";
  if (sentence.claim.empty() && (sentence.says.empty() || sentence.because.empty())) {
    throw Refusal(node.position,
                  "a sentence without a claim must say what it says and, in because, why nothing settles it");
  }
  if (sentence.refuted && (sentence.says.empty() || sentence.because.empty())) {
    throw Refusal(node.position,
                  "a sentence that a claim refutes must say what it says and, in because, why it is wrong");
  }
  return sentence;
}

Reference read(const Node& document, std::vector<Problem>& problems) {
  Reference reference{text_of(document, "reference"),
                      text_of(document, "title"),
                      text_of(document, "machine"),
                      text_of(document, "method"),
                      {},
                      {},
                      {}};
  for (const Node& node : find(document, "quantities")->items) {
    Quantity quantity = read_quantity(node);
    const auto same = [&](const Quantity& other) {
      return other.operation == quantity.operation && other.quantity == quantity.quantity &&
             agrees(other.at, quantity.at) && agrees(quantity.at, other.at);
    };
    if (std::any_of(reference.quantities.begin(), reference.quantities.end(), same)) {
      problems.push_back({node.position, fmt::format("{} is given twice for the same levels; once is allowed",
                                                     shown(quantity.operation))});
    }
    reference.quantities.push_back(std::move(quantity));
  }
  if (const Node* sentences = find(document, "sentences")) {
    for (const Node& node : sentences->items) {
      collect(problems, [&] { reference.sentences.push_back(read_sentence(node)); });
    }
  }
  if (const Node* notes = find(document, "notes")) {
    for (const Node& note : notes->items) reference.notes.push_back(note.text);
  }
  return reference;
}

}  // namespace

Reference read_reference(const std::filesystem::path& file) {
  return parse_reference(read_file(file, most_reference_bytes), file);
}

Reference parse_reference(std::string_view text, const std::filesystem::path& file) {
  std::vector<Problem> problems;
  Node document;
  Reference reference;
  collect(problems, [&] { document = parse_document(text); });
  if (problems.empty()) problems = reference_schema().problems(document);
  if (problems.empty()) reference = read(document, problems);
  if (!problems.empty()) refuse(file, problems);
  return reference;
}

std::optional<double> article_ns(const Reference& reference, const std::string& operation, const Condition& whole,
                                 const std::string& of) {
  const Quantity* best = nullptr;
  for (const Quantity& quantity : reference.quantities) {
    if (quantity.operation != operation || quantity.quantity != of || !agrees(whole, quantity.at)) continue;
    if (best == nullptr || quantity.at.size() > best->at.size()) best = &quantity;
  }
  return best == nullptr ? std::nullopt : std::optional<double>(best->ns);
}

}  // namespace orchestrate
