#include "journal/line.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "journal/turn_line.hpp"
#include "support/checksum.hpp"
#include "support/foreign_json.hpp"
#include "support/json.hpp"
#include "support/whole_number.hpp"

namespace orchestrate {
namespace {

constexpr std::string_view checksum_key = ",\"crc32c\":\"";

std::string ending_of(std::string_view object) {
  return fmt::format("{}{:08x}\"}}", checksum_key, crc32c(object));
}

/// The object without its checksum, which is right.
std::string checked(std::string_view line) {
  constexpr std::size_t ending = checksum_key.size() + 8 + 2;
  if (line.size() <= ending || line.substr(line.size() - ending, checksum_key.size()) != checksum_key) {
    throw std::runtime_error(
        "it has no checksum: the journal was written by another version of this program, or changed by hand");
  }
  std::string object(line.substr(0, line.size() - ending));
  object += '}';
  if (ending_of(object) != line.substr(line.size() - ending)) {
    throw std::runtime_error("its checksum is that of another text: it was altered after it was written");
  }
  return object;
}

void refuse_another_number(std::uint64_t written, std::uint64_t number) {
  if (written == number) return;
  throw std::runtime_error(
      fmt::format("it was written as line {}: lines before it are missing, doubled or in another order", written));
}

std::string object_of(const Fact& fact, std::uint64_t number) {
  if (const Turn* turn = std::get_if<Turn>(&fact)) {
    if (auto object = turn_object(*turn, number)) return std::move(*object);
  }
  nlohmann::json keys = to_json(fact);
  keys["seq"] = number;
  return to_line(keys);
}

}  // namespace

std::string line_of(const Fact& fact, std::uint64_t number) {
  std::string line = object_of(fact, number);
  const std::string ending = ending_of(line);
  line.pop_back();
  return line + ending;
}

Fact fact_of_line(std::string_view line, std::uint64_t number) {
  const std::string object = checked(line);
  if (auto read = read_turn(object)) {
    refuse_another_number(read->number, number);
    return std::move(read->turn);
  }
  const nlohmann::json keys = parse_foreign(object);
  if (keys.is_discarded()) throw std::runtime_error("it is not JSON, or nested too deep");
  refuse_another_number(whole_number<std::uint64_t>(keys.at("seq")), number);
  return fact_from_json(keys);
}

}  // namespace orchestrate
