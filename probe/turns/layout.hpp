#pragma once

// The file in which the containers of a round take turns, as it lies in memory: mapped shared by the host and by every
// probe of the round. Both sides compile this header, and it includes nothing of either. A probe may be of another
// build than the host all the same, so both look at `magic`, `layout` and `bytes` before they believe a word of it.
//
// A segment is a number of turns. Before each, while no probe looks, the host writes `order` and takes back every word;
// after it, it reads `records`. In between only probes write: the one whose turn it is its record, and then the word
// upon which the next one sleeps. words.hpp is how.

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace turns {

constexpr std::uint64_t magic = 0x736e7275742e726f;  // "or.turns", where the first byte is the lowest
constexpr std::uint32_t layout_version = 1;          // another one for every change below

constexpr std::uint32_t most_slots = 16;
constexpr std::uint32_t most_turns = 8192;  // of a segment
constexpr std::size_t longest_text = 512;   // with its ending zero

/// One turn: which slot takes it, and what it does.
struct Order {
  std::uint32_t slot;
  std::uint32_t operation;  ///< index into the list that the command gives
  std::uint64_t iterations;
};

/// What one end of an operation saw of itself during its turn; the counts are those of getrusage(2).
struct End {
  std::int32_t cpu_before;
  std::int32_t cpu_after;
  std::int64_t voluntary_switches;
  std::int64_t involuntary_switches;
  std::int64_t minor_faults;
};

/// What became of one turn.
struct Record {
  std::uint64_t started_ns;  ///< CLOCK_MONOTONIC
  std::uint64_t elapsed_ns;
  End own;
  End other;
  std::uint32_t has_other_end;  ///< 0 or 1; where it is 0, `other` says nothing
  std::uint32_t taken_by;       ///< 1 + the slot that took the turn; 0 as long as nobody has
};

/// What is one slot's own. A cache line each, so that waking one does not slow down another.
struct alignas(64) Seat {
  std::uint32_t turn;    ///< the futex on which its probe sleeps: 1 + the turn that it may take
  std::uint32_t mapped;  ///< 1 + the slot, written by its probe when it has mapped the file
};

/// Why turns are no longer taken. Whoever stops them first writes down why.
struct alignas(64) Stop {
  std::uint32_t state;  ///< going, being_stopped, stopped
  std::uint32_t by;     ///< 1 + the slot that is the reason; 0 where the host does not say
  std::uint32_t turn;   ///< in which
  char text[longest_text];
};

struct File {
  std::uint64_t magic;
  std::uint32_t layout;
  std::uint32_t slots;
  std::uint64_t bytes;
  std::uint64_t nonce;  ///< this file's own: a probe that can tell it has this one before it
  Stop stop;
  alignas(64) std::uint32_t turns;    ///< of this segment
  std::uint32_t now;                  ///< the turn that is being taken
  alignas(64) std::uint32_t arrived;  ///< probes that are ready for the segment; the last one begins it
  Seat seats[most_slots];
  Order order[most_turns];
  Record records[most_turns];
};

constexpr std::uint32_t going = 0;
constexpr std::uint32_t being_stopped = 1;
constexpr std::uint32_t stopped = 2;

/// In Seat::turn: woken for another reason than a turn.
constexpr std::uint32_t no_turn = 0xffffffff;

// The same bytes on both sides, whatever compiled them.
static_assert(std::is_standard_layout<File>::value, "plain memory");
static_assert(std::is_trivially_copyable<File>::value, "plain memory");
static_assert(sizeof(Order) == 16 && sizeof(End) == 32 && sizeof(Record) == 88, "no hidden padding");
static_assert(sizeof(Seat) == 64 && sizeof(Stop) == 576, "whole cache lines");
static_assert(offsetof(File, nonce) == 24 && offsetof(File, stop) == 64 && offsetof(File, turns) == 640, "header");
static_assert(offsetof(File, arrived) == 704 && offsetof(File, seats) == 768, "words");
static_assert(offsetof(File, order) == 1792, "order");
static_assert(offsetof(File, records) == 1792 + sizeof(Order) * most_turns, "records");
static_assert(sizeof(File) == 853760, "the whole file");

}  // namespace turns
