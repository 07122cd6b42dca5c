#include "report/run_comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/numbers.hpp"
#include "report/table.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

std::string or_none(const std::string& text) {
  return text.empty() ? "(none)" : text;
}

std::string differences_text(const RunComparison& comparison, const Paper& paper) {
  if (comparison.differences.empty()) return "\nthe runs differ in nothing that is known to matter\n";
  Table table{
      {Align::left, Align::left, Align::left}, {{"the runs differ in", dim}, {"before", dim}, {"after", dim}}, {}};
  for (const RunDifference& one : comparison.differences) {
    table.rows.push_back({{one.what, ""}, {or_none(one.before), ""}, {or_none(one.after), ""}});
  }
  return "\n" + to_text(table, paper);
}

const char* colour_of(Change change) {
  switch (change) {
    case Change::slower:
      return red;
    case Change::unresolved:
      return yellow;
    case Change::faster:
    case Change::same:
      return green;
  }
  return "";
}

std::string shift_cell(const Shift& shift) {
  if (!shift.interval) return number(shift.median);
  return fmt::format("{} [{}, {}]", number(shift.median), number(shift.interval->low), number(shift.interval->high));
}

std::string changes_text(const RunComparison& comparison, const Paper& paper) {
  if (comparison.operations.empty()) return {};
  Table table{{Align::left, Align::left, Align::right, Align::right, Align::right, Align::right, Align::left},
              {{"operation", dim},
               {"condition", dim},
               {"before", dim},
               {"after", dim},
               {"difference", dim},
               {"ratio", dim},
               {"", dim}},
              {}};
  for (const OperationChange& one : comparison.operations) {
    table.rows.push_back({{one.operation, ""},
                          {to_text(one.condition), ""},
                          {number(one.before_ns.median), ""},
                          {number(one.after_ns.median), ""},
                          {shift_cell(one.shift_ns), ""},
                          {fmt::format("{:.3f}", one.ratio), ""},
                          {to_text(one.change), colour_of(one.change)}});
  }
  return fmt::format("\nns a call; differences are after - before, with 95 % intervals\n{}", to_text(table, paper));
}

std::string not_compared_text(const RunComparison& comparison, bool coloured) {
  std::string text;
  for (const NotCompared& one : comparison.not_compared) {
    text += fmt::format("\n{} {} at {}\n  {}\n", painted("not compared:", red, coloured), escaped(one.operation),
                        escaped(to_text(one.condition)), escaped(one.reason));
  }
  return text;
}

std::string closing_of_comparison(const RunComparison& comparison, bool coloured) {
  const auto number_of = [&](Change change) {
    return static_cast<std::size_t>(std::count_if(comparison.operations.begin(), comparison.operations.end(),
                                                  [&](const OperationChange& one) { return one.change == change; }));
  };
  std::string text = "\n";
  if (comparison.operations.empty()) {
    text += painted("nothing could be compared", red, coloured) + "\n";
  } else if (const std::size_t slower = number_of(Change::slower); slower > 0) {
    text += painted(fmt::format("{} slower by more than {:.3g} %", counted(slower, "operation"),
                                100 * comparison.tolerance),
                    red, coloured) +
            " (exit status 1)\n";
  } else {
    text +=
        painted(fmt::format("no regression beyond {:.3g} % was found", 100 * comparison.tolerance), green, coloured) +
        "\n";
  }
  if (const std::size_t unresolved = number_of(Change::unresolved); unresolved > 0) {
    text +=
        fmt::format("{} of {} are unresolved: a regression can neither be shown nor excluded; measure more rounds\n",
                    unresolved, comparison.operations.size());
  }
  if (const double ratio = comparison.machine_ratio.value_or(1); std::abs(ratio - 1) > 0.02) {
    text += fmt::format(
        "the machine itself took {:.3g} % {} in the second run (the loops that stay in the process): whatever was "
        "changed, its speed was not the same\n",
        100 * std::abs(ratio - 1), ratio > 1 ? "longer" : "less");
  }
  if (!comparison.not_compared.empty()) {
    text += fmt::format("{} could not be compared{}\n", counted(comparison.not_compared.size(), "operation"),
                        comparison.exit == ExitStatus::not_attested ? " (exit status 3)" : "");
  }
  return text;
}

}  // namespace

std::string run_comparison_text(const RunComparison& comparison, const std::string& before, const std::string& after,
                                const Paper& paper) {
  return fitted(fmt::format("before  {}\nafter   {}\n", escaped(before), escaped(after)) +
                    differences_text(comparison, paper) + changes_text(comparison, paper) +
                    not_compared_text(comparison, paper.coloured) + closing_of_comparison(comparison, paper.coloured),
                paper);
}

}  // namespace orchestrate
