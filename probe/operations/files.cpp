// Reading and writing one byte at a time, and through a buffer.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>

#include "failure.hpp"
#include "file_descriptor.hpp"
#include "operations/loop.hpp"

namespace probe {

namespace {

constexpr std::size_t buffer_bytes = 4096;

// Long enough that going back to the start costs nothing that could be seen: one lseek() for 1 048 576 bytes.
constexpr std::uint64_t file_bytes = 1 << 20;
static_assert(file_bytes % buffer_bytes == 0, "a piece must end where a buffer ends");

}  // namespace

PROBE_LOOP LoopResult loop_write_dev_null(int descriptor, std::uint64_t iterations) {
  const char byte = 'x';
  return repeat(iterations, 1, [&]() -> long { return write(descriptor, &byte, 1); });
}

PROBE_LOOP LoopResult sample_write_dev_null(int descriptor, const SampleSize& size, Histogram& ticks) {
  const char byte = 'x';
  return sample(
      size, 1, [&]() -> long { return write(descriptor, &byte, 1); }, ticks);
}

PROBE_LOOP LoopResult loop_read_byte(int descriptor, std::uint64_t iterations) {
  char byte;
  return repeat(iterations, 1, [&]() -> long { return read(descriptor, &byte, 1); });
}

// Every byte is taken out of the buffer, as a program would: dividing the time of a read() by 4096 would be less.
PROBE_LOOP LoopResult loop_read_buffered(int descriptor, std::uint64_t iterations) {
  std::array<char, buffer_bytes> buffer;
  LoopResult result{0, static_cast<long>(buffer_bytes)};
  while (iterations > 0) {
    result.last = read(descriptor, buffer.data(), buffer.size());
    result.unexpected |= result.last ^ static_cast<long>(buffer_bytes);
    if (result.last <= 0) break;
    const std::uint64_t taken = std::min(iterations, static_cast<std::uint64_t>(result.last));
    for (std::uint64_t i = 0; i < taken; ++i) keep(buffer[i]);
    iterations -= taken;
  }
  return result;
}

namespace {

using DescriptorLoop = LoopResult (*)(int descriptor, std::uint64_t iterations);

void go_to_start(int descriptor) {
  if (lseek(descriptor, 0, SEEK_SET) != 0) throw CallFailed("lseek", errno);
}

/// Runs the loop over a file from its start, which may be shorter than the batch: then the batch goes over it again.
/// The lseek() between two passes is inside the timing, so that nothing is subtracted; it is one in file_bytes bytes.
LoopResult read_round_and_round(DescriptorLoop loop, int descriptor, std::uint64_t iterations) {
  LoopResult result{0, 0};
  while (iterations > 0) {
    const std::uint64_t piece = std::min(iterations, file_bytes);
    const LoopResult pass = loop(descriptor, piece);
    result = {result.unexpected | pass.unexpected, pass.last};
    iterations -= piece;
    if (result.unexpected != 0) break;
    if (iterations > 0) go_to_start(descriptor);
  }
  return result;
}

struct DataFile {
  FileDescriptor descriptor;
  std::string place;
};

void fill(int descriptor) {
  const std::string block(buffer_bytes, 'x');
  for (std::uint64_t written = 0; written < file_bytes; written += block.size()) write_all(descriptor, block);
}

/// An unlinked temporary file in that folder; throws CallFailed.
FileDescriptor temporary_file(const std::string& folder) {
  std::string path = folder + "/probe-XXXXXX";
  FileDescriptor file(mkostemp(&path[0], O_CLOEXEC));
  if (!file.is_open()) throw CallFailed("mkostemp " + path, errno);
  unlink(path.c_str());
  fill(file.get());
  return file;
}

/// A file of memory without a name; throws CallFailed.
FileDescriptor memory_file() {
  constexpr unsigned close_on_exec = 1;  // MFD_CLOEXEC, which glibc < 2.27 does not name
  FileDescriptor file(static_cast<int>(syscall(SYS_memfd_create, "probe", close_on_exec)));
  if (!file.is_open()) throw CallFailed("memfd_create", errno);
  fill(file.get());
  return file;
}

/// A file with file_bytes bytes of data. All containers should read from the same kind of file system, whatever their
/// root is and whether it can be written: so a tmpfs comes first, a memory file (the same kind) second, and /tmp, which
/// may be an overlay with a cost of its own, last. Throws CallFailed with every reason.
DataFile open_data_file() {
  std::string reasons;
  const auto attempt = [&reasons](FileDescriptor (*open)(const std::string&), const std::string& place) {
    try {
      return open(place);
    } catch (const CallFailed& failure) {
      reasons += (reasons.empty() ? "" : "; ") + std::string(failure.what());
      return FileDescriptor();
    }
  };
  const auto in_memory = [](const std::string&) { return memory_file(); };
  FileDescriptor file = attempt(temporary_file, "/dev/shm");
  if (file.is_open()) return {std::move(file), "a temporary file in /dev/shm"};
  file = attempt(in_memory, "");
  if (file.is_open()) return {std::move(file), "a file of memfd_create"};
  file = attempt(temporary_file, "/tmp");
  if (file.is_open()) return {std::move(file), "a temporary file in /tmp"};
  throw std::runtime_error("no place for a temporary file: " + reasons);
}

PreparedOperation prepare_reading(DescriptorLoop loop) {
  const auto file = std::make_shared<DataFile>(open_data_file());
  return {
      [file, loop](std::uint64_t iterations) { return read_round_and_round(loop, file->descriptor.get(), iterations); },
      [file] { go_to_start(file->descriptor.get()); }, file->place};
}

}  // namespace

PreparedOperation prepare_write_dev_null() {
  const auto dev_null = std::make_shared<FileDescriptor>(open("/dev/null", O_WRONLY | O_CLOEXEC));
  if (!dev_null->is_open()) throw CallFailed("open /dev/null", errno);
  PreparedOperation prepared;
  prepared.run = [dev_null](std::uint64_t iterations) { return loop_write_dev_null(dev_null->get(), iterations); };
  prepared.sample = [dev_null](const SampleSize& size, Histogram& ticks) {
    return sample_write_dev_null(dev_null->get(), size, ticks);
  };
  return prepared;
}

PreparedOperation prepare_read_byte() {
  return prepare_reading(loop_read_byte);
}

PreparedOperation prepare_read_buffered() {
  return prepare_reading(loop_read_buffered);
}

}  // namespace probe
