#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "factors/factor.hpp"

namespace orchestrate {

/// Whether `document` has a value at a JSON pointer, null included.
bool has(const nlohmann::json& document, const std::string& pointer);

/// The observation that the witness lacks a key ("no_new_privs", "cgroup.cpu"), with the reason that the process gave.
Observation unreadable_in(const Witness& witness, const std::string& key);

/// What a container was given by `--security-opt NAME=VALUE` (NAME:VALUE for old engines), in order; empty text for
/// NAME alone. Nothing where `record` shows no security options at all.
std::optional<std::vector<std::string>> security_options(const nlohmann::json& record, std::string_view name);

/// Whether the engine tells its daemon's own security options (`docker info`, SecurityOptions).
bool tells_daemon_options(const nlohmann::json& engine);

/// The daemon's own security option: "profile=default" for the entry "name=seccomp,profile=default", empty text for
/// "name=apparmor". Nothing where there is no such entry.
std::optional<std::string> daemon_option(const nlohmann::json& engine, std::string_view name);

}  // namespace orchestrate
