// libFuzzer: a journal. With the checksums that its lines would have, so that the fuzzer comes behind them, unless the
// text begins with an exclamation mark, which is taken off.

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "journal/journal.hpp"
#include "journal/line.hpp"
#include "support/checksum.hpp"
#include "support/failure.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace {

using orchestrate::Fact;

/// A line with its checksum; one that is no object stays as it is.
std::string sealed(std::string_view line) {
  if (!line.ends_with('}')) return std::string(line);
  return fmt::format("{},\"crc32c\":\"{:08x}\"}}", line.substr(0, line.size() - 1), orchestrate::crc32c(line));
}

std::string with_checksums(std::string_view text) {
  std::string result;
  while (true) {
    const std::size_t end = text.find('\n');
    result += sealed(text.substr(0, end));
    if (end == std::string_view::npos) return result;
    result += '\n';
    text.remove_prefix(end + 1);
  }
}

/// What was read can be written, and read again as the same.
void require_it_is_kept(const Fact& fact) {
  const std::string written = orchestrate::line_of(fact, 1);
  using orchestrate::to_line;
  if (to_line(to_json(orchestrate::fact_of_line(written, 1))) != to_line(to_json(fact))) std::abort();
}

/// A file in memory, written anew each time.
class File {
 public:
  File() : number_(::memfd_create("journal", MFD_CLOEXEC)), path_(fmt::format("/proc/self/fd/{}", number_)) {}

  const std::string& holding(const std::string& text) const {
    const auto size = static_cast<ssize_t>(text.size());
    if (::ftruncate(number_, 0) != 0 || ::pwrite(number_, text.data(), text.size(), 0) != size) std::abort();
    return path_;
  }

 private:
  int number_;
  std::string path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const File file;
  std::string_view text(reinterpret_cast<const char*>(data), size);
  const bool as_it_is = text.starts_with('!');
  if (as_it_is) text.remove_prefix(1);
  const std::string& path = file.holding(as_it_is ? std::string(text) : with_checksums(text));
  try {
    orchestrate::replay(path, require_it_is_kept);
  } catch (const orchestrate::UsageFailure& failure) {
    if (orchestrate::escaped(failure.what()) != failure.what()) std::abort();
  }
  return 0;
}
