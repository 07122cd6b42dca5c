#include "cli/leftovers.hpp"

#include "runner/shared_turns.hpp"
#include "support/files.hpp"
#include "support/owner.hpp"

namespace orchestrate {

int remove_leftovers(Engine& engine) {
  std::vector<std::string> dead;
  for (const Listed& container : engine.list()) {
    if (!owner_lives(container.ownership.owner)) dead.push_back(container.id);
  }
  engine.remove(dead);
  remove_left_turns();
  remove_left_folders();
  return static_cast<int>(dead.size());
}

}  // namespace orchestrate
