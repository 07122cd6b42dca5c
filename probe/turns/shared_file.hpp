#pragma once

#include <string>

#include "turns/layout.hpp"

namespace probe {

/// The file in which turns are taken, mapped: what is written here the host and the other probes see.
class SharedFile {
 public:
  /// Maps the file at `path` and takes the seat of `slot`. Throws CallFailed or std::runtime_error, which say what is
  /// in the way: no such file, another layout, a filter that refuses what taking turns needs.
  SharedFile(const std::string& path, std::uint32_t slot);
  ~SharedFile();
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;

  turns::File& file() const { return *file_; }
  std::uint32_t slot() const { return slot_; }

 private:
  turns::File* file_;
  std::uint32_t slot_;
};

}  // namespace probe
