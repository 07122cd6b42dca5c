#include "selftest/props.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "support/failure.hpp"
#include "support/owner.hpp"
#include "support/process.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// What the client says when it is called with `arguments`, up to the first new line.
std::string answer_of_client(const std::string& client, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), client);
  const Outcome outcome = run_to_end(arguments, 60s);
  if (!outcome.state.succeeded()) {
    throw EngineFailure(fmt::format("preparing the selftest: {} failed: {}", escaped(shell_quoted(arguments)),
                                    escaped(outcome.errors)));
  }
  return outcome.output.substr(0, outcome.output.find('\n'));
}

}  // namespace

PropRoom::PropRoom(const std::string& client, const std::string& image, const Host& host) {
  props_.folder = folder_.path();
  props_.client = client;
  props_.image = image;
  write_profiles();
  write_another_probe(host.native_probe);
  make_another_image();
}

PropRoom::~PropRoom() {
  if (!props_.another_image.empty()) run_to_end({props_.client, "rmi", props_.another_image}, 60s);
}

void PropRoom::write_profiles() {
  props_.profile = folder_.path() / "profile.json";
  props_.open_profile = folder_.path() / "open.json";
  props_.another_profile = folder_.path() / "another.json";
  write_file(props_.profile, R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
    {"names": ["keyctl", "add_key"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38}]})");
  write_file(props_.open_profile, R"({"defaultAction": "SCMP_ACT_ALLOW"})");
  write_file(props_.another_profile, R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
    {"names": ["io_uring_setup"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38}]})");
}

void PropRoom::write_another_probe(const ProbeIdentity& probe) {
  props_.another_probe = folder_.path() / "probe";
  write_file(props_.another_probe, with_another_build_id(read_file(probe.path), probe.build_id));
  fs::permissions(props_.another_probe, fs::perms::owner_all | fs::perms::group_exec | fs::perms::others_exec |
                                            fs::perms::group_read | fs::perms::others_read);
}

void PropRoom::make_another_image() {
  const fs::path os_release = folder_.path() / "os-release";
  write_file(os_release, "PRETTY_NAME=\"another system\"\n");
  const std::string id = answer_of_client(
      props_.client, {"create", "--pull", "never", "--network", "none", "--label", "orchestrate.run=selftest",
                      "--label", "orchestrate.owner=" + this_owner(), props_.image, "never-started"});
  // In the real images /etc/os-release is a link to this file.
  answer_of_client(props_.client, {"cp", os_release.string(), id + ":/usr/lib/os-release"});
  props_.another_image = answer_of_client(props_.client, {"commit", id});
  answer_of_client(props_.client, {"rm", id});
}

std::string with_another_build_id(std::string binary, const std::string& build_id) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < build_id.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(build_id.substr(i, 2), nullptr, 16));
  }
  const std::size_t at = bytes.empty() ? std::string::npos : binary.find(bytes);
  if (at == std::string::npos) throw EnvironmentFailure("preparing the selftest: the probe's file lacks its build id");
  binary[at] = static_cast<char>(static_cast<unsigned char>(binary[at]) ^ 1U);
  return binary;
}

}  // namespace orchestrate
