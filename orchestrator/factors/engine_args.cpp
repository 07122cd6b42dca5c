#include <fmt/format.h>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "factors/words.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// RFC 6901: each part begins with a slash, and a tilde stands only in ~0 and ~1.
bool is_pointer(const std::string& text) {
  if (!text.starts_with('/')) return false;
  for (std::size_t at = text.find('~'); at != std::string::npos; at = text.find('~', at + 1)) {
    if (at + 1 == text.size() || (text[at + 1] != '0' && text[at + 1] != '1')) return false;
  }
  return true;
}

/// Options of the engine as they are, for what no other factor covers. A level is a name; its arguments and the
/// evidence that proves them come from the experiment file. In it `engine_args: {NAME: {LEVEL: …}}`, and each NAME is a
/// factor of its own, called `engine_args.NAME`.
class EngineArgs final : public Factor {
 public:
  std::string_view name() const override { return "engine_args"; }
  std::string_view levels() const override { return "names of letters, digits, dots, underscores and hyphens"; }
  std::vector<std::string> words() const override { return {}; }
  std::optional<std::string> implied(const Host&) const override { return std::nullopt; }
  std::vector<std::string> owned_options() const override { return {}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (is_plain_name(level)) return std::nullopt;
    return not_allowed(*this, level);
  }

  Level resolve(const Declaration& declaration, const Host&) const override {
    return {declaration.factor, declaration.level, declaration.details};
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    for (const nlohmann::json& argument : value_at(level.resolved, "/args")) {
      spec.options.push_back(argument.get<std::string>());
    }
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    return compared(level, "inspect", record);
  }

  Observation from_config(const Level&, const nlohmann::json&) const override { return silent(); }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    return compared(level, "witness", witness.raw);
  }

 private:
  /// The value at the place that the level names for `source`, silent where it names another source.
  static Observation compared(const Level& level, const char* source, const nlohmann::json& document) {
    const nlohmann::json& verify = value_at(level.resolved, "/verify");
    const auto place = text_at(verify, fmt::format("/{}", source));
    if (!place) return verify.empty() ? unreadable("the level names no evidence of its own") : silent();
    if (!is_pointer(*place)) return unreadable(fmt::format("{} is no JSON pointer", escaped(*place)));
    if (!has(document, *place)) return unreadable(fmt::format("the {} shows nothing at {}", source, *place));
    const nlohmann::json& value = value_at(document, *place);
    const std::string shown = to_line(value);
    const std::string detail = fmt::format("{} {} {}", source, *place, escaped(shown));
    // A value may read like the level's name, so the kinds are told apart by the values alone.
    if (value == value_at(verify, "/equals")) return {Observation::Kind::in_force, level.text, detail};
    return {Observation::Kind::another, shown, detail};
  }
};

}  // namespace

const Factor& engine_args_factor() {
  static const EngineArgs factor;
  return factor;
}

}  // namespace orchestrate
