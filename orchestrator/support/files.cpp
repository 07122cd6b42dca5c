#include "support/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>
#include <fstream>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "support/failure.hpp"
#include "support/file_descriptor.hpp"
#include "support/owner.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

std::string reason() {
  return std::strerror(errno);
}

/// Opens for reading without ever blocking on a pipe, and refuses what is not a regular file.
FileDescriptor open_regular(const fs::path& path, std::size_t& size) {
  FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file) throw UsageFailure(fmt::format("{}: cannot be read: {}", escaped(path.string()), reason()));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
    const char* kind = S_ISDIR(status.st_mode) ? "a folder" : "not a regular file (a pipe, device or socket)";
    throw UsageFailure(fmt::format("{}: is {}; a file is wanted", escaped(path.string()), kind));
  }
  size = static_cast<std::size_t>(status.st_size);
  return file;
}

/// Calls `take(bytes)` for one block after the other to the end of the file.
template <typename Take>
void for_each_block(const FileDescriptor& file, const fs::path& path, Take take) {
  std::array<char, 1U << 16U> block{};
  for (;;) {
    const ssize_t got = ::read(file.number(), block.data(), block.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw EnvironmentFailure(fmt::format("{}: reading failed: {}", escaped(path.string()), reason()));
    if (got == 0) return;
    take(std::string_view(block.data(), static_cast<std::size_t>(got)));
  }
}

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new(), &EVP_MD_CTX_free) { EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr); }
  void add(std::string_view bytes) { EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()); }
  std::string hexadecimal() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int length = 0;
    EVP_DigestFinal_ex(context_.get(), digest.data(), &length);
    return fmt::format("{:02x}", fmt::join(digest.begin(), digest.begin() + length, ""));
  }

 private:
  std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

}  // namespace

std::string read_file(const fs::path& path, std::size_t limit) {
  std::size_t size = 0;
  const FileDescriptor file = open_regular(path, size);
  if (size > limit) {
    throw UsageFailure(
        fmt::format("{}: {} bytes are more than the {} that are read", escaped(path.string()), size, limit));
  }
  std::string content;
  content.reserve(size);
  for_each_block(file, path, [&](std::string_view bytes) { content += bytes; });
  return content;
}

void read_file(const fs::path& path, const TextSink& sink) {
  std::size_t size = 0;
  const FileDescriptor file = open_regular(path, size);
  for_each_block(file, path, sink);
}

void write_file(const fs::path& path, const std::function<void(const TextSink&)>& write) {
  const fs::path beside = path.string() + ".new";
  const auto refuse = [&](const char* step) {
    throw EnvironmentFailure(fmt::format("{}: {} failed: {}", escaped(path.string()), step, reason()));
  };
  // A link that somebody placed there must not send the content elsewhere.
  ::unlink(beside.c_str());
  FileDescriptor file(::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666));
  if (!file) refuse("creating");
  try {
    write([&](std::string_view rest) {
      while (!rest.empty()) {
        const ssize_t written = ::write(file.number(), rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) refuse("writing");
        rest.remove_prefix(static_cast<std::size_t>(written));
      }
    });
    if (::fsync(file.number()) != 0) refuse("writing to the disk");
    if (::rename(beside.c_str(), path.c_str()) != 0) refuse("replacing");
  } catch (...) {
    ::unlink(beside.c_str());
    throw;
  }
}

void write_file(const fs::path& path, std::string_view content) {
  write_file(path, [&](const TextSink& sink) { sink(content); });
}

std::string first_line_of_file(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string sha256_of_file(const fs::path& path) {
  std::size_t size = 0;
  const FileDescriptor file = open_regular(path, size);
  Sha256 hash;
  for_each_block(file, path, [&](std::string_view bytes) { hash.add(bytes); });
  return hash.hexadecimal();
}

std::string sha256(std::string_view bytes) {
  Sha256 hash;
  hash.add(bytes);
  return hash.hexadecimal();
}

TemporaryFolder::TemporaryFolder() : TemporaryFolder(temporary_prefix()) {}

TemporaryFolder::TemporaryFolder(const fs::path& prefix) {
  std::string pattern = fmt::format("{}{}-XXXXXX", prefix.string(), this_owner());
  if (::mkdtemp(pattern.data()) == nullptr) {
    throw EnvironmentFailure(fmt::format("a temporary folder cannot be made ({}): {}", escaped(pattern), reason()));
  }
  path_ = pattern;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

fs::path temporary_prefix() {
  return fs::temp_directory_path() / "orchestrate-";
}

std::vector<fs::path> left_folders(const fs::path& prefix) {
  std::vector<fs::path> left;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(prefix.parent_path(), ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix.filename().string())) continue;
    const std::string behind = name.substr(prefix.filename().string().size());
    const std::string owner = behind.substr(0, behind.rfind('-'));
    // A link that somebody placed there must not lead elsewhere; other names are not ours, or another prefix's.
    const bool ours = is_owner(owner) && entry.is_directory() && !entry.is_symlink();
    if (ours && !owner_lives(owner)) left.push_back(entry.path());
  }
  return left;
}

void remove_left_folders(const fs::path& prefix) {
  std::error_code ignored;
  for (const fs::path& folder : left_folders(prefix)) fs::remove_all(folder, ignored);
}

}  // namespace orchestrate
