#include "line_reader.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "failure.hpp"

namespace probe {

LineReader::Outcome LineReader::next(std::string& line) {
  bool skipping = false;
  for (;;) {
    const std::size_t newline = pending_.find('\n');
    if (newline != std::string::npos) {
      line = pending_.substr(0, newline);
      pending_.erase(0, newline + 1);
      return skipping || line.size() > limit_bytes_ ? Outcome::too_long : Outcome::line;
    }
    if (pending_.size() > limit_bytes_) {
      skipping = true;
      pending_.clear();
    }
    if (!fill()) break;
  }
  line.swap(pending_);
  pending_.clear();
  if (skipping) return Outcome::too_long;
  return line.empty() ? Outcome::end : Outcome::line;
}

/// Reads some more; false at the end.
bool LineReader::fill() {
  std::array<char, 4096> buffer;
  ssize_t count;
  do {
    count = read(descriptor_, buffer.data(), buffer.size());
  } while (count < 0 && errno == EINTR);
  if (count < 0) throw CallFailed("read of stdin", errno);
  pending_.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0;
}

}  // namespace probe
