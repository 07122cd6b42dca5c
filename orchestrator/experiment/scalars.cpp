#include "experiment/scalars.hpp"

#include <charconv>
#include <cmath>
#include <cstdint>

namespace orchestrate {
namespace {

/// The whole of `text` as a number of this type.
template <typename Number>
std::optional<Number> parsed(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// RFC 8259, section 6, as far as from_chars takes more: no leading zero, a digit on each side of the point, no `inf`.
bool is_json_number(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.starts_with('-')) text.remove_prefix(1);
  if (text.empty() || !is_digit(text.front())) return false;
  if (text.size() > 1 && text[0] == '0' && is_digit(text[1])) return false;
  const std::size_t point = text.find('.');
  return point == std::string_view::npos || (point + 1 < text.size() && is_digit(text[point + 1]));
}

nlohmann::json plain_scalar(const Node& node) {
  if (is_null(node)) return nullptr;
  if (node.text == "true") return true;
  if (node.text == "false") return false;
  if (!is_json_number(node.text)) return node.text;
  if (const auto whole = parsed<std::int64_t>(node.text)) return *whole;
  if (const auto number = number_in(node.text)) return *number;
  return node.text;
}

}  // namespace

std::optional<double> number_in(std::string_view text) {
  if (!is_json_number(text)) return std::nullopt;
  const auto number = parsed<double>(text);
  return number && std::isfinite(*number) ? number : std::nullopt;
}

nlohmann::json to_json(const Node& node) {
  switch (node.kind) {
    case Node::Kind::sequence: {
      nlohmann::json list = nlohmann::json::array();
      for (const Node& item : node.items) list.push_back(to_json(item));
      return list;
    }
    case Node::Kind::map: {
      nlohmann::json map = nlohmann::json::object();
      for (const Entry& entry : node.entries) map[entry.key] = to_json(entry.value);
      return map;
    }
    case Node::Kind::scalar:
      break;
  }
  return node.quoted ? nlohmann::json(node.text) : plain_scalar(node);
}

}  // namespace orchestrate
