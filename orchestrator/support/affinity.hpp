#pragma once

#include <vector>

namespace orchestrate {

/// The CPUs this process may run on, ascending (sched_getaffinity(2)).
std::vector<int> allowed_cpus();

/// Keeps this process, and so every client it starts, off some CPUs as long as it lives, as far as another allowed CPU
/// is left; then the process may run where it could before.
class KeptOff {
 public:
  explicit KeptOff(const std::vector<int>& cpus);
  ~KeptOff();
  KeptOff(const KeptOff&) = delete;
  KeptOff& operator=(const KeptOff&) = delete;
  KeptOff(KeptOff&&) = delete;
  KeptOff& operator=(KeptOff&&) = delete;

  /// Whether it could.
  [[nodiscard]] bool succeeded() const { return succeeded_; }

 private:
  std::vector<int> before_;
  bool succeeded_ = false;
};

}  // namespace orchestrate
