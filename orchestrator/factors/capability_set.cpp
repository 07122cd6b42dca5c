#include "factors/capability_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "factors/evidence.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {

const std::vector<std::string>& capability_names() {
  static const std::vector<std::string> names{
      "CHOWN",
      "DAC_OVERRIDE",
      "DAC_READ_SEARCH",
      "FOWNER",
      "FSETID",
      "KILL",
      "SETGID",
      "SETUID",
      "SETPCAP",
      "LINUX_IMMUTABLE",
      "NET_BIND_SERVICE",
      "NET_BROADCAST",
      "NET_ADMIN",
      "NET_RAW",
      "IPC_LOCK",
      "IPC_OWNER",
      "SYS_MODULE",
      "SYS_RAWIO",
      "SYS_CHROOT",
      "SYS_PTRACE",
      "SYS_PACCT",
      "SYS_ADMIN",
      "SYS_BOOT",
      "SYS_NICE",
      "SYS_RESOURCE",
      "SYS_TIME",
      "SYS_TTY_CONFIG",
      "MKNOD",
      "LEASE",
      "AUDIT_WRITE",
      "AUDIT_CONTROL",
      "SETFCAP",
      "MAC_OVERRIDE",
      "MAC_ADMIN",
      "SYSLOG",
      "WAKE_ALARM",
      "BLOCK_SUSPEND",
      "AUDIT_READ",
      "PERFMON",
      "BPF",
      "CHECKPOINT_RESTORE",
  };
  return names;
}

std::optional<CapabilitySet> capability(std::string_view name) {
  const auto& names = capability_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return CapabilitySet{1} << static_cast<unsigned>(found - names.begin());
}

std::optional<CapabilitySet> parse_capability_mask(std::string_view hexadecimal) {
  CapabilitySet set = 0;
  const char* end = hexadecimal.data() + hexadecimal.size();
  const auto [stop, error] = std::from_chars(hexadecimal.data(), end, set, 16);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return set;
}

std::optional<CapabilitySet> bounding_capabilities(const Witness& witness) {
  const auto mask = text_at(witness.raw, "/capabilities/bounding");
  return mask ? parse_capability_mask(*mask) : std::nullopt;
}

std::optional<CapabilitySet> bounding_capabilities(const nlohmann::json& config) {
  if (!value_at(config, "/process").is_object()) return std::nullopt;
  CapabilitySet set = 0;
  for (const nlohmann::json& listed : value_at(config, "/process/capabilities/bounding")) {
    if (!listed.is_string()) continue;
    const std::string_view name = listed.get_ref<const std::string&>();
    // A capability that is newer than this program counts for none of those that it knows.
    set |= capability(name.starts_with("CAP_") ? name.substr(4) : name).value_or(0);
  }
  return set;
}

std::string difference(CapabilitySet set, CapabilitySet base) {
  std::vector<std::string> changes;
  for (std::size_t number = 0; number < 64; ++number) {
    const CapabilitySet one = CapabilitySet{1} << number;
    if ((set & one) == (base & one)) continue;
    const auto& names = capability_names();
    const std::string name = number < names.size() ? names[number] : fmt::format("{}", number);
    changes.push_back((set & one) != 0 ? "+" + name : "-" + name);
  }
  return joined(changes, ",");
}

}  // namespace orchestrate
