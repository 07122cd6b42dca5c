#pragma once

#include <string>

namespace orchestrate {

/// One line at the bottom of the terminal that is drawn again and again, on standard error. Whatever else is written
/// there must erase it first, which the log does; it comes back with the next drawing.
void draw_status_line(const std::string& line);
void erase_status_line();

}  // namespace orchestrate
