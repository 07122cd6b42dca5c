#pragma once

#include <string>

namespace orchestrate {

/// In which order the containers of a group are measured.
enum class Interleave {
  lockstep,    ///< containers of a round take turns, one batch each
  rounds,      ///< one container after the other, in random order within a round
  sequential,  ///< all rounds of one condition, then the next condition: the article's way
};

/// The word that an experiment file has for it.
std::string to_text(Interleave interleave);

/// The inverse of to_text; lockstep where `text` is another.
Interleave interleave_from(const std::string& text);

/// For a reader of results: what was done, and what that means for a difference.
std::string meaning(Interleave interleave);

}  // namespace orchestrate
