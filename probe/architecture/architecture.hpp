#pragma once

// What depends on the machine's instructions: one file an architecture, all with the same names in them.
//
//   architecture_name                 as uname(1) says it
//   system_call(number, …)            the instruction itself, without the C library
//   traced_system_call_number(pid)    which system call a traced process is about to make
//   timer_begin(), timer_end()        the counter that can be read most cheaply, in ticks; see below
//   timer_source                      its name
//   timer_hz()                        how often it ticks, where the architecture says so
//   timer_problem()                   why it cannot be read here
//
// The counter ticks at a constant rate of its own, whatever the CPU's clock does: reference ticks are not core cycles.
// A call stands between timer_begin() and timer_end(): barriers keep what comes before out, and the call in.
#if defined(__x86_64__)
#include "architecture/x86_64.hpp"  // IWYU pragma: export
#elif defined(__aarch64__)
#include "architecture/aarch64.hpp"  // IWYU pragma: export
#else
#error "write a file for this architecture"
#endif
