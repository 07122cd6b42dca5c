#include "support/owner.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

namespace orchestrate {
namespace {

std::string boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  file >> id;
  return id;
}

/// Field 22 of /proc/PID/stat: when the process started, in clock ticks since the boot (proc(5)); empty where it does
/// not run. The second field, the program's name in brackets, may hold spaces, so counting begins behind it.
std::string start_time(pid_t pid) {
  std::ifstream file(fmt::format("/proc/{}/stat", pid));
  const std::string stat{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return {};
  std::istringstream rest(stat.substr(name_end + 1));
  std::string field;
  for (int number = 3; number <= 22; ++number) rest >> field;
  return field;
}

std::string owner_text(pid_t pid) {
  return fmt::format("{}:{}:{}", boot_id(), pid, start_time(pid));
}

}  // namespace

std::string this_owner() {
  return owner_text(::getpid());
}

bool is_owner(const std::string& text) {
  // A boot id is 32 hexadecimal digits and 4 dashes (random(4)).
  static const std::regex owner("[0-9a-f-]{36}:[0-9]+:[0-9]+");
  return std::regex_match(text, owner);
}

bool owner_lives(const std::string& owner) {
  const std::size_t first = owner.find(':');
  const std::size_t second = owner.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos) return false;
  const std::string number = owner.substr(first + 1, second - first - 1);
  pid_t pid = 0;
  std::from_chars(number.data(), number.data() + number.size(), pid);
  return pid > 0 && !start_time(pid).empty() && owner_text(pid) == owner;
}

}  // namespace orchestrate
