#include "journal/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>

#include "support/failure.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

[[noreturn]] void refuse(const std::filesystem::path& path, const char* step) {
  throw EnvironmentFailure(
      fmt::format("{}: {} failed: {}. Everything before is kept.", escaped(path.string()), step, std::strerror(errno)));
}

}  // namespace

FileJournal::FileJournal(const std::filesystem::path& path)
    : path_(path), file_(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0666)) {
  if (!file_) refuse(path_, "creating the journal");
}

void FileJournal::append(const Fact& fact) {
  pending_ += to_line(to_json(fact));
  pending_ += '\n';
}

void FileJournal::sync() {
  for (std::string_view rest = pending_; !rest.empty();) {
    const ssize_t written = ::write(file_.number(), rest.data(), rest.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse(path_, "writing");
    rest.remove_prefix(static_cast<std::size_t>(written));
  }
  pending_.clear();
  if (::fsync(file_.number()) != 0) refuse(path_, "writing to the disk");
}

void replay(const std::filesystem::path& path, const std::function<void(const Fact&)>& take) {
  std::ifstream file(path);
  if (!file) {
    throw UsageFailure(fmt::format("{}: cannot be read: {}. Is this the folder of a run?", escaped(path.string()),
                                   std::strerror(errno)));
  }
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    // Without a new line at its end, the line was being written when the program ended.
    if (file.eof()) return;
    Fact fact;
    try {
      fact = fact_from_json(nlohmann::json::parse(line));
    } catch (const std::exception& error) {
      throw UsageFailure(fmt::format("{}:{}: this line of the journal is damaged: {}", escaped(path.string()), number,
                                     escaped(error.what())));
    }
    take(fact);
  }
}

}  // namespace orchestrate
