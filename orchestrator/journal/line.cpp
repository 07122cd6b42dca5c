#include "journal/line.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "support/checksum.hpp"
#include "support/json.hpp"

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

}  // namespace

std::string line_of(const Fact& fact, std::uint64_t number) {
  nlohmann::json keys = to_json(fact);
  keys["seq"] = number;
  std::string line = to_line(keys);
  const std::string ending = ending_of(line);
  line.pop_back();
  return line + ending;
}

Fact fact_of_line(std::string_view line, std::uint64_t number) {
  const nlohmann::json keys = nlohmann::json::parse(checked(line));
  const auto written = keys.at("seq").get<std::uint64_t>();
  if (written != number) {
    throw std::runtime_error(
        fmt::format("it was written as line {}: lines before it are missing, doubled or in another order", written));
  }
  return fact_from_json(keys);
}

}  // namespace orchestrate
