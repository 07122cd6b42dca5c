#include <fmt/format.h>

#include <csignal>

#include "cli/command_line.hpp"
#include "cli/log.hpp"
#include "support/text.hpp"

int main(int argc, char** argv) {
  using orchestrate::ExitStatus;
  // A reader that goes away (`| head`) must not end a run; writing then fails and is handled where it happens.
  std::signal(SIGPIPE, SIG_IGN);
  // A limit on the size of files is the same as a full disk.
  std::signal(SIGXFSZ, SIG_IGN);
  orchestrate::log_to_standard_error();
  try {
    return static_cast<int>(orchestrate::CommandLine().run({argv + 1, argv + argc}));
  } catch (const orchestrate::Failure& failure) {
    orchestrate::tell_failure(failure.what());
    return static_cast<int>(failure.status());
  } catch (const std::exception& error) {
    orchestrate::tell_failure(
        fmt::format("orchestrate: an error that should not happen: {}\nPlease report it with the command line and the "
                    "experiment file.",
                    orchestrate::escaped(error.what())));
    return static_cast<int>(ExitStatus::environment);
  }
}
