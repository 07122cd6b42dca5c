#pragma once

// How a turn passes from one probe to the next: by 32-bit words of the shared file, each a futex upon which one probe
// sleeps. Compiled by both sides, as layout.hpp is. Not the C++ library's atomics: those have no sleeping before C++20,
// and what a std::atomic looks like in memory is each compiler's own affair.

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>

#include "layout.hpp"

namespace turns {

inline std::uint32_t load(const std::uint32_t& word) {
  return __atomic_load_n(&word, __ATOMIC_ACQUIRE);
}

inline void store(std::uint32_t& word, std::uint32_t value) {
  __atomic_store_n(&word, value, __ATOMIC_RELEASE);
}

/// Adds one; returns what it is then.
inline std::uint32_t count_up(std::uint32_t& word) {
  return __atomic_add_fetch(&word, 1, __ATOMIC_ACQ_REL);
}

/// Whether the word was `from` and is now `to`.
inline bool replace(std::uint32_t& word, std::uint32_t from, std::uint32_t to) {
  return __atomic_compare_exchange_n(&word, &from, to, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

/// Sleeps as long as the word is `seen`, until somebody wakes it or `limit` is over. 0, or the error of futex(2):
/// EAGAIN where the word is another one already, EINTR, ETIMEDOUT. Not a private futex: the others are other processes.
inline int sleep_on(std::uint32_t& word, std::uint32_t seen, const timespec& limit) {
  return syscall(SYS_futex, &word, FUTEX_WAIT, seen, &limit, nullptr, 0) == 0 ? 0 : errno;
}

/// Wakes who sleeps on the word; 0, or the error of futex(2).
inline int wake(std::uint32_t& word) {
  return syscall(SYS_futex, &word, FUTEX_WAKE, 1, nullptr, nullptr, 0) >= 0 ? 0 : errno;
}

// What stands in the file is what other processes have written: it is read once, and nothing beside the file is touched
// whatever it says.

inline std::uint32_t at_most(std::uint32_t most, std::uint32_t number) {
  return number < most ? number : most;
}

inline std::uint32_t turns_of(const File& file) {
  return at_most(most_turns, load(file.turns));
}

/// A copy of what a turn is to do; `turn` must be less than `most_turns`.
inline Order order_of(const File& file, std::uint32_t turn) {
  const Order& order = file.order[turn];
  return {load(order.slot), load(order.operation), __atomic_load_n(&order.iterations, __ATOMIC_RELAXED)};
}

/// Gives a turn to whose it is; behind the last one, all go on.
inline void give(File& file, std::uint32_t turn) {
  if (turn < turns_of(file)) {
    Seat& next = file.seats[at_most(most_slots - 1, order_of(file, turn).slot)];
    store(next.turn, turn + 1);
    wake(next.turn);
    return;
  }
  const std::uint32_t slots = at_most(most_slots, load(file.slots));
  for (std::uint32_t slot = 0; slot < slots; ++slot) {
    store(file.seats[slot].turn, turn + 1);
    wake(file.seats[slot].turn);
  }
}

/// No more turns: whoever waits for one is woken and goes on. The first reason is kept. `by` is 1 + a slot, or 0 where
/// the host does not say; `text` is cut where it is too long.
inline void stop(File& file, std::uint32_t by, std::uint32_t turn, const char* text) {
  if (replace(file.stop.state, going, being_stopped)) {
    file.stop.by = by;
    file.stop.turn = turn;
    const std::size_t length = strnlen(text, longest_text - 1);
    std::memcpy(file.stop.text, text, length);
    file.stop.text[length] = '\0';
    store(file.stop.state, stopped);
  }
  for (Seat& seat : file.seats) {
    // The word must change, or one that is about to fall asleep would miss the call. A turn that is given at the same
    // moment may take its place: then that wakes it, and it looks at `stop` first.
    store(seat.turn, no_turn);
    wake(seat.turn);
  }
}

inline bool is_stopped(const File& file) {
  return load(file.stop.state) != going;
}

}  // namespace turns
