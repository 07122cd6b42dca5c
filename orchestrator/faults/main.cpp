// Does to runs of the built program, on the real engine, what happens to runs, and prints what came of each. Exit
// status 1 where a complete round was lost, something was left behind, or a run went on as it should not have.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdlib>
#include <iostream>

#include "faults/fault.hpp"
#include "report/table.hpp"
#include "support/text.hpp"
#include "support/time.hpp"

namespace orchestrate::faults {
namespace {

std::vector<Fault> all_faults(Form form) {
  std::vector<Fault> faults;
  for (std::vector<Fault> kind :
       {signals(), damages(), container_faults(), engine_faults(), client_faults(), probe_faults(), kills(form)}) {
    faults.insert(faults.end(), kind.begin(), kind.end());
  }
  return faults;
}

/// Under CI what cannot be tried is wrong, too.
bool is_good(const Consequence& found) {
  const bool skipped = found.not_tested && std::getenv("CI") != nullptr;
  return found.lost == 0 && found.left == 0 && found.wrong.empty() && !skipped;
}

Consequence consequence_of(const Fault& fault) {
  try {
    return fault.strike();
  } catch (const std::exception& error) {
    return {.happened = "it could not be tried", .wrong = error.what()};
  }
}

std::vector<Cell> row_of(const Fault& fault, const Consequence& found) {
  const std::string verdict = found.not_tested ? "NOT TESTED" : (is_good(found) ? "ok" : "WRONG: " + found.wrong);
  return {{fault.what, ""},
          {found.happened, ""},
          {fmt::format("{}", found.complete), ""},
          {fmt::format("{}", found.lost), found.lost > 0 ? red : ""},
          {fmt::format("{}", found.left), found.left > 0 ? red : ""},
          {verdict, is_good(found) ? "" : red}};
}

int run(Form form, const std::string& only) {
  const std::int64_t began = monotonic_ns();
  Table table{{Align::left, Align::left, Align::right, Align::right, Align::right, Align::left},
              {{"fault", ""}, {"what happened", ""}, {"complete", ""}, {"lost", ""}, {"left", ""}, {"", ""}},
              {}};
  std::size_t good = 0;
  std::size_t not_tested = 0;
  for (const Fault& fault : all_faults(form)) {
    if (fault.what.find(only) == std::string::npos || (fault.slow && form == Form::brief)) continue;
    std::cerr << fault.what << " …" << std::flush;
    const Consequence found = consequence_of(fault);
    std::cerr << (is_good(found) ? " ok\n" : " WRONG\n");
    if (is_good(found)) ++good;
    if (found.not_tested) ++not_tested;
    table.rows.push_back(row_of(fault, found));
  }
  std::cout << to_text(table, Paper(false))
            << fmt::format("\n{} of {} faults cost nothing and left nothing, {} of them NOT TESTED, {:.0f} s\n", good,
                           table.rows.size(), not_tested, static_cast<double>(monotonic_ns() - began) * 1e-9);
  return good == table.rows.size() && good > 0 ? 0 : 1;
}

}  // namespace
}  // namespace orchestrate::faults

int main(int argc, char** argv) {
  using namespace orchestrate::faults;
  // As the program itself does: a client that has ended must not end us when we write to it.
  std::signal(SIGPIPE, SIG_IGN);
  CLI::App app{"Does to runs what happens to runs, and says what came of it"};
  bool brief = false;
  bool thorough = false;
  std::string only;
  app.add_flag("--brief", brief, "Fewer moments to be killed at, and nothing that waits long");
  app.add_flag("--thorough", thorough, "More moments to be killed at")->excludes("--brief");
  app.add_option("--only", only, "Faults whose name holds this text");
  CLI11_PARSE(app, argc, argv);
  const Form form = brief ? Form::brief : Form::usual;
  return run(thorough ? Form::thorough : form, only);
}
