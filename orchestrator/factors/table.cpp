#include "factors/table.hpp"

#include <algorithm>

namespace orchestrate {

const std::vector<const Factor*>& all_factors() {
  static const std::vector<const Factor*> table{
      &seccomp_factor(),
      &cpus_factor(),
      &libc_factor(),
      &env_factor(),
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
