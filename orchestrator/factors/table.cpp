#include "factors/table.hpp"

#include <algorithm>

namespace orchestrate {

const std::vector<const Factor*>& all_factors() {
  static const std::vector<const Factor*> table{
      &seccomp_factor(),           &cpus_factor(),         &libc_factor(),       &image_factor(),
      &no_new_privileges_factor(), &capabilities_factor(), &privileged_factor(), &apparmor_factor(),
      &cpu_quota_factor(),         &memory_factor(),       &env_factor(),        &ulimit_factor(),
      &runtime_factor(),           &read_only_factor(),    &network_factor(),    &pids_factor(),
      &engine_args_factor(),
  };
  return table;
}

const Factor* find_factor(std::string_view name) {
  const std::string_view family = name.substr(0, name.find('.'));
  const auto& table = all_factors();
  const auto found = std::find_if(table.begin(), table.end(), [&](const Factor* f) { return f->name() == family; });
  return found == table.end() ? nullptr : *found;
}

}  // namespace orchestrate
