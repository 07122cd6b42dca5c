#pragma once

#include <string>
#include <vector>

#include "experiment/position.hpp"
#include "experiment/source.hpp"

namespace orchestrate {

/// One step through a YAML document, in the order of the text.
struct YamlEvent {
  enum class Kind { scalar, sequence, map, end, alias };
  Kind kind = Kind::scalar;
  Position position;
  std::string text;        ///< of a scalar; a plain `~` or `null` stays what was written
  bool quoted = false;     ///< a scalar that is text whatever it looks like: in quotes, a block, or tagged !!str
  std::size_t target = 0;  ///< of an alias: the index of the event at which the repeated value begins
};

/// The events of the one document in `source`. What they grow to once every alias is put in place of what it repeats is
/// bounded here, before anything is built: depth, number of values, bytes of text, length of one text. Throws Refusal
/// on what is not YAML, beyond these bounds, a cycle, an application's tag, a second document; an empty file too.
std::vector<YamlEvent> yaml_events(const Source& source);

}  // namespace orchestrate
