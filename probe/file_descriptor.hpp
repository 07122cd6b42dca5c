#pragma once

#include <string>

namespace probe {

/// Owns one file descriptor and closes it.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept : descriptor_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor() { close(); }

  bool is_open() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  int release();
  void close();

 private:
  int descriptor_ = -1;
};

/// Writes the whole text by write(2), however many calls that takes; throws CallFailed.
void write_all(int descriptor, const std::string& text);

}  // namespace probe
