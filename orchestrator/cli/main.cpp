#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <csignal>
#include <iostream>
#include <memory>

#include "cli/command_line.hpp"
#include "cli/status_line.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// Messages are not mixed with the line that shows progress.
class MessagesAboveTheStatusLine final : public spdlog::sinks::stderr_color_sink_st {
 public:
  void log(const spdlog::details::log_msg& message) override {
    erase_status_line();
    spdlog::sinks::stderr_color_sink_st::log(message);
  }
};

/// Messages go to standard error, so that standard output holds results only.
void log_to_standard_error() {
  auto logger = std::make_shared<spdlog::logger>("orchestrate", std::make_shared<MessagesAboveTheStatusLine>());
  logger->set_pattern("orchestrate: %^%l%$: %v");
  logger->flush_on(spdlog::level::info);
  spdlog::set_default_logger(logger);
}

}  // namespace
}  // namespace orchestrate

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
    std::cerr << failure.what() << "\n";
    return static_cast<int>(failure.status());
  } catch (const std::exception& error) {
    std::cerr << "orchestrate: an error that should not happen: " << orchestrate::escaped(error.what())
              << "\nPlease report it with the command line and the experiment file.\n";
    return static_cast<int>(ExitStatus::environment);
  }
}
