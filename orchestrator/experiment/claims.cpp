#include "experiment/claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

#include "experiment/expression.hpp"
#include "experiment/matrix.hpp"
#include "experiment/operations.hpp"
#include "experiment/scalars.hpp"
#include "experiment/schema.hpp"
#include "experiment/secrets.hpp"
#include "support/suggestion.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// What all claims of an experiment are read with.
struct Context {
  const std::vector<FactorLevels>& factors;
  const std::vector<std::string>& measured;
  const std::vector<std::string>& sampled;
};

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

double bound(std::string_view text, const Node& node) {
  const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
  text = text.substr(first, text.find_last_not_of(' ') + 1 - first);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) {
    throw Refusal(node.position, fmt::format("expect: {} is beyond what a number can be", shown(text)));
  }
  return value;
}

std::string level_hint(const FactorLevels& factor) {
  return fmt::format("{}: {}", shown(factor.factor), is_secret(factor.factor) ? "not shown" : shown(factor.levels));
}

/// The one condition that has the levels of `at`; factors that are not named have their only level. `what` names the
/// operation in messages.
Condition whole_condition(const Condition& at, const Context& context, const std::string& what, Position position) {
  Condition condition;
  std::vector<FactorLevels> open;
  for (const FactorLevels& factor : context.factors) {
    const auto named = std::find_if(at.begin(), at.end(), [&](const auto& one) { return one.first == factor.factor; });
    if (named != at.end()) {
      condition.push_back(*named);
    } else {
      condition.emplace_back(factor.factor, factor.levels.front());
      if (factor.levels.size() > 1) open.push_back(factor);
    }
  }
  if (open.empty()) return condition;
  std::vector<std::string> names;
  std::vector<std::string> hints;
  for (const FactorLevels& factor : open) {
    names.push_back(shown(factor.factor) + ": …");
    hints.push_back(level_hint(factor));
  }
  const std::string digits = number_of_conditions(open);
  const std::string count = digits.size() < 3 ? in_words(static_cast<std::size_t>(std::stoul(digits))) : digits;
  throw Refusal(position, fmt::format("{} has {} conditions: say at: {{{}}} ({})", shown(what), count, joined(names),
                                      joined(hints, "; ")));
}

/// The claim's own `at`, with what a name's `at` says instead or besides.
Condition combined(const Condition& of_claim, const Condition& of_name, const std::vector<FactorLevels>& factors) {
  Condition result;
  for (const FactorLevels& factor : factors) {
    for (const Condition* at : {&of_name, &of_claim}) {
      const auto named =
          std::find_if(at->begin(), at->end(), [&](const auto& one) { return one.first == factor.factor; });
      if (named == at->end()) continue;
      result.push_back(*named);
      break;
    }
  }
  return result;
}

/// Whether a quantity is the condition's own, of no operation.
bool is_of_the_condition(const std::string& quantity) {
  return contains({"vdso_mapped", "vvar_mapped", "refused_system_calls"}, quantity);
}

/// The operation of a name of `where`; empty for a quantity that is the condition's own.
std::string read_measured_operation(const Node& node, const std::string& quantity, const Context& context) {
  const Node* operation = find(node, "operation");
  if (is_of_the_condition(quantity)) {
    if (operation == nullptr) return {};
    throw Refusal(operation->position, fmt::format("{} is a quantity of the condition, not of an operation; leave "
                                                   "operation out",
                                                   quantity));
  }
  if (operation == nullptr) {
    throw Refusal(node.position, fmt::format("the key operation is missing: {} is a quantity of one", quantity));
  }
  check_measured(*operation, context.measured);
  const bool of_samples = quantity.starts_with("sampled_") || quantity.starts_with("timer_");
  if (of_samples && !contains(context.sampled, operation->text)) {
    throw Refusal(operation->position, fmt::format("{} is not among samples.operations, so it has no {}; add it there",
                                                   found(*operation), quantity));
  }
  return operation->text;
}

/// A name of `where`.
Operand read_named(const Node& node, const Condition& of_claim, const Context& context) {
  const Node* named = find(node, "quantity");
  const std::string quantity = named == nullptr ? "ns" : named->text;
  const std::string operation = read_measured_operation(node, quantity, context);
  const Condition at = combined(of_claim, read_at(find(node, "at"), context.factors), context.factors);
  const std::string what = operation.empty() ? quantity : operation;
  return {operation, whole_condition(at, context, what, node.position), quantity};
}

/// A name that `where` does not have: an operation at the claim's `at`.
Operand read_operation(const std::string& name, const Node& value, const Node* where, const Condition& at,
                       const Context& context) {
  if (contains(context.measured, name)) return {name, whole_condition(at, context, name, value.position), "ns"};
  if (contains(known_operations(), name)) {
    throw Refusal(value.position, fmt::format("{} is not measured; add it to operations ({}), or use one of them", name,
                                              shown(context.measured)));
  }
  std::vector<std::string> allowed = context.measured;
  if (where != nullptr) {
    for (const Entry& entry : where->entries) allowed.push_back(entry.key);
  }
  throw Refusal(value.position, fmt::format("{} is neither an operation nor a name of where{}", shown(name),
                                            escaped(suggestion(name, allowed, "allowed: " + shown(allowed)))));
}

std::vector<std::string> names_of(const Node& value) {
  try {
    std::vector<std::string> names = names_in(value.text);
    if (!names.empty()) return names;
  } catch (const ExpressionError& error) {
    throw Refusal(value.position,
                  fmt::format("value: {}, column {} of \"{}\"; an expression over operations is wanted, as getpid / "
                              "function_call",
                              error.what(), error.column(), shown(value.text)));
  }
  throw Refusal(value.position, fmt::format("value: {} uses no measured value; an expression over operations is wanted",
                                            shown(value.text)));
}

std::map<std::string, Operand> read_operands(const Node& node, const Context& context) {
  const Node& value = *find(node, "value");
  const Node* where = find(node, "where");
  const std::vector<std::string> names = names_of(value);
  const Condition at = read_at(find(node, "at"), context.factors);
  std::map<std::string, Operand> operands;
  for (const std::string& name : names) {
    const Node* named = where == nullptr ? nullptr : find(*where, name);
    operands[name] =
        named != nullptr ? read_named(*named, at, context) : read_operation(name, value, where, at, context);
  }
  if (where == nullptr) return operands;
  for (const Entry& entry : where->entries) {
    if (operands.contains(entry.key)) continue;
    throw Refusal(entry.position, fmt::format("{} is not used in value, \"{}\"; every name of where must be",
                                              shown(entry.key), shown(value.text)));
  }
  return operands;
}

Claim read_claim(const Node& node, const Context& context) {
  Claim claim;
  claim.id = find(node, "id")->text;
  claim.says = find(node, "says")->text;
  claim.expression = find(node, "value")->text;
  claim.operands = read_operands(node, context);
  if (const Node* unit = find(node, "unit")) claim.unit = unit->text;
  if (const Node* article = find(node, "article")) claim.article = number_in(article->text);
  claim.expect = read_expectation(*find(node, "expect"));
  return claim;
}

}  // namespace

Expectation read_expectation(const Node& node) {
  const std::string_view text = node.text;
  Expectation result;
  result.text = node.text;
  if (const std::size_t dots = text.find(".."); dots != std::string_view::npos) {
    result.low = bound(text.substr(0, dots), node);
    result.high = bound(text.substr(dots + 2), node);
    if (result.low <= result.high) return result;
    throw Refusal(node.position,
                  fmt::format("expect: {} holds nothing: the first number is larger than the second", shown(text)));
  }
  const bool closed = text.size() > 1 && text[1] == '=';
  const double value = bound(text.substr(closed ? 2 : 1), node);
  if (text.front() == '>') result.low = closed ? value : std::nextafter(value, infinity);
  if (text.front() == '<') result.high = closed ? value : std::nextafter(value, -infinity);
  return result;
}

std::vector<Claim> read_claims(const Node& list, const std::vector<FactorLevels>& factors,
                               const std::vector<std::string>& measured, const std::vector<std::string>& sampled,
                               std::vector<Problem>& problems) {
  const Context context{factors, measured, sampled};
  std::vector<Claim> claims;
  std::map<std::string, int> line_of;
  for (const Node& node : list.items) {
    collect(problems, [&] {
      const Node& id = *find(node, "id");
      const auto [first, fresh] = line_of.emplace(id.text, id.position.line);
      if (!fresh) {
        throw Refusal(id.position, fmt::format("id {} is used twice, on line {} and on line {}; an id names one claim",
                                               found(id), first->second, id.position.line));
      }
      claims.push_back(read_claim(node, context));
    });
  }
  return claims;
}

}  // namespace orchestrate
