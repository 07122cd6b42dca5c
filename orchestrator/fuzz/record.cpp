// libFuzzer: what `inspect`, the runtime's config.json and a witness say, read by a factor. The first byte chooses the
// factor and its level.

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/secrets.hpp"
#include "factors/factor.hpp"
#include "support/foreign_json.hpp"
#include "witness/message.hpp"

namespace {

using namespace orchestrate;

Host host() {
  Host result;
  result.cpus = {0, 1};
  result.native_probe = {"/usr/libexec/orchestrate/probe", "0", "b111", "5a", "glibc", "2.36"};
  result.images["debian:12-slim"] = {"sha256:b2a3", "0e51"};
  return result;
}

/// Levels of every factor, beside those that hold where a file says nothing.
std::vector<Level> levels() {
  std::vector<Level> result;
  const Host here = host();
  const auto add = [&](const char* factor, const std::string& level, nlohmann::json details = nlohmann::json()) {
    result.push_back(find_factor(factor)->resolve({factor, level, ".", std::move(details)}, here));
  };
  for (const Factor* factor : all_factors()) {
    if (const auto implied = factor->implied(here)) add(std::string(factor->name()).c_str(), *implied);
  }
  for (const char* level : {"builtin", "unconfined"}) add("seccomp", level);
  for (const char* level : {"pinned", "split"}) add("cpus", level);
  add("libc", "native");
  add("image", "debian:12-slim");
  add("no_new_privileges", "true");
  for (const char* level : {"+SYS_PTRACE", "-CHOWN"}) add("capabilities", level);
  add("privileged", "true");
  add("apparmor", "unconfined");
  add("cpu_quota", "0.50");
  for (const char* level : {"none", "64m"}) add("memory", level);
  add("env.A", "yes");
  add("ulimit", "nofile=1024:2048");
  add("runtime", "runc");
  add("read_only", "false");
  add("network", "none");
  add("pids", "64");
  add("engine_args.shm", "small",
      {{"args", {"--shm-size", "64m"}}, {"verify", {{"inspect", "/HostConfig/ShmSize"}, {"equals", 67108864}}}});
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::vector<Level> known = levels();
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  nlohmann::json document = parse_foreign(text);
  if (document.is_discarded()) return 0;
  mask_variables(document, {{"API_TOKEN", "[secret 1]", "value"}});
  const Level& level = known[data[0] % known.size()];
  const Factor& factor = *find_factor(level.factor);
  static_cast<void>(factor.from_record(level, document));
  static_cast<void>(factor.from_config(level, document));
  if (document.is_object()) static_cast<void>(factor.from_witness(level, read_witness(document)));
  return 0;
}
