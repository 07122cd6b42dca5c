#pragma once

#include <cstddef>
#include <string>

namespace probe {

/// Cuts what comes from a file descriptor into lines.
class LineReader {
 public:
  enum class Outcome {
    line,      ///< a line, without its newline; the last one may lack it
    too_long,  ///< a line longer than the limit; it was skipped up to its end
    end,       ///< nothing more will come
  };

  LineReader(int descriptor, std::size_t limit_bytes) : descriptor_(descriptor), limit_bytes_(limit_bytes) {}

  /// Waits for the next line and puts it into `line`; throws CallFailed.
  Outcome next(std::string& line);

 private:
  bool fill();

  int descriptor_;
  std::size_t limit_bytes_;
  std::string pending_;
};

}  // namespace probe
