#include "engine/engine.hpp"

namespace orchestrate {

std::unique_ptr<Container> Engine::start(const ContainerSpec& spec, const Ownership& ownership) {
  auto folder = std::make_unique<TemporaryFolder>();
  auto arguments = run_arguments(spec, ownership, (folder->path() / "id").string());
  return launch(std::move(arguments), std::move(folder));
}

}  // namespace orchestrate
