#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "support/file_descriptor.hpp"

namespace orchestrate {

/// The runs that measure on this machine at this moment, and this process among them. Each has a file in a folder that
/// all share, locked by flock(2) as long as its process lives; a file that is not locked is of a dead run.
class LivingRuns {
 public:
  /// The folder of this machine: /run/lock/orchestrate, or where that cannot be written $XDG_RUNTIME_DIR/orchestrate,
  /// which only runs of the same user share. Where there is neither, no run sees another.
  LivingRuns();

  explicit LivingRuns(std::filesystem::path folder);
  ~LivingRuns();
  LivingRuns(const LivingRuns&) = delete;
  LivingRuns& operator=(const LivingRuns&) = delete;
  LivingRuns(LivingRuns&&) = delete;
  LivingRuns& operator=(LivingRuns&&) = delete;

  /// This process measures from now on, until the object's end; `about` tells others what, for a person.
  void enter(const std::string& about);

  /// Called with what the others say of themselves and with a descriptor that is readable as soon as one of them has
  /// ended (not where the file of its turn is another user's: look again after some seconds). False gives up.
  using Wait = std::function<bool(const std::vector<std::string>& others, const FileDescriptor& ended)>;

  /// The same as soon as no other run measures. Of several that wait one goes first. `wait` is called each time before
  /// the others are looked for again.
  bool enter_alone(const std::string& about, const Wait& wait);

  /// What the other living runs say of themselves.
  [[nodiscard]] std::vector<std::string> others() const;

 private:
  std::filesystem::path folder_;  ///< empty where there is none
  std::filesystem::path own_path_;
  FileDescriptor own_;
  FileDescriptor turn_;  ///< held by the one among the waiting that goes next, until it ends
};

}  // namespace orchestrate
