#include "cli/preparation.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <chrono>
#include <csignal>
#include <cstdio>

#include "cli/places.hpp"
#include "runner/environment.hpp"
#include "support/build.hpp"
#include "support/failure.hpp"
#include "support/interruption.hpp"
#include "support/process.hpp"
#include "support/terminal_text.hpp"
#include "support/text.hpp"
#include "support/time.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto between_looks = 200ms;
constexpr auto ending_limit = 15s;

std::vector<std::string> libcs_of(const Experiment& experiment) {
  std::vector<std::string> levels;
  for (const FactorLevels& factor : experiment.factors) {
    if (factor.factor != "libc") continue;
    std::copy_if(factor.levels.begin(), factor.levels.end(), std::back_inserter(levels),
                 [](const std::string& level) { return level != "native"; });
  }
  return levels;
}

bool is_there(Engine& engine, const std::string& image) {
  try {
    return !engine.image_id(image).empty();
  } catch (const EngineFailure&) {
    return false;
  }
}

void prepare_images(const Experiment& experiment, Engine& engine, const Workshop& workshop, Host& host) {
  for (const std::string& image : images_of(experiment)) {
    if (is_there(engine, image)) continue;
    const auto refusal = workshop.image(image);
    if (!refusal) continue;
    if (image == experiment.image) {
      throw EnvironmentFailure(fmt::format("{}: the image {} is not here and cannot be had: {}",
                                           escaped(experiment.name), escaped(image), escaped(*refusal)));
    }
    host.unavailable[{"image", image}] = *refusal;
  }
}

void prepare_probes(const Experiment& experiment, const Workshop& workshop, Host& host) {
  for (const std::string& level : libcs_of(experiment)) {
    const MadeProbe made = workshop.probe(level);
    const std::string carried = made.probe.libc_name + "-" + made.probe.libc_version;
    if (!made.refusal.empty()) {
      host.unavailable[{"libc", level}] = made.refusal;
    } else if (carried != level) {
      host.unavailable[{"libc", level}] =
          fmt::format("the probe that was built for it, {}, carries {}", made.probe.path.string(), made.probe.libc());
    } else {
      host.probes[level] = made.probe;
    }
  }
}

/// The last line that a script said, without its speaker and the advice: why it ended.
std::string last_words(const std::string& errors) {
  std::string reason = "the script that makes it said nothing";
  std::string_view rest = errors;
  while (!rest.empty()) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (line.starts_with("orchestrate: ")) line.remove_prefix(13);
    line = line.substr(0, line.find(". What to do: "));
    if (!line.empty()) reason = line;
  }
  return reason;
}

void stop(Process& process) {
  process.signal(SIGTERM);
  process.wait(within(ending_limit));
}

ExitState ended(Process& process, const std::string& what, std::chrono::milliseconds limit, bool quiet) {
  const Deadline deadline = within(limit);
  while (std::chrono::steady_clock::now() < deadline) {
    if (const auto state = process.wait(within(between_looks))) return *state;
    if (!interruption_wanted()) continue;
    stop(process);
    // The script was in the middle of a line.
    throw Failure(ExitStatus::interrupted, fmt::format("\ninterrupted while making {}", escaped(what)));
  }
  stop(process);
  const std::string& said = process.errors();
  const bool in_a_line = !quiet && !said.empty() && said.back() != '\n';
  throw EnvironmentFailure(
      fmt::format("{}making {} took longer than {:g} s and was given up; --preparation-timeout lengthens that",
                  in_a_line ? "\n" : "", escaped(what), std::chrono::duration<double>(limit).count()));
}

/// Runs a script of docker/; returns why it did not succeed, or nothing.
std::optional<std::string> run_script(const std::string& script, const std::vector<std::string>& arguments,
                                      const std::string& client, bool quiet, std::chrono::milliseconds limit) {
  std::vector<std::string> command{
      find_program("env"), "ORCHESTRATE_CLIENT=" + client, "ORCHESTRATE_SPEAKER=orchestrate",
      // A password cannot be asked for behind a pipe.
      "ORCHESTRATE_NO_SUDO=yes", fmt::format("ORCHESTRATE_VERSION={}", build::version),
      "ORCHESTRATE_LOG=" + (made_folder() / "bootstrap.log").string(), (scripts_folder() / script).string()};
  command.insert(command.end(), arguments.begin(), arguments.end());
  Process process(command);
  process.close_input();
  if (!quiet) {
    process.watch_errors(
        [pieces = EscapedPieces()](std::string_view text) mutable { std::fputs(pieces.next(text).c_str(), stderr); });
  }
  const std::int64_t began = monotonic_ns();
  const ExitState state = ended(process, arguments.front(), limit, quiet);
  spdlog::debug("{} ({:.1f} s, {})", escaped(shell_quoted(command)), static_cast<double>(monotonic_ns() - began) * 1e-9,
                to_text(state));
  if (state.succeeded()) return std::nullopt;
  return last_words(process.errors());
}

}  // namespace

void prepare(const Experiment& experiment, Engine& engine, const Workshop& workshop, Host& host) {
  // Without an engine nothing below can work, and each script would say so in its own way.
  engine.describe();
  prepare_images(experiment, engine, workshop, host);
  prepare_probes(experiment, workshop, host);
}

void require_all_levels(const Experiment& experiment, const Host& host) {
  if (host.unavailable.empty()) return;
  std::string text = fmt::format("{}: --require-all was given, and this cannot be had here:", escaped(experiment.name));
  for (const auto& [level, reason] : host.unavailable) {
    text += fmt::format("\n  {} {}: {}", escaped(level.first), escaped(level.second), escaped(reason));
  }
  throw EnvironmentFailure(text);
}

Workshop workshop_of_scripts(const std::string& client, bool quiet, std::chrono::milliseconds limit) {
  const std::string program = find_program(client);
  return {[program, quiet, limit](const std::string& image) {
            return run_script("base-image", {image}, program, quiet, limit);
          },
          [program, quiet, limit](const std::string& level) {
            const fs::path path = made_probe_path(level);
            if (auto refusal = run_script("probe", {level, path.string()}, program, quiet, limit)) {
              return MadeProbe{{}, std::move(*refusal)};
            }
            return MadeProbe{identity_of(path), {}};
          }};
}

void add_probes_that_are_there(const Experiment& experiment, Host& host) {
  for (const std::string& level : libcs_of(experiment)) {
    ProbeIdentity& probe = host.probes[level];
    probe.path = made_probe_path(level);
    if (fs::is_regular_file(probe.path)) probe = identity_of(probe.path);
  }
}

}  // namespace orchestrate
