#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "journal/facts.hpp"
#include "support/file_descriptor.hpp"

namespace orchestrate {

/// Where facts go while a run lasts.
class Journal {
 public:
  virtual ~Journal() = default;

  /// Takes a fact; it may stay in memory until `sync`, so that nothing is written while something is measured.
  virtual void append(const Fact& fact) = 0;

  /// Everything appended so far is on the disk when this returns.
  virtual void sync() = 0;
};

/// A journal in a file, one line of JSON a fact (journal/line.hpp). As long as the object lives no other process can
/// write to the file; a process that dies lets go of it. What was synced is only ever added to.
class FileJournal final : public Journal {
 public:
  /// A new file. Throws EnvironmentFailure where it cannot be made.
  explicit FileJournal(const std::filesystem::path& path);

  /// Goes on with the file of a run that ended early: hands what it holds to `take`, as `replay` does, and cuts off a
  /// last line without its end. Throws UsageFailure where the file is not there, damaged, or another process writes to
  /// it, and EnvironmentFailure where it cannot be written.
  FileJournal(const std::filesystem::path& path, const std::function<void(const Fact&)>& take);

  void append(const Fact& fact) override;

  /// Throws EnvironmentFailure where the disk is full or does not answer; the file then still ends with what the last
  /// successful call left.
  void sync() override;

 private:
  void hold();
  [[noreturn]] void give_up(const char* step);

  std::filesystem::path path_;
  FileDescriptor file_;
  std::string pending_;
  std::uint64_t lines_ = 0;  ///< those pending included
  std::int64_t synced_bytes_ = 0;
};

/// How much of a journal is whole.
struct Replayed {
  std::uint64_t lines = 0;
  std::int64_t bytes = 0;
};

/// Hands every fact of a journal to `take`, in order, one at a time. A last line without its end (the program was
/// killed while writing) is left out. Throws UsageFailure naming file and line, and what to do, where an earlier line
/// is damaged, missing or misplaced.
Replayed replay(const std::filesystem::path& path, const std::function<void(const Fact&)>& take);

}  // namespace orchestrate
