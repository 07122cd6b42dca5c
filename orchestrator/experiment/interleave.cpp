#include "experiment/interleave.hpp"

namespace orchestrate {

std::string to_text(Interleave interleave) {
  switch (interleave) {
    case Interleave::lockstep:
      return "lockstep";
    case Interleave::rounds:
      return "rounds";
    case Interleave::sequential:
      return "sequential";
  }
  return {};
}

Interleave interleave_from(const std::string& text) {
  if (text == "rounds") return Interleave::rounds;
  return text == "sequential" ? Interleave::sequential : Interleave::lockstep;
}

std::string meaning(Interleave interleave) {
  switch (interleave) {
    case Interleave::lockstep:
      return "the containers of a round take turns, one batch each: what the machine does meanwhile hits all alike";
    case Interleave::rounds:
      return "the containers of a round are measured one after the other, in random order: how the machine drifts "
             "between them is inside the intervals";
    case Interleave::sequential:
      return "all containers of a condition are measured before those of the next, the twin's last: how the machine "
             "drifts between containers is inside the intervals, but how it drifts from one condition to the next "
             "looks "
             "like an effect, and only the twins tell";
  }
  return {};
}

}  // namespace orchestrate
