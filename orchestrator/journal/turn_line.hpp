#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "journal/facts.hpp"

namespace orchestrate {

// Turns are nearly all of a journal, and as general JSON they take ten times as long to write and to read.

/// The object of JSON that a turn is on line `number`, without the checksum: byte for byte what the general writer
/// makes of it. Nothing where the operation's name would need an escape.
std::optional<std::string> turn_object(const Turn& turn, std::uint64_t number);

/// A turn as it was read, and the number of the line that it was written as.
struct NumberedTurn {
  Turn turn;
  std::uint64_t number = 0;
};

/// The inverse, where the object is written exactly as this program writes it; nothing otherwise, and for any other
/// fact: the general reader is to judge it.
std::optional<NumberedTurn> read_turn(std::string_view object);

}  // namespace orchestrate
