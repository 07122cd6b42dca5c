#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/container_spec.hpp"
#include "engine/fault.hpp"
#include "support/failure.hpp"
#include "support/files.hpp"
#include "support/process.hpp"

namespace orchestrate {

/// Who a container belongs to; both become labels, by which leftovers are found and told from a living run's.
struct Ownership {
  std::string run;    ///< label orchestrate.run
  std::string owner;  ///< label orchestrate.owner: which process of which boot started it (support/owner.hpp)
};

/// The engine or a container failed; the text holds the engine's own words and the argv, its first line says what
/// happened. Exit status 4.
class EngineFailure : public EnvironmentFailure {
 public:
  explicit EngineFailure(const std::string& text, Fault fault = Fault::engine_error)
      : EnvironmentFailure(text), fault_(fault) {}

  [[nodiscard]] Fault fault() const noexcept { return fault_; }

 private:
  Fault fault_;
};

/// A container that was started and speaks with us line by line over its standard streams.
class Container {
 public:
  virtual ~Container() = default;

  /// The id that the engine gave it; empty as long as the engine has not said.
  [[nodiscard]] virtual const std::string& id() const = 0;

  /// Hands one line to the program in the container. Throws EngineFailure when it no longer reads.
  virtual void send(std::string_view line, Deadline deadline) = 0;

  /// The program's next line. Throws EngineFailure when none came in time, the container ended or a line has no end.
  virtual std::string receive(Deadline deadline) = 0;

  /// What poll(2) finds readable as soon as the program has written something or has ended; negative where there is
  /// nothing to wait for.
  [[nodiscard]] virtual int awaited() const = 0;

  /// Ends the program's standard input and waits for the container's end; false when it still runs at `deadline`. What
  /// is left of the engine's client goes with this object.
  virtual bool finish(Deadline deadline) = 0;

  /// What the engine's client and the program wrote on standard error so far.
  [[nodiscard]] virtual const std::string& errors() const = 0;
};

/// One container of ours that the engine still knows.
struct Listed {
  std::string id;
  Ownership ownership;
  bool running = false;
};

/// Which of `containers` is the first to have said something or to have ended; nothing where none has at `deadline`. It
/// sleeps until then. Throws Interrupted where that is urgent.
std::optional<std::size_t> first_to_speak(const std::vector<const Container*>& containers, Deadline deadline);

/// Starts containers and says what it did. The one seam between measuring and the outside, so that tests can script it.
class Engine {
 public:
  virtual ~Engine() = default;

  /// `docker version` and `docker info` as JSON, and which client program was asked. Throws EngineFailure when no
  /// engine answers.
  virtual nlohmann::json describe() = 0;

  /// The id of an image that is present. Throws EngineFailure where it is not.
  virtual std::string image_id(const std::string& image) = 0;

  /// The argv with which `start` starts a container, its own file for the id included.
  [[nodiscard]] virtual std::vector<std::string> run_arguments(const ContainerSpec& spec, const Ownership& ownership,
                                                               const std::string& id_file) const = 0;

  /// Starts a container and returns at once; its first line says that it is up.
  virtual std::unique_ptr<Container> start(const ContainerSpec& spec, const Ownership& ownership);

  /// The same with arguments that are complete already. The engine writes the container's id to the file `id` in
  /// `folder`, which is kept as long as the container.
  virtual std::unique_ptr<Container> launch(std::vector<std::string> arguments,
                                            std::unique_ptr<TemporaryFolder> folder) = 0;

  /// The OCI config.json that the runtime was given for a running container; null where this host cannot read it (an
  /// engine elsewhere, or one that keeps it at a place we do not know).
  virtual nlohmann::json runtime_config(const std::string& id) = 0;

  /// The bytes of a file in an image, links followed; empty where the image has no such file.
  virtual std::string file_in_image(const std::string& image, const std::string& path) = 0;

  /// What the engine recorded of each container, in the order of `ids`.
  virtual std::vector<nlohmann::json> inspect(const std::vector<std::string>& ids) = 0;

  /// Kills and removes containers; those that are gone already are no error.
  virtual void remove(const std::vector<std::string>& ids) = 0;

  /// Every container, running or not, that carries the label orchestrate.run.
  virtual std::vector<Listed> list() = 0;
};

}  // namespace orchestrate
