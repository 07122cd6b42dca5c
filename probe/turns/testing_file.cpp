#include "turns/testing_file.hpp"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>

#include "failure.hpp"
#include "file_descriptor.hpp"

namespace probe {

TestedFile::TestedFile(std::uint32_t slots) : path_("/dev/shm/probe-test-XXXXXX") {
  const FileDescriptor descriptor(mkstemp(&path_[0]));
  if (!descriptor.is_open()) throw CallFailed("mkstemp " + path_, errno);
  if (ftruncate(descriptor.get(), sizeof(turns::File)) != 0) throw CallFailed("ftruncate", errno);
  void* const memory = mmap(nullptr, sizeof(turns::File), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.get(), 0);
  if (memory == MAP_FAILED) throw CallFailed("mmap", errno);
  file_ = static_cast<turns::File*>(memory);
  file_->magic = turns::magic;
  file_->layout = turns::layout_version;
  file_->slots = slots;
  file_->bytes = sizeof(turns::File);
  file_->nonce = 0x0123456789abcdef;
}

TestedFile::~TestedFile() {
  munmap(file_, sizeof(turns::File));
  unlink(path_.c_str());
}

void TestedFile::lay_out(const std::vector<std::uint32_t>& slots, std::uint64_t iterations) {
  file_->turns = static_cast<std::uint32_t>(slots.size());
  file_->now = 0;
  file_->arrived = 0;
  file_->stop = {};
  for (turns::Seat& seat : file_->seats) seat.turn = 0;
  for (std::size_t turn = 0; turn < slots.size(); ++turn) {
    file_->order[turn] = {slots[turn], 0, iterations};
    file_->records[turn] = {};
  }
}

}  // namespace probe
