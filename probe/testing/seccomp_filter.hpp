#pragma once

#include <linux/seccomp.h>

#include <cstdint>

namespace probe {

/// A filter's answer that refuses a call with this error.
constexpr std::uint32_t refuse_with(int error) {
  return SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA);
}

/// Puts this process under a seccomp filter that answers one system call with `action` and allows all others. Ends the
/// process with status 126 where the kernel does not take it.
void answer_call(long number, std::uint32_t action);

/// The same, only where the call's first argument is `least` or more.
void answer_call_from(long number, std::uint32_t least, std::uint32_t action);

/// The same, only where the call's third argument is `third` as well: how many bytes a read() wants, or how an openat()
/// opens. So a filter can tell the probe's calls from those of an emulator that runs it.
void answer_call_with(long number, std::uint32_t least, std::uint32_t third, std::uint32_t action);

/// The same, only where the call's argument with that index, from 0, is `value`.
void answer_call_where(long number, unsigned index, std::uint32_t value, std::uint32_t action);

}  // namespace probe
