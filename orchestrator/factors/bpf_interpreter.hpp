#pragma once

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstdint>
#include <vector>

namespace orchestrate {

/// What a seccomp filter answers to a call: SECCOMP_RET_ALLOW, SECCOMP_RET_ERRNO with a number, … `program` is classic
/// BPF of the instructions that the kernel takes in such a filter (kernel/seccomp.c, seccomp_check_filter). Throws
/// std::invalid_argument where the kernel would not have taken the program, naming the instruction.
std::uint32_t answer_of(const std::vector<sock_filter>& program, const seccomp_data& call);

}  // namespace orchestrate
