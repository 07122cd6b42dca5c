#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace orchestrate {

/// The bytes of a regular file of at most `limit` bytes. Throws UsageFailure that names the path and the reason: no
/// such file, a folder, a pipe or device (never opened for reading, since it might block), no permission, too large.
std::string read_file(const std::filesystem::path& path, std::size_t limit = std::size_t{1} << 33U);

/// Replaces the file at `path` by `content` in one step: a reader sees the old or the new content, never a part. The
/// content is on the disk when this returns. Throws EnvironmentFailure.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Takes a text, piece by piece.
using TextSink = std::function<void(std::string_view piece)>;

/// The same for a content that never is in memory as a whole: `write` hands it to the sink that it is given.
void write_file(const std::filesystem::path& path, const std::function<void(const TextSink& sink)>& write);

/// Hands a regular file's bytes to `sink`. Throws as read_file does.
void read_file(const std::filesystem::path& path, const TextSink& sink);

/// The first line of a file of the kernel's, as those of /proc and /sys; empty where it cannot be read.
std::string first_line_of_file(const std::filesystem::path& path);

/// SHA-256 of a file's bytes, hexadecimal.
std::string sha256_of_file(const std::filesystem::path& path);

/// SHA-256 of `bytes`, hexadecimal.
std::string sha256(std::string_view bytes);

/// A new, empty folder that only this user may enter, removed with all that is in it at the end of the object's life.
/// Its name says whose it is (support/owner.hpp), so that what a killed process has left can be found.
class TemporaryFolder {
 public:
  /// Where temporary files belong.
  TemporaryFolder();
  /// With a name that begins with that of `prefix`, beside it. Throws EnvironmentFailure where it cannot be made.
  explicit TemporaryFolder(const std::filesystem::path& prefix);
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  TemporaryFolder(TemporaryFolder&&) = delete;
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// The name that temporary folders begin with where temporary files belong.
std::filesystem::path temporary_prefix();

/// The temporary folders that processes which no longer live have left, of those whose names begin with that of
/// `prefix`, beside it.
std::vector<std::filesystem::path> left_folders(const std::filesystem::path& prefix);

/// Removes them. Another user's stay where they cannot be removed.
void remove_left_folders(const std::filesystem::path& prefix = temporary_prefix());

}  // namespace orchestrate
