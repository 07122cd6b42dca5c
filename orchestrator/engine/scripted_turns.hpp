#pragma once

// For tests only: the probes' side of the file in which the containers of a round take turns, for a scripted engine.

#include <fcntl.h>
#include <sys/mman.h>

#include <functional>
#include <map>
#include <string>
#include <utility>

#include "engine/engine.hpp"
#include "probe/turns/words.hpp"
#include "support/file_descriptor.hpp"

namespace orchestrate {

/// One such file, mapped a second time. As in a real one, a segment begins when every probe has been told of it, and
/// all answer when it is over.
class ScriptedTurns {
 public:
  /// What one container does: its turn, which returns why it failed, and the end, upon which it answers.
  struct Seat {
    std::function<std::string(turns::Record&, const turns::Order&)> take;
    std::function<void(std::uint32_t taken, const std::string& failure, const std::string& stopped)> end;
  };

  explicit ScriptedTurns(const std::string& path) {
    const FileDescriptor descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    void* const memory =
        ::mmap(nullptr, sizeof(turns::File), PROT_READ | PROT_WRITE, MAP_SHARED, descriptor.number(), 0);
    if (memory == MAP_FAILED) throw EngineFailure("the scripted engine cannot map " + path);
    file_ = static_cast<turns::File*>(memory);
  }
  ~ScriptedTurns() { ::munmap(file_, sizeof(turns::File)); }
  ScriptedTurns(const ScriptedTurns&) = delete;
  ScriptedTurns& operator=(const ScriptedTurns&) = delete;
  ScriptedTurns(ScriptedTurns&&) = delete;
  ScriptedTurns& operator=(ScriptedTurns&&) = delete;

  turns::File& file() { return *file_; }

  /// The container of a slot is ready for the segment; the last one begins it.
  void arrive(std::uint32_t slot, Seat seat) {
    seats_[slot] = std::move(seat);
    if (turns::count_up(file_->arrived) == file_->slots) play();
  }

 private:
  void play() {
    std::map<std::uint32_t, std::uint32_t> taken;
    std::uint32_t failed = file_->slots;
    std::string why;
    for (std::uint32_t turn = 0; turn < file_->turns && why.empty(); ++turn) {
      const turns::Order& order = file_->order[turn];
      file_->now = turn;
      why = seats_.at(order.slot).take(file_->records[turn], order);
      if (why.empty()) {
        file_->records[turn].taken_by = order.slot + 1;
        ++taken[order.slot];
      } else {
        failed = order.slot;
        turns::stop(*file_, order.slot + 1, turn, why.c_str());
      }
    }
    for (auto& [slot, seat] : seats_) seat.end(taken[slot], slot == failed ? why : "", why);
    seats_.clear();
  }

  turns::File* file_ = nullptr;
  std::map<std::uint32_t, Seat> seats_;
};

}  // namespace orchestrate
