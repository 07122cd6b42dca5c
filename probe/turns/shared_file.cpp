#include "turns/shared_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <stdexcept>

#include "failure.hpp"
#include "file_descriptor.hpp"
#include "turns/words.hpp"

namespace probe {

namespace {

turns::File* map_file(const std::string& path) {
  const FileDescriptor descriptor(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (!descriptor.is_open()) throw CallFailed("open " + path, errno);
  struct stat status;
  if (fstat(descriptor.get(), &status) != 0) throw CallFailed("fstat " + path, errno);
  if (!S_ISREG(status.st_mode) || status.st_size != static_cast<off_t>(sizeof(turns::File))) {
    throw std::runtime_error(path + " is not a file of " + std::to_string(sizeof(turns::File)) +
                             " bytes, as turns are taken in: probe and host are of different builds");
  }
  // Every page now, so that no turn pays for one.
  void* const memory =
      mmap(nullptr, sizeof(turns::File), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor.get(), 0);
  if (memory == MAP_FAILED) throw CallFailed("mmap " + path, errno);
  return static_cast<turns::File*>(memory);
}

void unmap_file(turns::File* file) {
  munmap(file, sizeof(turns::File));
}

void check_layout(const turns::File& file, const std::string& path) {
  if (file.magic != turns::magic || file.bytes != sizeof(turns::File)) {
    throw std::runtime_error(path + " is not a file in which turns are taken");
  }
  if (file.layout != turns::layout_version) {
    throw std::runtime_error(path + " has layout " + std::to_string(file.layout) + ", this probe knows " +
                             std::to_string(turns::layout_version) + ": probe and host are of different builds");
  }
}

/// Makes each call that passing a turn needs, where it has nothing to do.
void try_words(turns::File& file, std::uint32_t slot) {
  std::uint32_t& word = file.seats[slot].turn;
  const std::uint32_t seen = turns::load(word);
  const timespec no_time = {0, 0};
  // Whoever does not sleep because the word is another one has asked the kernel all the same.
  const int refused = turns::sleep_on(word, seen + 1, no_time);
  if (refused != EAGAIN) throw CallFailed("futex(FUTEX_WAIT)", refused);
  if (const int error = turns::wake(word)) throw CallFailed("futex(FUTEX_WAKE)", error);
}

turns::File* try_all(const std::string& path, std::uint32_t slot) {
  turns::File* const file = map_file(path);
  try {
    check_layout(*file, path);
    if (slot >= file->slots || file->slots > turns::most_slots) {
      throw std::runtime_error(path + " has no slot " + std::to_string(slot));
    }
    try_words(*file, slot);
  } catch (...) {
    unmap_file(file);
    throw;
  }
  return file;
}

/// A filter may end who makes a call that it refuses: so a child goes first. What it was refused by an error, this
/// process will be, too.
void send_a_child_first(const std::string& path, std::uint32_t slot) {
  const pid_t child = fork();
  if (child < 0) throw CallFailed("fork", errno);
  if (child == 0) {
    try {
      try_all(path, slot);
    } catch (const std::exception&) {
    }
    _exit(0);
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw CallFailed("waitpid", errno);
  }
  if (!WIFSIGNALED(status)) return;
  throw std::runtime_error(std::string("a child that tried open, mmap and futex was ended by ") +
                           strsignal(WTERMSIG(status)) + ": a filter forbids one of them");
}

}  // namespace

SharedFile::SharedFile(const std::string& path, std::uint32_t slot) : file_(nullptr), slot_(slot) {
  send_a_child_first(path, slot);
  file_ = try_all(path, slot);
  turns::store(file_->seats[slot].mapped, slot + 1);
}

SharedFile::~SharedFile() {
  unmap_file(file_);
}

}  // namespace probe
