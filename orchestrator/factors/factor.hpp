#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/container_spec.hpp"
#include "factors/host.hpp"
#include "witness/witness.hpp"

namespace orchestrate {

/// A level made definite for one host: `pinned` has become a CPU number, a profile's path its contents. It is written
/// to the plan and the journal, so that the evidence can be judged again on any machine.
struct Level {
  std::string factor;                                  ///< "seccomp", "env.NAME"
  std::string text;                                    ///< as written in the experiment file
  nlohmann::json resolved = nlohmann::json::object();  ///< what it stands for here; the factor's own keys
};

/// A level as the experiment file declares it.
struct Declaration {
  std::string factor;                         ///< "seccomp", "env.NAME", "engine_args.NAME"
  std::string level;                          ///< as written
  std::filesystem::path folder;               ///< the experiment file's, for relative paths
  nlohmann::json details = nlohmann::json();  ///< of an engine_args level: its arguments and how to verify them
};

/// What one source of evidence says of one factor in one container.
struct Observation {
  enum class Kind {
    in_force,    ///< the declared level is the one that was seen
    another,     ///< another level was seen
    unreadable,  ///< the source should say something and does not
    silent,      ///< the source never says anything of this factor
  };
  Kind kind = Kind::unreadable;
  std::string level;   ///< the level that was seen, in the experiment file's words where it has one
  std::string detail;  ///< what was read, for a person: "Seccomp: 2, keyctl EPERM"; or why nothing could be read
};

/// The observation that `seen` was in force where `declared` was asked for.
inline Observation observed(const std::string& declared, std::string seen, std::string detail) {
  const auto kind = seen == declared ? Observation::Kind::in_force : Observation::Kind::another;
  return {kind, std::move(seen), std::move(detail)};
}

/// The observation that a source of evidence says nothing, and why.
inline Observation unreadable(std::string why) {
  return {Observation::Kind::unreadable, {}, std::move(why)};
}

/// The observation of a source that has no say in a factor; it counts neither for nor against.
inline Observation silent() {
  return {Observation::Kind::silent, {}, {}};
}

/// One thing that can be varied: its levels, how one is put into force, and how each source of evidence reads it back.
class Factor {
 public:
  virtual ~Factor() = default;

  /// The key in an experiment file.
  [[nodiscard]] virtual std::string_view name() const = 0;

  /// The levels in words, for messages: "default, unconfined, or the path of a JSON profile".
  [[nodiscard]] virtual std::string_view levels() const = 0;

  /// The levels that are words, for suggestions.
  [[nodiscard]] virtual std::vector<std::string> words() const = 0;

  /// The level that holds where an experiment does not name this factor; it is attested all the same, so that nothing
  /// hidden decides what is measured. Empty for a factor that has no such level, or none that this host can prove.
  [[nodiscard]] virtual std::optional<std::string> implied(const Host& host) const = 0;

  /// True where the implied level cannot hold in a privileged container: no filter is loaded there, whatever is named.
  [[nodiscard]] virtual bool overruled_by_privileged() const { return false; }

  /// Engine options that only this factor may set, as `--cpuset-cpus`, or `--security-opt seccomp` where only values
  /// that begin so are this factor's.
  [[nodiscard]] virtual std::vector<std::string> owned_options() const = 0;

  /// Nothing when `level` is one of this factor's; otherwise what is wrong with it and what is allowed, without a
  /// place. `folder` is the experiment file's, for paths.
  [[nodiscard]] virtual std::optional<std::string> refusal(const std::string& level,
                                                           const std::filesystem::path& folder) const = 0;

  /// The level for this host. Called only with a level that was not refused; throws EnvironmentFailure where the host
  /// cannot give it (`split` on a machine with one CPU).
  [[nodiscard]] virtual Level resolve(const Declaration& declaration, const Host& host) const = 0;

  /// Why `level` would not mean on this engine what it says (`seccomp: default` where the daemon's own profile is
  /// another), for a person; nothing where it does. `engine` is what Engine::describe gives.
  [[nodiscard]] virtual std::optional<std::string> objection(const Level& level, const nlohmann::json& engine) const {
    static_cast<void>(level);
    static_cast<void>(engine);
    return std::nullopt;
  }

  /// Adds to `spec` what puts `level` into force.
  virtual void apply(const Level& level, ContainerSpec& spec) const = 0;

  /// What the engine says it set: `record` is one element of the output of `inspect`.
  [[nodiscard]] virtual Observation from_record(const Level& level, const nlohmann::json& record) const = 0;

  /// What the container's runtime was told: its OCI config.json (opencontainers/runtime-spec, config.md). Asked only
  /// where the host can read that file.
  [[nodiscard]] virtual Observation from_config(const Level& level, const nlohmann::json& config) const = 0;

  /// What the measured process saw of itself.
  [[nodiscard]] virtual Observation from_witness(const Level& level, const Witness& witness) const = 0;
};

/// Every factor there is, in the order of the table in factors/table.cpp.
const std::vector<const Factor*>& all_factors();

/// The factor that `name` belongs to (`env.NAME` belongs to `env`); null when there is none.
const Factor* find_factor(std::string_view name);

}  // namespace orchestrate
