#include "experiment/yaml_events.hpp"

// The one place that knows yaml-cpp. Its node graph is not used: it keeps duplicate keys and takes the first, knows no
// merge keys, loses the tags of plain scalars, ignores later documents and makes cycles and "laughs" possible.
#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

#include "experiment/problem.hpp"

namespace orchestrate {
namespace {

constexpr int deepest = 64;
constexpr std::size_t most_values = 20'000;
constexpr std::size_t most_bytes = std::size_t{1} << 20U;
/// Also keeps std::regex, which valijson matches patterns with, from running out of stack: it recurses for each byte.
constexpr std::size_t longest_text = 2'000;

constexpr std::string_view yaml_white_space = " \t\n";

/// What a value grows to when every alias in it is replaced by what it repeats.
struct Extent {
  std::size_t values = 0;
  std::size_t bytes = 0;
  int height = 0;  ///< levels of lists and maps
};

/// A list or map whose end has not come yet.
struct Open {
  std::size_t start = 0;  ///< index of its event
  YAML::anchor_t anchor = YAML::NullAnchor;
  Extent before;   ///< what the document had grown to when it began
  int height = 0;  ///< of what it holds
};

struct Anchored {
  std::size_t start = 0;
  std::optional<Extent> extent;  ///< none as long as the value is not complete
};

class Recorder final : public YAML::EventHandler {
 public:
  explicit Recorder(const Source& source) : source_(source) {}

  [[nodiscard]] std::vector<YamlEvent> take() { return std::move(events_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ == 0) return;
    // yaml-cpp begins a document wherever something follows a complete one.
    const bool marked = std::string_view(source_.text()).substr(offset(mark)).starts_with("---");
    refuse(mark, marked ? "a second document begins here; one document a file is allowed"
                        : "not YAML: this does not belong to what stands above; is the indentation right?");
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const std::size_t start = after_properties(offset(mark));
    const std::string_view rest = std::string_view(source_.text()).substr(start);
    for (const std::string_view word : {"~", "null", "Null", "NULL"}) {
      if (rest.starts_with(word)) return scalar(source_.position(start), std::string(word), false, anchor);
    }
    // Nothing was written: yaml-cpp gives the place of what follows, a person looks where the value should be.
    const std::size_t seen = source_.text().find_last_not_of(yaml_white_space, start == 0 ? 0 : start - 1);
    scalar(source_.position(seen == std::string::npos ? 0 : seen), "", false, anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& text) override {
    check_tag(mark, tag);
    check_closed(after_properties(offset(mark)));
    scalar(position(mark), text, tag != "?", anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) refuse(mark, "no anchor of this name stands before the alias");
    const Anchored& repeated = found->second;
    if (!repeated.extent) {
      refuse(mark, fmt::format("the value that begins at line {} refers to itself; an alias cannot stand inside what "
                               "it repeats",
                               events_[repeated.start].position.line));
    }
    events_.push_back({YamlEvent::Kind::alias, position(mark), "", false, repeated.start});
    grow(position(mark), *repeated.extent);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    begin(YamlEvent::Kind::sequence, mark, tag, anchor);
  }
  void OnSequenceEnd() override { end(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    begin(YamlEvent::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { end(); }

 private:
  static std::size_t offset(const YAML::Mark& mark) { return mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos); }
  [[nodiscard]] Position position(const YAML::Mark& mark) const { return source_.position(offset(mark)); }
  [[noreturn]] void refuse(const YAML::Mark& mark, const std::string& text) const {
    throw Refusal(position(mark), text);
  }

  /// yaml-cpp marks a value at its anchor or tag; the place where the value itself is written.
  [[nodiscard]] std::size_t after_properties(std::size_t at) const {
    const std::string& text = source_.text();
    while (at < text.size() && (text[at] == '&' || text[at] == '!' || text[at] == '#')) {
      at = text.find_first_of(text[at] == '#' ? "\n" : yaml_white_space, at);
      at = text.find_first_not_of(yaml_white_space, at);
    }
    return std::min(at, text.size());
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) const {
    // "?" is no tag on a plain value, "!" none on a quoted one.
    if (tag == "?" || tag == "!" || tag == "tag:yaml.org,2002:str") return;
    refuse(mark, fmt::format("tag {}; no tag but !!str is allowed", shown(tag)));
  }

  /// yaml-cpp takes a quote that is never closed for closed at the end of the file.
  void check_closed(std::size_t start) const {
    const std::string& text = source_.text();
    const char quote = start < text.size() ? text[start] : ' ';
    if (quote != '"' && quote != '\'') return;
    for (std::size_t at = start + 1; at < text.size(); ++at) {
      if (quote == '"' && text[at] == '\\') {
        ++at;
      } else if (text[at] == quote) {
        if (quote == '"' || at + 1 == text.size() || text[at + 1] != quote) return;
        ++at;
      }
    }
    throw Refusal(source_.position(start), fmt::format("the quote {} that opens here is not closed", quote));
  }

  void scalar(Position here, std::string text, bool quoted, YAML::anchor_t anchor) {
    if (text.size() > longest_text) {
      throw Refusal(here, fmt::format("a text of {} bytes; at most {} are allowed", text.size(), longest_text));
    }
    const Extent extent{1, text.size(), 0};
    if (anchor != YAML::NullAnchor) anchors_[anchor] = {events_.size(), extent};
    events_.push_back({YamlEvent::Kind::scalar, here, std::move(text), quoted, 0});
    grow(here, extent);
  }

  void begin(YamlEvent::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    check_tag(mark, tag);
    if (anchor != YAML::NullAnchor) anchors_[anchor] = {events_.size(), std::nullopt};
    open_.push_back({events_.size(), anchor, total_, 0});
    events_.push_back({kind, position(mark), "", false, 0});
    grow(position(mark), {1, 0, 0});
  }

  void end() {
    const Open closed = open_.back();
    open_.pop_back();
    const int height = closed.height + 1;
    if (closed.anchor != YAML::NullAnchor) {
      anchors_[closed.anchor].extent =
          Extent{total_.values - closed.before.values, total_.bytes - closed.before.bytes, height};
    }
    if (!open_.empty()) open_.back().height = std::max(open_.back().height, height);
    events_.push_back({YamlEvent::Kind::end, {}, "", false, 0});
  }

  void grow(Position here, const Extent& by) {
    total_.values += by.values;
    total_.bytes += by.bytes;
    if (!open_.empty()) open_.back().height = std::max(open_.back().height, by.height);
    if (static_cast<int>(open_.size()) + by.height > deepest) {
      throw Refusal(here, fmt::format("nested too deep; at most {} levels are allowed", deepest));
    }
    if (total_.values > most_values || total_.bytes > most_bytes) {
      throw Refusal(here, fmt::format("the document is too large once its aliases are expanded; at most {} values and "
                                      "{} bytes of text are allowed",
                                      most_values, most_bytes));
    }
  }

  const Source& source_;
  int documents_ = 0;
  std::vector<YamlEvent> events_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, Anchored> anchors_;
  Extent total_;
};

/// yaml-cpp's words for what people get wrong most, in ours.
std::string explained(const std::string& message) {
  static const std::array<std::pair<std::string_view, std::string_view>, 8> words{{
      {YAML::ErrorMsg::MAP_VALUE,
       "a key and its colon cannot stand here; is the line above, or the indentation, right?"},
      {YAML::ErrorMsg::END_OF_SEQ_FLOW, "a [ is not closed, or a comma is missing"},
      {YAML::ErrorMsg::END_OF_MAP_FLOW, "a { is not closed, or a comma is missing"},
      {YAML::ErrorMsg::END_OF_MAP, "this does not belong to the keys above; is the indentation right?"},
      {YAML::ErrorMsg::END_OF_SEQ, "this does not belong to the list above; is the indentation right?"},
      {YAML::ErrorMsg::UNKNOWN_TOKEN, "this character has a meaning of its own in YAML; put the text in quotes"},
      {YAML::ErrorMsg::CHAR_IN_BLOCK, "> and | begin a block of text in YAML; put the text in quotes, as \"> 20\""},
      {YAML::ErrorMsg::UNKNOWN_ANCHOR, "no anchor of this name stands before the alias"},
  }};
  const auto found = std::find_if(words.begin(), words.end(), [&](const auto& word) { return word.first == message; });
  return found == words.end() ? shown(message) : std::string(found->second);
}

/// What yaml-cpp says of a file that is not YAML; a tab in the indentation, which it calls many things, by its name.
Refusal not_yaml(const Source& source, const YAML::Exception& exception) {
  const std::size_t at = exception.mark.pos < 0 ? 0 : static_cast<std::size_t>(exception.mark.pos);
  const std::string_view line = source.line_at(at);
  const std::size_t indentation = std::min(line.find_first_not_of(" \t"), line.size());
  if (const std::size_t tab = line.substr(0, indentation).find('\t'); tab != std::string_view::npos) {
    const auto start = static_cast<std::size_t>(line.data() - source.text().data());
    return {source.position(start + tab), "not YAML: a tab in the indentation; indent with spaces"};
  }
  return {source.position(at), "not YAML: " + explained(exception.msg)};
}

}  // namespace

std::vector<YamlEvent> yaml_events(const Source& source) {
  Recorder recorder(source);
  try {
    std::istringstream text(source.text());
    YAML::Parser parser(text);
    while (parser.HandleNextDocument(recorder)) {
    }
  } catch (const YAML::Exception& exception) {
    throw not_yaml(source, exception);
  }
  std::vector<YamlEvent> events = recorder.take();
  const bool nothing = events.empty() || (events.size() == 1 && events.front().kind == YamlEvent::Kind::scalar &&
                                          events.front().text.empty() && !events.front().quoted);
  if (nothing) throw Refusal({1, 1}, "the file is empty; a map of keys is wanted");
  return events;
}

}  // namespace orchestrate
