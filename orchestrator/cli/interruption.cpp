#include "cli/interruption.hpp"

#include <csignal>
#include <initializer_list>

namespace orchestrate {
namespace {

volatile std::sig_atomic_t wanted = 0;

void note(int) {
  wanted = 1;
}

}  // namespace

void ask_before_interrupting() {
  struct sigaction action {};
  action.sa_handler = note;
  // One shot: a second signal finds the default action.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(signal, &action, nullptr);
}

bool interruption_wanted() {
  return wanted != 0;
}

}  // namespace orchestrate
