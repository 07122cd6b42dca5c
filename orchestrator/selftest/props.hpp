#pragma once

#include <string>

#include "selftest/catalogue.hpp"
#include "support/files.hpp"

namespace orchestrate {

/// Makes what the sabotages need, and removes it at the end: profiles, a probe with another build id, an image with
/// another os-release.
class PropRoom {
 public:
  /// Throws EngineFailure where the image cannot be made.
  PropRoom(const std::string& client, const std::string& image, const Host& host);
  ~PropRoom();
  PropRoom(const PropRoom&) = delete;
  PropRoom& operator=(const PropRoom&) = delete;
  PropRoom(PropRoom&&) = delete;
  PropRoom& operator=(PropRoom&&) = delete;

  [[nodiscard]] const Props& props() const { return props_; }

 private:
  void write_profiles();
  void write_another_probe(const ProbeIdentity& probe);
  void make_another_image();

  TemporaryFolder folder_;
  Props props_;
};

/// `binary` with one byte of its build id changed; `build_id` in hexadecimal. Throws EnvironmentFailure where the
/// binary does not hold it.
std::string with_another_build_id(std::string binary, const std::string& build_id);

}  // namespace orchestrate
