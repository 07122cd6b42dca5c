#pragma once

// For tests only: the shared file as a host makes it.

#include <cstdint>
#include <string>
#include <vector>

#include "turns/layout.hpp"

namespace probe {

/// A file in memory for so many probes, mapped here; it goes with the object.
class TestedFile {
 public:
  explicit TestedFile(std::uint32_t slots);
  ~TestedFile();
  TestedFile(const TestedFile&) = delete;
  TestedFile& operator=(const TestedFile&) = delete;

  turns::File& operator*() const { return *file_; }
  turns::File* operator->() const { return file_; }
  const std::string& path() const { return path_; }

  /// The next segment: who takes each turn, all doing the first operation of the command so many times.
  void lay_out(const std::vector<std::uint32_t>& slots, std::uint64_t iterations);

 private:
  std::string path_;
  turns::File* file_;
};

}  // namespace probe
