#include <csignal>

#include "faults/subject.hpp"

namespace orchestrate::faults {
namespace {

Fault signalled(const std::string& what, std::vector<int> numbers) {
  return {what, [numbers = std::move(numbers)] {
            return strike({.asked = {.batches = 60},
                           .strike =
                               [&](Subject& subject) {
                                 for (const int number : numbers) subject.process().signal(number);
                               },
                           .exits = {130}});
          }};
}

/// Whoever reads what the run prints goes away while it measures.
Consequence reader_goes() {
  return strike({.strike = [](Subject& subject) { subject.process().close_output(); }, .exits = {0, 1, 3, 4}});
}

}  // namespace

std::vector<Fault> signals() {
  return {signalled("Ctrl-C", {SIGINT}),
          signalled("SIGTERM", {SIGTERM}),
          signalled("the terminal is closed (SIGHUP)", {SIGHUP}),
          signalled("Ctrl-C twice", {SIGINT, SIGINT}),
          {"the reader of its output goes away", reader_goes}};
}

}  // namespace orchestrate::faults
