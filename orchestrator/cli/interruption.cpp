#include "cli/interruption.hpp"

#include <poll.h>

#include <csignal>
#include <initializer_list>

namespace orchestrate {
namespace {

volatile std::sig_atomic_t wanted = 0;

constexpr std::initializer_list<int> asking{SIGINT, SIGTERM, SIGHUP};

void note(int) {
  wanted = 1;
}

}  // namespace

void ask_before_interrupting() {
  struct sigaction action {};
  action.sa_handler = note;
  // One shot: a second signal finds the default action.
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int signal : asking) ::sigaction(signal, &action, nullptr);
}

bool interruption_wanted() {
  return wanted != 0;
}

void sleep_until_readable(const FileDescriptor& file, std::chrono::seconds at_most) {
  sigset_t held;
  sigset_t before;
  sigemptyset(&held);
  for (const int signal : asking) sigaddset(&held, signal);
  // A signal between the question and the sleep would be slept over: it is let in by ppoll() alone.
  ::pthread_sigmask(SIG_BLOCK, &held, &before);
  if (!interruption_wanted()) {
    struct pollfd readable {
      file.number(), POLLIN, 0
    };
    const struct timespec limit { at_most.count(), 0 };
    ::ppoll(&readable, 1, &limit, &before);
  }
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

}  // namespace orchestrate
