#pragma once

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

/// A journal in a new file, one line of JSON a fact. Throws EnvironmentFailure where it cannot be written.
class FileJournal final : public Journal {
 public:
  explicit FileJournal(const std::filesystem::path& path);

  void append(const Fact& fact) override;
  void sync() override;

 private:
  std::filesystem::path path_;
  FileDescriptor file_;
  std::string pending_;
};

/// Hands every fact of a journal to `take`, in order. A last line without its end (the program was killed while
/// writing) is left out. Throws UsageFailure naming file and line where an earlier line is damaged.
void replay(const std::filesystem::path& path, const std::function<void(const Fact&)>& take);

}  // namespace orchestrate
