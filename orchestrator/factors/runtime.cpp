#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/json.hpp"
#include "support/suggestion.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// gVisor and Kata Containers answer system calls with a kernel of their own; all others share the host's.
bool has_own_kernel(std::string_view runtime) {
  return runtime.find("runsc") != std::string_view::npos || runtime.find("kata") != std::string_view::npos;
}

/// The release of the kernel that the engine runs on, which is another machine's where the engine is in one.
std::string kernel_below(const nlohmann::json& engine) {
  if (auto release = text_at(engine, "/info/KernelVersion")) return *release;
  utsname names;
  return uname(&names) == 0 ? names.release : "";
}

/// The program that turns a container's description into a process: runc, crun, runsc, …
class Runtime final : public Factor {
 public:
  std::string_view name() const override { return "runtime"; }
  std::string_view levels() const override {
    return "default, or the name of a runtime that the engine knows, as runc";
  }
  std::vector<std::string> words() const override { return {"default"}; }
  std::optional<std::string> implied(const Host&) const override { return std::nullopt; }
  std::vector<std::string> owned_options() const override { return {"--runtime"}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (!is_plain_name(level) || (level != "default" && nearest(level, words()))) return not_allowed(*this, level);
    return std::nullopt;
  }

  Level resolve(const Declaration& declaration, const Host& host) const override {
    Level level{declaration.factor, declaration.level, {{"kernel", kernel_below(host.engine)}}};
    if (declaration.level != "default") {
      level.resolved["runtime"] = declaration.level;
    } else if (const auto known = text_at(host.engine, "/info/DefaultRuntime")) {
      level.resolved["runtime"] = *known;
    }
    return level;
  }

  std::optional<std::string> objection(const Level& level, const nlohmann::json& engine) const override {
    const nlohmann::json& known = value_at(engine, "/info/Runtimes");
    if (level.text == "default" || !known.is_object() || known.contains(level.text)) return std::nullopt;
    std::vector<std::string> names;
    for (const auto& entry : known.items()) names.push_back(entry.key());
    return fmt::format(
        "runtime: {} is not known to this engine{} Name one that it knows, or add it to the daemon's configuration "
        "(runtimes in daemon.json).",
        level.text, suggestion(level.text, names, "known: " + joined(names)));
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    if (level.text != "default") spec.options.insert(spec.options.end(), {"--runtime", level.text});
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const auto used = text_at(record, "/HostConfig/Runtime");
    if (!used) return unreadable("inspect shows no HostConfig.Runtime");
    const auto wanted = text_at(level.resolved, "/runtime");
    if (!wanted) return unreadable("the engine does not say which runtime is its default");
    return observed(level.text, *used == *wanted ? level.text : *used, fmt::format("Runtime {}", *used));
  }

  Observation from_config(const Level&, const nlohmann::json&) const override { return silent(); }

  /// A process sees of its runtime only whose kernel answers it.
  Observation from_witness(const Level& level, const Witness& witness) const override {
    const auto release = text_at(witness.raw, "/kernel/release");
    if (!release) return unreadable_in(witness, "kernel");
    const auto runtime = text_at(level.resolved, "/runtime");
    const std::string below = text_at(level.resolved, "/kernel").value_or("");
    if (!runtime || below.empty()) return unreadable("the engine's runtime or kernel is not known");
    const bool own = *release != below;
    const std::string detail = fmt::format("kernel {}, below the engine {}", *release, below);
    if (own == has_own_kernel(*runtime)) return observed(level.text, level.text, detail);
    return {Observation::Kind::another, own ? "a runtime with a kernel of its own" : "a runtime on the host's kernel",
            detail};
  }
};

}  // namespace

const Factor& runtime_factor() {
  static const Runtime factor;
  return factor;
}

}  // namespace orchestrate
