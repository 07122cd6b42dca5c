#pragma once

#include <string>
#include <string_view>

namespace orchestrate {

/// `text` of several lines, which stay lines, with all else in it as `escaped` has it (text.hpp): for messages that
/// quote what is not ours.
std::string escaped_lines(std::string_view text);

/// Text that comes in pieces from another program, on its way to a terminal: each piece as escaped_lines has it. A
/// letter that a piece cuts in two is held back until the next.
class EscapedPieces {
 public:
  std::string next(std::string_view piece);

 private:
  std::string held_;
};

}  // namespace orchestrate
