#include "cli/status_line.hpp"

#include <cstdio>

namespace orchestrate {
namespace {

/// Back to the line's beginning, and nothing behind it (ECMA-48, EL).
constexpr const char* begin_anew = "\r\x1b[2K";

/// There is one terminal.
bool& is_drawn() {
  static bool drawn = false;
  return drawn;
}

}  // namespace

void draw_status_line(const std::string& line) {
  std::fputs(begin_anew, stderr);
  std::fputs(line.c_str(), stderr);
  std::fflush(stderr);
  is_drawn() = true;
}

void erase_status_line() {
  if (!is_drawn()) return;
  std::fputs(begin_anew, stderr);
  std::fflush(stderr);
  is_drawn() = false;
}

}  // namespace orchestrate
