#include "experiment/schema.hpp"

#include <fmt/format.h>

#include <set>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "experiment/explain.hpp"
#include "experiment/scalars.hpp"
#include "experiment/schema_text.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using Path = std::vector<std::string>;

/// valijson names a place as "<root>", "[design]", "[rounds]", …
Path path_of(const std::vector<std::string>& context) {
  Path path;
  for (std::size_t i = 1; i < context.size(); ++i) path.push_back(context[i].substr(1, context[i].size() - 2));
  return path;
}

}  // namespace

struct Schema::Compiled {
  valijson::Schema schema;
};

Schema::Schema(std::string_view text) : json_(nlohmann::json::parse(text)), compiled_(std::make_unique<Compiled>()) {
  valijson::SchemaParser(valijson::SchemaParser::kDraft7)
      .populateSchema(valijson::adapters::NlohmannJsonAdapter(json_), compiled_->schema);
}

Schema::~Schema() = default;

std::vector<Problem> Schema::problems(const Node& document) const {
  const nlohmann::json value = to_json(document);
  valijson::ValidationResults results;
  valijson::Validator validator;
  if (validator.validate(compiled_->schema, valijson::adapters::NlohmannJsonAdapter(value), &results)) return {};
  // One value may break several rules, and a broken rule is reported again for every value around it.
  std::set<Path> seen;
  std::vector<Problem> all;
  for (const auto& error : results) {
    if (all.size() >= most_problems) break;
    if (!seen.insert(path_of(error.context)).second) continue;
    const std::vector<Problem> here = explain(json_, document, path_of(error.context));
    all.insert(all.end(), here.begin(), here.end());
  }
  if (all.empty()) {
    all.push_back({document.position, fmt::format("the file does not follow the schema, at {}",
                                                  shown(joined(seen.empty() ? Path{} : *seen.rbegin(), ".")))});
  }
  return all;
}

const Schema& experiment_schema() {
  static const Schema schema(experiment_schema_text);
  return schema;
}

std::vector<std::string> known_operations() {
  return experiment_schema().json().at("definitions").at("operation").at("enum").get<std::vector<std::string>>();
}

}  // namespace orchestrate
