#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "experiment/document.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// A JSON Schema (draft 7) that documents are held to. valijson decides; the words are ours (explain.hpp).
class Schema {
 public:
  explicit Schema(std::string_view text);
  ~Schema();
  Schema(const Schema&) = delete;
  Schema& operator=(const Schema&) = delete;
  Schema(Schema&&) = delete;
  Schema& operator=(Schema&&) = delete;

  /// Everything in `document` that the schema does not allow; empty when it follows the schema.
  [[nodiscard]] std::vector<Problem> problems(const Node& document) const;

  [[nodiscard]] const nlohmann::json& json() const { return json_; }

 private:
  struct Compiled;
  nlohmann::json json_;
  std::unique_ptr<Compiled> compiled_;
};

/// The schema of experiment files: experiments/schema.json, the one that editors use, as it was when this was built.
const Schema& experiment_schema();

/// Every operation that the schema knows.
std::vector<std::string> known_operations();

}  // namespace orchestrate
