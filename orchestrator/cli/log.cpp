#include "cli/log.hpp"

#include <fmt/format.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>
#include <utility>

#include "cli/status_line.hpp"
#include "support/failure.hpp"
#include "support/terminal_text.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

constexpr const char* indent = "\n    ";

/// Messages are not mixed with the line that shows progress, and what they quote does nothing to the terminal.
class MessagesAboveTheStatusLine final : public spdlog::sinks::stderr_color_sink_st {
 public:
  void log(const spdlog::details::log_msg& message) override {
    erase_status_line();
    const std::string text = escaped_lines({message.payload.data(), message.payload.size()});
    spdlog::details::log_msg shown = message;
    shown.payload = text;
    spdlog::sinks::stderr_color_sink_st::log(shown);
  }
};

/// A pattern's `%*`: the message in plain lines.
class PlainMessage final : public spdlog::custom_flag_formatter {
 public:
  void format(const spdlog::details::log_msg& message, const std::tm&, spdlog::memory_buf_t& line) override {
    const std::string text = plain_lines({message.payload.data(), message.payload.size()});
    line.append(text.data(), text.data() + text.size());
  }
  [[nodiscard]] std::unique_ptr<custom_flag_formatter> clone() const override {
    return spdlog::details::make_unique<PlainMessage>();
  }
};

std::shared_ptr<spdlog::sinks::sink>& sink_of_errors() {
  static std::shared_ptr<spdlog::sinks::sink> sink = std::make_shared<MessagesAboveTheStatusLine>();
  return sink;
}

std::shared_ptr<spdlog::sinks::sink>& sink_of_file() {
  static std::shared_ptr<spdlog::sinks::sink> sink;
  return sink;
}

/// A log that cannot be written, as on a full disk, is no reason to stop; once is enough to say so.
void say_that_logging_failed(const std::string& what) {
  static bool said = false;
  if (std::exchange(said, true)) return;
  erase_status_line();
  std::fputs(fmt::format("orchestrate: warning: messages are lost: {}\n", escaped(what)).c_str(), stderr);
}

void show_debug_messages() {
  spdlog::default_logger()->set_level(spdlog::level::debug);
  sink_of_errors()->set_level(spdlog::level::debug);
}

}  // namespace

void log_to_standard_error() {
  const auto& sink = sink_of_errors();
  sink->set_pattern("orchestrate: %^%l%$: %v");
  sink->set_level(spdlog::level::info);
  auto logger = std::make_shared<spdlog::logger>("orchestrate", sink);
  logger->flush_on(spdlog::level::debug);
  logger->set_error_handler(say_that_logging_failed);
  spdlog::set_default_logger(logger);
  sink_of_file().reset();
}

void log_to_file(const std::string& file) {
  std::shared_ptr<spdlog::sinks::sink> sink;
  try {
    sink = std::make_shared<spdlog::sinks::basic_file_sink_st>(file);
  } catch (const spdlog::spdlog_ex& error) {
    throw EnvironmentFailure(fmt::format("The log file {} cannot be written: {}. Name another with --log-file.",
                                         escaped(file), escaped(error.what())));
  }
  auto lines = std::make_unique<spdlog::pattern_formatter>(spdlog::pattern_time_type::utc);
  lines->add_flag<PlainMessage>('*').set_pattern("%Y-%m-%dT%H:%M:%S.%fZ %l: %*");
  sink->set_formatter(std::move(lines));
  sink->set_level(spdlog::level::debug);
  spdlog::default_logger()->sinks().push_back(sink);
  spdlog::default_logger()->set_level(spdlog::level::debug);
  sink_of_file() = sink;
}

void add_log_options(CLI::App& command) {
  command.add_flag_callback("--verbose,-v", show_debug_messages,
                            "Say on standard error which commands of the engine are run, and how long each takes");
  command.add_option_function<std::string>(
      "--log-file", log_to_file, "Add everything that is said, that of --verbose included, to the end of a file");
}

void add_quiet_option(CLI::App& command, bool& quiet, const std::string& about) {
  command.add_flag_function(
      "--quiet,-q",
      [&quiet](std::int64_t) {
        quiet = true;
        sink_of_errors()->set_level(spdlog::level::warn);
      },
      about);
}

void tell_failure(const std::string& text) {
  erase_status_line();
  std::cerr << escaped_lines(text) << "\n";
  if (!sink_of_file()) return;
  sink_of_file()->log({spdlog::default_logger()->name(), spdlog::level::err, text});
  sink_of_file()->flush();
}

std::string plain_lines(std::string_view text) {
  std::string lines;
  for (;;) {
    const std::size_t end = text.find('\n');
    lines += escaped(text.substr(0, end));
    if (end == std::string_view::npos) return lines;
    lines += indent;
    text.remove_prefix(end + 1);
  }
}

}  // namespace orchestrate
