#pragma once

// For tests only: summary.json against its JSON Schema.

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "support/files.hpp"

namespace orchestrate::testing {

/// report/summary.schema.json as it is.
inline nlohmann::json summary_schema() {
  return nlohmann::json::parse(read_file(ORCHESTRATE_SOURCE_DIR "/orchestrator/report/summary.schema.json"));
}

/// `schema` with no room for keys that it does not describe. Readers must overlook such keys; tests must not, so that
/// nothing gets into summary.json without a description.
inline nlohmann::json without_room(nlohmann::json schema) {
  if (schema.is_object() && schema.contains("properties") && !schema.contains("additionalProperties")) {
    schema["additionalProperties"] = false;
  }
  for (auto& value : schema) {
    if (value.is_structured()) value = without_room(std::move(value));
  }
  return schema;
}

/// Where a summary does not follow the schema, a line each; empty where it does.
inline std::string schema_objections(const nlohmann::json& summary) {
  static const nlohmann::json strict = without_room(summary_schema());
  valijson::Schema schema;
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(strict), schema);
  valijson::ValidationResults results;
  valijson::Validator validator;
  if (validator.validate(schema, valijson::adapters::NlohmannJsonAdapter(summary), &results)) return {};
  std::string objections;
  for (const auto& error : results) {
    objections += fmt::format("{}: {}\n", fmt::join(error.context, ""), error.description);
  }
  return objections;
}

}  // namespace orchestrate::testing
