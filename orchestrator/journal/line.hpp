#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "journal/facts.hpp"

namespace orchestrate {

/// A fact as a line of a journal, without its new line: an object of JSON whose key "seq" is the line's number and
/// whose last key, "crc32c", is the checksum of the line without that key: eight hexadecimal digits, so that it can be
/// cut off and compared before anything of the line is believed.
std::string line_of(const Fact& fact, std::uint64_t number);

/// The fact of line `number`. Throws std::runtime_error or nlohmann::json::exception that says what is wrong with the
/// line and what may have happened: it was altered, it has no checksum, or a line is missing, doubled or misplaced.
Fact fact_of_line(std::string_view line, std::uint64_t number);

}  // namespace orchestrate
