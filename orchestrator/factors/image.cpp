#include <fmt/format.h>

#include <algorithm>

#include "factors/evidence.hpp"
#include "factors/table.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

/// "sha256:b2a34b3a7565…" or "b2a34b3a7565…": podman leaves the first part out.
std::string without_algorithm(const std::string& id) {
  return id.starts_with("sha256:") ? id.substr(7) : id;
}

/// What the container's files are. The container is started by the image's id, so that a moved tag changes nothing.
class Image final : public Factor {
 public:
  std::string_view name() const override { return "image"; }
  std::string_view levels() const override { return "names of images, as debian:12-slim"; }
  std::vector<std::string> words() const override { return {}; }
  std::optional<std::string> implied(const Host&) const override { return std::nullopt; }
  std::vector<std::string> owned_options() const override { return {}; }

  std::optional<std::string> refusal(const std::string& level, const std::filesystem::path&) const override {
    if (level.empty()) return "image cannot be empty; allowed: the name of an image, as debian:12-slim";
    if (level.front() == '-') {
      return fmt::format("image cannot be {}: a name that begins with - would be taken for an option of the engine",
                         escaped(level));
    }
    // What is not shown as it is would not be seen in a report either.
    if (level.find(' ') != std::string::npos || escaped(level) != level) {
      return fmt::format("image cannot be {}: a name has no white space and nothing that is not seen", escaped(level));
    }
    return std::nullopt;
  }

  Level resolve(const Declaration& declaration, const Host& host) const override {
    Level level{declaration.factor, declaration.level, nlohmann::json::object()};
    const auto known = host.images.find(declaration.level);
    if (known == host.images.end()) return level;
    level.resolved["id"] = known->second.id;
    level.resolved["os_release"] = known->second.os_release;
    return level;
  }

  void apply(const Level& level, ContainerSpec& spec) const override {
    spec.image = text_at(level.resolved, "/id").value_or(level.text);
  }

  Observation from_record(const Level& level, const nlohmann::json& record) const override {
    const auto wanted = text_at(level.resolved, "/id");
    if (!wanted) return unreadable(fmt::format("the id of the image {} is not known", level.text));
    const auto image = text_at(record, "/Image");
    if (!image) return unreadable("inspect shows no Image");
    const std::string id = without_algorithm(*image);
    const bool same = id == without_algorithm(*wanted);
    return observed(level.text, same ? level.text : fmt::format("image {:.12}", id), fmt::format("Image {:.12}", id));
  }

  Observation from_config(const Level&, const nlohmann::json&) const override { return silent(); }

  Observation from_witness(const Level& level, const Witness& witness) const override {
    const std::string wanted = text_at(level.resolved, "/os_release").value_or("");
    if (wanted.empty()) {
      return unreadable(
          fmt::format("no /etc/os-release is known of the image {}, so no process can show that it runs "
                      "in it",
                      level.text));
    }
    const auto digest = text_at(witness.raw, "/os_release_sha256");
    if (!digest) return unreadable_in(witness, "os_release_sha256");
    const std::string shown = text_at(witness.raw, "/os_release").value_or("a system without a name");
    return observed(level.text, *digest == wanted ? level.text : fmt::format("an image of {}", shown),
                    fmt::format("/etc/os-release: {}, sha256 {:.12}", shown, *digest));
  }
};

}  // namespace

const Factor& image_factor() {
  static const Image factor;
  return factor;
}

}  // namespace orchestrate
