#pragma once

#include <string>
#include <vector>

#include "experiment/document.hpp"
#include "experiment/problem.hpp"

namespace orchestrate {

/// What a list of raw options stands for.
enum class ArgumentsOf { every_condition, level };

/// The raw engine options of an experiment file, one argv element an item. Whatever might vanish, become part of
/// another argument, become the image, or undo a factor is added to `problems` instead: an engine takes most of it with
/// exit status 0. What weakens the walls around a container is only allowed where the list is a `level`, which the
/// report names: common options are not in it.
std::vector<std::string> read_engine_arguments(const Node& list, ArgumentsOf of, std::vector<Problem>& problems);

/// The argv elements that `item` was meant to be: split at white space that a `-` follows, and at white space after the
/// option at its beginning. One element, equal to `item`, where it is what it seems.
std::vector<std::string> arguments_within(const std::string& item);

}  // namespace orchestrate
