#include "journal/turn_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace orchestrate {
namespace {

bool needs_no_escape(const std::string& text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
}

/// Takes one piece after the other off a line; once one is missing, nothing is right any more.
class Pieces {
 public:
  explicit Pieces(std::string_view line) : rest_(line) {}

  [[nodiscard]] bool all_right() const { return all_right_; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

  /// Whether the rest began with `text`, which is taken off then.
  bool has(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }

  void expect(std::string_view text) { all_right_ = has(text) && all_right_; }

  template <typename Number>
  Number number() {
    Number value = 0;
    const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
    if (error != std::errc()) {
      all_right_ = false;
      return 0;
    }
    rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
    return value;
  }

  /// The next member of an array.
  template <typename Number>
  Number next() {
    expect(",");
    return number<Number>();
  }

  /// Text up to the closing quote; one with an escape in it, or one that needs it, is left to the general reader.
  std::string text() {
    const std::size_t end = rest_.find_first_of("\"\\");
    if (end == std::string_view::npos || rest_[end] == '\\') {
      all_right_ = false;
      return {};
    }
    std::string value(rest_.substr(0, end));
    all_right_ = needs_no_escape(value) && all_right_;
    rest_.remove_prefix(end + 1);
    return value;
  }

 private:
  std::string_view rest_;
  bool all_right_ = true;
};

Batch batch_from(Pieces& pieces) {
  pieces.expect("[");
  Batch batch;
  batch.slot = pieces.number<std::size_t>();
  batch.started_ns = pieces.next<std::int64_t>();
  batch.elapsed_ns = pieces.next<std::int64_t>();
  batch.voluntary_switches = pieces.next<std::int64_t>();
  batch.involuntary_switches = pieces.next<std::int64_t>();
  batch.minor_faults = pieces.next<std::int64_t>();
  batch.cpu_before = pieces.next<int>();
  batch.cpu_after = pieces.next<int>();
  if (pieces.has("]")) return batch;
  OtherEnd other;
  other.cpu_before = pieces.next<int>();
  other.cpu_after = pieces.next<int>();
  other.voluntary_switches = pieces.next<std::int64_t>();
  other.involuntary_switches = pieces.next<std::int64_t>();
  batch.other = other;
  pieces.expect("]");
  return batch;
}

void append_row(fmt::memory_buffer& line, const Batch& batch) {
  auto out = std::back_inserter(line);
  fmt::format_to(out, "[{},{},{},{},{},{},{},{}", batch.slot, batch.started_ns, batch.elapsed_ns,
                 batch.voluntary_switches, batch.involuntary_switches, batch.minor_faults, batch.cpu_before,
                 batch.cpu_after);
  if (batch.other) {
    fmt::format_to(out, ",{},{},{},{}", batch.other->cpu_before, batch.other->cpu_after,
                   batch.other->voluntary_switches, batch.other->involuntary_switches);
  }
  line.push_back(']');
}

}  // namespace

std::optional<std::string> turn_object(const Turn& turn, std::uint64_t number) {
  if (!needs_no_escape(turn.operation)) return std::nullopt;
  fmt::memory_buffer line;
  auto out = std::back_inserter(line);
  fmt::format_to(out, "{{\"batches\":[");
  for (std::size_t place = 0; place < turn.batches.size(); ++place) {
    if (place > 0) line.push_back(',');
    append_row(line, turn.batches[place]);
  }
  fmt::format_to(out, "],\"fact\":\"turn\",\"group\":{},\"operation\":\"{}\",\"round\":{},\"seq\":{},\"turn\":{}}}",
                 turn.group, turn.operation, turn.round, number, turn.turn);
  return fmt::to_string(line);
}

std::optional<NumberedTurn> read_turn(std::string_view object) {
  Pieces pieces(object);
  NumberedTurn read;
  Turn& turn = read.turn;
  pieces.expect("{\"batches\":[");
  if (!pieces.has("]")) {
    do {
      turn.batches.push_back(batch_from(pieces));
    } while (pieces.all_right() && pieces.has(","));
    pieces.expect("]");
  }
  pieces.expect(",\"fact\":\"turn\",\"group\":");
  if (!pieces.all_right()) return std::nullopt;
  turn.group = pieces.number<std::size_t>();
  pieces.expect(",\"operation\":\"");
  turn.operation = pieces.text();
  pieces.expect(",\"round\":");
  turn.round = pieces.number<int>();
  pieces.expect(",\"seq\":");
  read.number = pieces.number<std::uint64_t>();
  pieces.expect(",\"turn\":");
  turn.turn = pieces.number<int>();
  pieces.expect("}");
  return pieces.all_right() && pieces.at_end() ? std::optional(std::move(read)) : std::nullopt;
}

}  // namespace orchestrate
