#include "experiment/raw_factor.hpp"

#include <fmt/format.h>

#include <map>

#include "experiment/engine_arguments.hpp"
#include "experiment/scalars.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

/// The levels that came first with something that only one level may have.
using FirstWith = std::map<json, const Entry*>;

/// Refuses `level` where an earlier one has the same `what`. `why` says what is wrong with such a pair.
void check_differs(const Entry& level, const json& what, FirstWith& earlier, std::string_view why) {
  const auto [first, fresh] = earlier.emplace(what, &level);
  if (fresh) return;
  const Entry& other = *first->second;
  throw Refusal(level.position, fmt::format("levels {} (line {}, column {}) and {} {}", shown(other.key),
                                            other.position.line, other.position.column, shown(level.key), why));
}

/// `--shm-size 64m` and `--shm-size=64m` are the same to an engine.
json comparable(const json& arguments) {
  return joined(arguments.get<std::vector<std::string>>(), "=");
}

}  // namespace

FactorLevels read_raw_factor(const std::string& name, const Node& levels, std::vector<Problem>& problems) {
  FactorLevels result{name, {}, {}};
  FirstWith arguments;
  FirstWith evidence;
  for (const Entry& level : levels.entries) {
    const std::size_t before = problems.size();
    const json details{{"args", read_engine_arguments(*find(level.value, "args"), ArgumentsOf::level, problems)},
                       {"verify", to_json(*find(level.value, "verify"))}};
    if (problems.size() > before) continue;
    collect(problems, [&] {
      check_differs(level, comparable(details.at("args")), arguments,
                    "have the same args: the pair would be one run twice; give each level its own");
      check_differs(level, details.at("verify"), evidence,
                    "have the same verify: it could not tell which of the two came into force; let each level verify "
                    "what only its own args bring about");
      result.levels.push_back(level.key);
      result.details.emplace(level.key, details);
    });
  }
  return result;
}

}  // namespace orchestrate
