#include "experiment/document.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "experiment/problem.hpp"
#include "experiment/source.hpp"
#include "experiment/yaml_events.hpp"

namespace orchestrate {
namespace {

/// Bounds what is matched against a schema's patterns.
constexpr std::size_t longest_key = 256;

/// A key as read, before merge keys are resolved.
struct ReadEntry {
  Entry entry;
  bool merge = false;  ///< a plain `<<`
};

/// Puts nodes together from events; recursion is bounded by the depth that yaml_events allows.
class Builder {
 public:
  explicit Builder(const std::vector<YamlEvent>& events) : events_(events) {}

  /// The value that begins at event `next`; `next` moves behind it.
  Node value(std::size_t& next) const {
    const YamlEvent& event = events_[next++];
    switch (event.kind) {
      case YamlEvent::Kind::alias: {
        std::size_t repeated = event.target;
        return value(repeated);
      }
      case YamlEvent::Kind::sequence:
        return sequence(event, next);
      case YamlEvent::Kind::map:
        return map(event, next);
      case YamlEvent::Kind::scalar:
      case YamlEvent::Kind::end:
        break;
    }
    return {Node::Kind::scalar, event.position, event.text, event.quoted, {}, {}};
  }

 private:
  Node sequence(const YamlEvent& event, std::size_t& next) const {
    Node node{Node::Kind::sequence, event.position, "", false, {}, {}};
    while (events_[next].kind != YamlEvent::Kind::end) node.items.push_back(value(next));
    ++next;
    return node;
  }

  Node map(const YamlEvent& event, std::size_t& next) const {
    std::vector<ReadEntry> read;
    while (events_[next].kind != YamlEvent::Kind::end) {
      const Position position = events_[next].position;
      const Node key = value(next);
      check_key(key, position);
      read.push_back({{key.text, position, value(next)}, key.text == "<<" && !key.quoted});
    }
    ++next;
    check_unique(read);
    return {Node::Kind::map, event.position, "", false, {}, merged(std::move(read))};
  }

  static void check_key(const Node& key, Position position) {
    if (key.kind != Node::Kind::scalar || is_null(key)) {
      throw Refusal(position, fmt::format("found {} as a key; a key is a word", found(key)));
    }
    if (key.text.size() > longest_key) {
      throw Refusal(position, fmt::format("a key of {} bytes; at most {} are allowed", key.text.size(), longest_key));
    }
  }

  static void check_unique(const std::vector<ReadEntry>& read) {
    std::unordered_map<std::string_view, int> line_of;
    for (const ReadEntry& item : read) {
      const auto [first, fresh] = line_of.emplace(item.entry.key, item.entry.position.line);
      if (fresh) continue;
      throw Refusal(item.entry.position, fmt::format("{} is given twice, on line {} and on line {}; once is allowed",
                                                     shown(item.entry.key), first->second, item.entry.position.line));
    }
  }

  /// Merge keys as in YAML 1.1: a map, or a list of maps of which the earlier win; the map's own keys win over all.
  /// Merged keys stand where the `<<` stood.
  static std::vector<Entry> merged(std::vector<ReadEntry> read) {
    std::unordered_set<std::string> taken;
    for (const ReadEntry& item : read) {
      if (!item.merge) taken.insert(item.entry.key);
    }
    std::vector<Entry> entries;
    for (ReadEntry& item : read) {
      if (!item.merge) {
        entries.push_back(std::move(item.entry));
        continue;
      }
      for (Node& source : sources(item.entry.value)) {
        for (Entry& entry : source.entries) {
          if (taken.insert(entry.key).second) entries.push_back(std::move(entry));
        }
      }
    }
    return entries;
  }

  static std::vector<Node> sources(Node& value) {
    const auto check = [](const Node& node) {
      if (node.kind == Node::Kind::map) return;
      throw Refusal(node.position,
                    fmt::format("found {} to merge by <<; a map or a list of maps is wanted", found(node)));
    };
    if (value.kind == Node::Kind::sequence) {
      std::for_each(value.items.begin(), value.items.end(), check);
      return std::move(value.items);
    }
    check(value);
    std::vector<Node> one;
    one.push_back(std::move(value));
    return one;
  }

  const std::vector<YamlEvent>& events_;
};

}  // namespace

Node parse_document(std::string_view bytes) {
  const std::vector<YamlEvent> events = yaml_events(Source(bytes));
  std::size_t first = 0;
  return Builder(events).value(first);
}

const Node* find(const Node& map, std::string_view key) {
  const auto entry =
      std::find_if(map.entries.begin(), map.entries.end(), [&](const Entry& one) { return one.key == key; });
  return entry == map.entries.end() ? nullptr : &entry->value;
}

bool is_null(const Node& node) {
  static constexpr std::array<std::string_view, 5> words{"", "~", "null", "Null", "NULL"};
  return node.kind == Node::Kind::scalar && !node.quoted &&
         std::find(words.begin(), words.end(), node.text) != words.end();
}

std::string found(const Node& node) {
  if (node.kind == Node::Kind::sequence) return "a list";
  if (node.kind == Node::Kind::map) return "a map";
  if (is_null(node)) return "nothing";
  return node.text.empty() ? "an empty text" : shown(node.text);
}

}  // namespace orchestrate
