#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "engine/engine.hpp"
#include "selftest/arguments.hpp"

namespace orchestrate {

/// What goes wrong between the plan and the measured process. Members that are left empty do nothing.
struct Sabotage {
  /// Changes the argv with which the engine's client is called. `id_file` is where the container's id is to end up.
  std::function<Arguments(Arguments arguments, const std::string& id_file)> arguments;
  /// Called with a container's id after it has reported itself and before its first batch.
  std::function<void(const std::string& id)> before_batches;
  /// Called with a container's id after its last batch and before it reports itself again.
  std::function<void(const std::string& id)> after_batches;
  /// Changes what `inspect` says of the containers of a round, in the order in which they were asked for.
  std::function<void(std::vector<nlohmann::json>& records)> records;
  /// Changes a line that a container's program writes.
  std::function<std::string(std::string line)> line;
  /// What the engine's client writes on standard error beside its own words.
  std::string warning;
};

/// An engine that wraps the real one and sabotages it; everything else passes through.
class Saboteur final : public Engine {
 public:
  Saboteur(Engine& real, Sabotage sabotage) : real_(real), sabotage_(std::move(sabotage)) {}

  nlohmann::json describe() override { return real_.describe(); }
  std::string image_id(const std::string& image) override { return real_.image_id(image); }
  std::vector<std::string> run_arguments(const ContainerSpec& spec, const Ownership& ownership,
                                         const std::string& id_file) const override {
    return real_.run_arguments(spec, ownership, id_file);
  }
  std::unique_ptr<Container> launch(std::vector<std::string> arguments,
                                    std::unique_ptr<TemporaryFolder> folder) override;
  nlohmann::json runtime_config(const std::string& id) override { return real_.runtime_config(id); }
  std::string file_in_image(const std::string& image, const std::string& path) override {
    return real_.file_in_image(image, path);
  }
  std::vector<nlohmann::json> inspect(const std::vector<std::string>& ids) override;
  void remove(const std::vector<std::string>& ids) override { real_.remove(ids); }
  std::vector<Listed> list() override { return real_.list(); }

 private:
  Engine& real_;
  Sabotage sabotage_;
};

}  // namespace orchestrate
