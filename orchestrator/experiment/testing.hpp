#pragma once

#include <string>
#include <string_view>

#include "experiment/reader.hpp"
#include "support/failure.hpp"

namespace orchestrate::testing {

/// An experiment that is accepted, one line a top-level key.
inline const std::string valid =
    "experiment: case\n"
    "question: Does the reader say what is wrong?\n"
    "container: {image: debian:12-slim}\n"
    "factors: {seccomp: [default, unconfined], cpus: [pinned]}\n"
    "operations: [empty_loop, getpid]\n";

/// `valid` with the line of `key` replaced by `key: value`, or that line added at its end.
inline std::string with(const std::string& key, const std::string& value, std::string text = valid) {
  std::string line = key;
  line += ": ";
  line += value;
  line += "\n";
  const std::size_t at = text.starts_with(key + ":") ? 0 : text.find("\n" + key + ":") + 1;
  if (at == 0 && !text.starts_with(key + ":")) return text + line;
  return text.replace(at, text.find('\n', at) + 1 - at, line);
}

/// What the reader says of `text`, as the file "x.yaml": its message, or "accepted".
inline std::string answer(std::string_view text) {
  try {
    parse_experiment(text, "x.yaml");
    return "accepted";
  } catch (const UsageFailure& failure) {
    return failure.what();
  }
}

}  // namespace orchestrate::testing
