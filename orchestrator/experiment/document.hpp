#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiment/position.hpp"

namespace orchestrate {

struct Entry;

/// A value of a YAML document: aliases and merge keys resolved, no key twice, every value with its place in the file.
struct Node {
  enum class Kind { scalar, sequence, map };
  Kind kind = Kind::scalar;
  Position position;
  std::string text;            ///< of a scalar, as written
  bool quoted = false;         ///< a scalar that is text whatever it looks like
  std::vector<Node> items;     ///< of a sequence
  std::vector<Entry> entries;  ///< of a map, in the order of the file
};

/// One key of a map with its value.
struct Entry {
  std::string key;
  Position position;  ///< of the key
  Node value;
};

/// The document in the bytes of a file. Its depth and size are bounded (see yaml_events.hpp), so that it may be walked
/// by recursion and copied. Throws Refusal.
Node parse_document(std::string_view bytes);

/// The value of a key of a map; null where the map lacks it, and for what is no map.
const Node* find(const Node& map, std::string_view key);

/// Nothing was written, or `~`, or `null`.
bool is_null(const Node& node);

/// "a list", "a map", "nothing", or the text itself, for a message.
std::string found(const Node& node);

}  // namespace orchestrate
