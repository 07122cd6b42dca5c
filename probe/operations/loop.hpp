#pragma once

#include <cstdint>

#include "architecture/architecture.hpp"
#include "operation.hpp"
#include "timing/histogram.hpp"

// A measured loop is a function of its own: not inlined or cloned, so that a test finds it by name in the program's
// machine code, and on a cache line's start (its inner loop too: -falign-loops in CMakeLists.txt).
#ifdef __clang__  // which clones no functions and does not know the word
#define PROBE_LOOP extern "C" __attribute__((noinline, used, aligned(64)))
#else
#define PROBE_LOOP extern "C" __attribute__((noinline, noclone, used, aligned(64)))
#endif

namespace probe {

/// Makes the compiler believe that somebody reads `value`, and memory, here; emits no instruction.
template <typename Value>
inline void keep(const Value& value) {
  asm volatile("" : : "r"(value) : "memory");
}

/// Calls `call` that many times and compares every result with `expected`; an expectation below 0 is a failure itself.
template <typename Call>
__attribute__((always_inline)) inline LoopResult repeat(std::uint64_t iterations, long expected, Call call) {
  LoopResult result{expected < 0 ? expected : 0, expected};
  for (std::uint64_t i = 0; i < iterations; ++i) {
    result.last = call();
    result.unexpected |= result.last ^ expected;
    keep(result.last);
  }
  return result;
}

/// The same, and times every size.every-th call alone. Between two of those the others run as in repeat(), so that
/// timing does not become the ordinary state of caches and predictors; nothing is allocated.
template <typename Call>
__attribute__((always_inline)) inline LoopResult sample(const SampleSize& size, long expected, Call call,
                                                        Histogram& ticks) {
  LoopResult result{0, expected};
  const std::uint64_t timed = size.calls / size.every;
  for (std::uint64_t i = 0; i < timed; ++i) {
    result.unexpected |= repeat(size.every - 1, expected, call).unexpected;
    const std::uint64_t begin = timer_begin();
    result.last = call();
    const std::uint64_t end = timer_end();
    result.unexpected |= result.last ^ expected;
    ticks.record(end - begin);
  }
  const std::uint64_t left = size.calls % size.every;
  const LoopResult rest = repeat(left, expected, call);
  return {result.unexpected | rest.unexpected, left > 0 ? rest.last : result.last};
}

}  // namespace probe
