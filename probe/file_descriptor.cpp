#include "file_descriptor.hpp"

#include <unistd.h>

#include <cerrno>

#include "failure.hpp"

namespace probe {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    close();
    descriptor_ = other.release();
  }
  return *this;
}

int FileDescriptor::release() {
  const int descriptor = descriptor_;
  descriptor_ = -1;
  return descriptor;
}

void FileDescriptor::close() {
  if (is_open()) ::close(release());
}

void write_all(int descriptor, const std::string& text) {
  std::size_t written = 0;
  while (written < text.size()) {
    const ssize_t count = write(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw CallFailed("write", errno);
    written += static_cast<std::size_t>(count);
  }
}

}  // namespace probe
