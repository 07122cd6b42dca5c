#pragma once

#include <string>
#include <vector>

namespace orchestrate {

/// What a container is to be, before any engine is asked. Every element of `options` and `command` is one argv element
/// and stays one: nothing here is ever joined, split or given to a shell.
struct ContainerSpec {
  std::string image;                 ///< the image's id, so that a moved tag cannot change it
  std::vector<std::string> options;  ///< options of `run`, in order
  std::vector<std::string> command;  ///< the program in the container and its arguments
};

}  // namespace orchestrate
