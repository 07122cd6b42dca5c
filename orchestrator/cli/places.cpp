#include "cli/places.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdlib>

#include "support/affinity.hpp"
#include "support/build.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/process.hpp"
#include "support/text.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

fs::path prefix() {
  std::error_code ignored;
  return fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
}

fs::path installed_scripts() {
  return prefix() / "share/orchestrate/docker";
}

bool is_installed() {
  return fs::exists(installed_scripts() / "probe");
}

}  // namespace

fs::path native_probe_path() {
  const std::array<fs::path, 2> places{prefix() / "libexec/orchestrate/probe", build::probe_path};
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place)) return fs::canonical(place);
  }
  throw EnvironmentFailure(
      fmt::format("The probe, the program that is measured, is neither at {} nor at {}. Build it with "
                  "cmake --build --preset release, or install the package again.",
                  escaped(places[0].string()), escaped(places[1].string())));
}

fs::path experiments_folder() {
  const std::array<fs::path, 2> places{prefix() / "share/orchestrate/experiments",
                                       fs::path(build::source_dir) / "experiments"};
  for (const fs::path& place : places) {
    if (fs::is_directory(place)) return place;
  }
  throw EnvironmentFailure(fmt::format("The experiments are neither in {} nor in {}. Install the package again.",
                                       escaped(places[0].string()), escaped(places[1].string())));
}

Reference reference_named(const std::string& name) {
  return read_reference(experiments_folder().parent_path() / "results/reference" / (name + ".yaml"));
}

fs::path scripts_folder() {
  return is_installed() ? installed_scripts() : fs::path(build::source_dir) / "docker";
}

fs::path made_folder() {
  if (!is_installed()) return fs::path(build::source_dir) / "build";
  // https://specifications.freedesktop.org/basedir-spec: a relative or empty value does not count.
  const char* caches = std::getenv("XDG_CACHE_HOME");
  if (caches != nullptr && *caches == '/') return fs::path(caches) / "orchestrate";
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr && *home == '/' ? home : "/var/tmp") / ".cache/orchestrate";
}

fs::path made_probe_path(const std::string& level) {
  return made_folder() / "probes" / level / "probe";
}

ProbeIdentity identity_of(const fs::path& path) {
  ProbeIdentity probe;
  probe.path = fs::canonical(path);
  probe.sha256 = sha256_of_file(probe.path);
  const Outcome outcome = run_to_end({probe.path.string(), "witness"}, std::chrono::seconds(20));
  const auto answer = nlohmann::json::parse(outcome.output, nullptr, false);
  if (!outcome.state.succeeded() || !answer.is_object()) {
    throw EnvironmentFailure(fmt::format("The probe {} does not run on this machine: {}. Build it again.",
                                         escaped(probe.path.string()), escaped(outcome.errors)));
  }
  const Witness witness = read_witness(answer);
  probe.version = text_at(answer, "/probe").value_or("");
  probe.build_id = witness.build_id;
  probe.libc_name = witness.libc_name;
  probe.libc_version = witness.libc_version;
  return probe;
}

Host this_host() {
  Host host;
  host.cpus = allowed_cpus();
  host.native_probe = identity_of(native_probe_path());
  return host;
}

std::optional<Reference> reference_of(const Experiment& experiment) {
  if (!experiment.reference) return std::nullopt;
  const std::string name = *experiment.reference + ".yaml";
  const std::array<fs::path, 3> places{experiment.file.parent_path() / ".." / "results/reference" / name,
                                       prefix() / "share/orchestrate/results/reference" / name,
                                       fs::path(build::source_dir) / "results/reference" / name};
  for (const fs::path& place : places) {
    if (fs::exists(place)) return read_reference(place.lexically_normal());
  }
  throw UsageFailure(fmt::format("{}: reference: there is no {} (looked for {}); leave the key out, or write that file",
                                 escaped(experiment.file.string()), escaped(name),
                                 escaped(fs::weakly_canonical(places[0]).string())));
}

}  // namespace orchestrate
