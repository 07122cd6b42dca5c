#pragma once

// For the tests of factors: levels, evidence in the engines' shapes, and matchers for what a factor makes of them.

#include <gmock/gmock.h>

#include "factors/table.hpp"

namespace orchestrate {

/// Two CPUs, a probe, and a docker that was asked.
inline Host sample_host() {
  Host host;
  host.cpus = {0, 1};
  host.native_probe = {"/usr/lib/probe", "0", "b111", "5a", "glibc", "2.36"};
  host.engine = {{"version", {{"Server", {{"Version", "20.10.24+dfsg1"}, {"Components", {{{"Name", "Engine"}}}}}}}},
                 {"info",
                  {{"SecurityOptions", {"name=seccomp,profile=default"}},
                   {"DefaultRuntime", "runc"},
                   {"Runtimes", {{"io.containerd.runc.v2", {{"path", "runc"}}}, {"runc", {{"path", "runc"}}}}},
                   {"KernelVersion", "6.18.44"}}}};
  host.images["debian:12-slim"] = {"sha256:b2a34b3a7565", "0e51"};
  return host;
}

inline Level level_of(const Factor& factor, const std::string& text, const std::filesystem::path& folder = ".") {
  return factor.resolve({std::string(factor.name()), text, folder, {}}, sample_host());
}

/// What a level adds to the argv of `run`.
inline std::vector<std::string> options_of(const Factor& factor, const Level& level) {
  ContainerSpec spec;
  factor.apply(level, spec);
  return spec.options;
}

inline std::vector<std::string> options_of(const Factor& factor, const std::string& text) {
  return options_of(factor, level_of(factor, text));
}

/// One element of the output of `inspect`, with one key of HostConfig.
inline nlohmann::json record_with(const char* key, const nlohmann::json& value) {
  return {{"HostConfig", {{key, value}}}};
}

/// A container's config.json, with one value in its place.
inline nlohmann::json config_with(const std::string& pointer, const nlohmann::json& value) {
  nlohmann::json config{{"process", {{"args", {"/orchestrate/probe", "serve"}}, {"env", nlohmann::json::array()}}},
                        {"root", {{"path", "/merged"}}},
                        {"mounts", nlohmann::json::array()},
                        {"linux", {{"resources", nlohmann::json::object()}}}};
  config[nlohmann::json::json_pointer(pointer)] = value;
  return config;
}

/// The same without anything that an option would have put there.
inline nlohmann::json plain_config() {
  return config_with("/ociVersion", "1.0.2-dev");
}

/// A witness with one value in its place.
inline Witness witness_with(const std::string& pointer, const nlohmann::json& value) {
  nlohmann::json object = nlohmann::json::object();
  object[nlohmann::json::json_pointer(pointer)] = value;
  return read_witness(object);
}

/// A witness that lacks `key` and says why.
inline Witness witness_without(const std::string& key, const std::string& why) {
  return read_witness({{"unreadable", {{key, why}}}});
}

MATCHER(InForce, "") {
  *result_listener << "sees " << arg.level << ": " << arg.detail;
  return arg.kind == Observation::Kind::in_force;
}

MATCHER_P(Another, level, "") {
  *result_listener << "sees " << arg.level << ": " << arg.detail;
  return arg.kind == Observation::Kind::another && arg.level == level;
}

MATCHER_P(Unreadable, part_of_reason, "") {
  *result_listener << "sees " << arg.level << ": " << arg.detail;
  return arg.kind == Observation::Kind::unreadable && arg.detail.find(part_of_reason) != std::string::npos;
}

MATCHER(Silent, "") {
  return arg.kind == Observation::Kind::silent;
}

/// That a level is refused with a text that holds `part`.
MATCHER_P(RefusedWith, part, "") {
  *result_listener << (arg ? *arg : "not refused");
  return arg && arg->find(part) != std::string::npos;
}

}  // namespace orchestrate
