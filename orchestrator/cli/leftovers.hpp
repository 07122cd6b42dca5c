#pragma once

#include "engine/engine.hpp"

namespace orchestrate {

/// Removes the containers and temporary folders of runs whose process no longer lives, and returns how many containers.
/// Those of a living run are never touched.
int remove_leftovers(Engine& engine);

}  // namespace orchestrate
