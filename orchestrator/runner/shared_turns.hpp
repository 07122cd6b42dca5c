#pragma once

#include <filesystem>
#include <string>

#include "engine/container_spec.hpp"
#include "probe/turns/layout.hpp"
#include "support/files.hpp"

namespace orchestrate {

/// The file in which the containers of one round take turns (probe/turns/layout.hpp), on this host's side: a fresh file
/// in a folder of its own in memory (/dev/shm), mapped here and mounted into each container. Both go with the object.
class SharedTurns {
 public:
  /// For so many containers. Throws EnvironmentFailure where there is no such place or no room.
  explicit SharedTurns(std::size_t slots);
  ~SharedTurns();
  SharedTurns(const SharedTurns&) = delete;
  SharedTurns& operator=(const SharedTurns&) = delete;
  SharedTurns(SharedTurns&&) = delete;
  SharedTurns& operator=(SharedTurns&&) = delete;

  [[nodiscard]] turns::File& file() { return *file_; }
  [[nodiscard]] std::filesystem::path path() const { return folder_.path() / "turns"; }

  /// The file's own number, as a probe tells it: sixteen hexadecimal digits.
  [[nodiscard]] std::string nonce() const;

 private:
  TemporaryFolder folder_;
  turns::File* file_ = nullptr;
};

/// `spec` with the file at `source` mounted, to be written to. In front of all other options, so that none of these
/// changes its place.
ContainerSpec with_turns(ContainerSpec spec, const std::string& source);

/// The name that the folders of these files begin with (left_folders() finds those of processes that no longer live).
std::filesystem::path turns_prefix();

/// Removes the folders that processes which no longer live have left in /dev/shm.
void remove_left_turns();

}  // namespace orchestrate
