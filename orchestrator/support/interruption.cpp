#include "support/interruption.hpp"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <initializer_list>

namespace orchestrate {
namespace {

volatile std::sig_atomic_t asked = 0;
volatile std::sig_atomic_t urgent = 0;

/// The one descriptor that all who wait are woken by.
int urgent_event = -1;

int uninterrupted = 0;

constexpr std::initializer_list<int> asking{SIGINT, SIGTERM, SIGHUP};

/// Calls what signal-safety(7) allows only.
void note(int signal) {
  const int error = errno;
  if (asked == 0 && signal != SIGALRM) {
    asked = 1;
    ::alarm(static_cast<unsigned>(time_to_finish.count()));
  } else {
    urgent = 1;
    constexpr std::uint64_t one = 1;
    if (::write(urgent_event, &one, sizeof one) < 0) {
      // It counts to 2^64 - 2; whoever waits is woken by what it holds already.
    }
    for (const int number : asking) ::signal(number, SIG_DFL);
  }
  errno = error;
}

}  // namespace

void ask_before_interrupting() {
  if (urgent_event < 0) urgent_event = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (urgent_event < 0) throw EnvironmentFailure(std::string("an eventfd cannot be made: ") + std::strerror(errno));
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  for (const int signal : asking) ::sigaction(signal, &action, nullptr);
  ::sigaction(SIGALRM, &action, nullptr);
}

bool interruption_wanted() {
  return asked != 0;
}

Uninterrupted::Uninterrupted() {
  ++uninterrupted;
}

Uninterrupted::~Uninterrupted() {
  --uninterrupted;
}

bool interruption_is_urgent() {
  return urgent != 0 && uninterrupted == 0;
}

int urgent_interruption() {
  return uninterrupted == 0 ? urgent_event : -1;
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
