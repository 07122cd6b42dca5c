#include "selftest/arguments.hpp"

#include <algorithm>

namespace orchestrate {
namespace {

/// The words of the command that the runner gives: the probe, `serve`, `--token`, the token.
constexpr std::ptrdiff_t command_words = 4;

Arguments::iterator image_in(Arguments& arguments) {
  return arguments.end() - command_words - 1;
}

}  // namespace

Arguments without_option(Arguments arguments, const std::string& option) {
  const auto found = std::find(arguments.begin(), arguments.end(), option);
  if (found != arguments.end()) arguments.erase(found, found + 2);
  return arguments;
}

Arguments without_value(Arguments arguments, const std::string& option) {
  const auto found = std::find(arguments.begin(), arguments.end(), option);
  if (found != arguments.end()) arguments.erase(found + 1);
  return arguments;
}

Arguments joined_with_value(Arguments arguments, const std::string& option) {
  const auto found = std::find(arguments.begin(), arguments.end(), option);
  if (found == arguments.end()) return arguments;
  *found += " " + *(found + 1);
  arguments.erase(found + 1);
  return arguments;
}

Arguments with_value(Arguments arguments, const std::string& option, const std::string& value) {
  const auto found = std::find(arguments.begin(), arguments.end(), option);
  if (found != arguments.end()) *(found + 1) = value;
  return arguments;
}

Arguments with_first(Arguments arguments, const Arguments& added) {
  const auto run = std::find(arguments.begin(), arguments.end(), "run");
  if (run != arguments.end()) arguments.insert(run + 1, added.begin(), added.end());
  return arguments;
}

Arguments with_last(Arguments arguments, const Arguments& added) {
  arguments.insert(image_in(arguments), added.begin(), added.end());
  return arguments;
}

Arguments moved_behind_image(Arguments arguments, const std::string& option) {
  const std::string value = value_of(arguments, option);
  if (value.empty()) return arguments;
  arguments = without_option(std::move(arguments), option);
  const Arguments moved{option, value};
  arguments.insert(image_in(arguments) + 1, moved.begin(), moved.end());
  return arguments;
}

std::string value_of(const Arguments& arguments, const std::string& option) {
  for (std::size_t i = arguments.size(); i-- > 1;) {
    if (arguments[i - 1] == option) return arguments[i];
  }
  return {};
}

}  // namespace orchestrate
