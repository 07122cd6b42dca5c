#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace probe {

/// One line of a disassembly: "401518: call 431350 <syscall>".
struct Instruction {
  std::uint64_t address;
  std::string mnemonic;
  std::string operands;
};

/// The instructions of a function in the text that `objdump -d --no-show-raw-insn` prints; empty where it is not there.
std::vector<Instruction> instructions_of(const std::string& function, const std::string& disassembly);

/// What is wrong with the loops of a function: that it is missing, has no backward jump, or that no loop's body (from a
/// backward jump's target to the jump) holds a call of each of the `callees`. Without callees: that a loop holds any
/// call. Also that an innermost loop does not begin on a cache line. Empty where nothing is wrong.
std::string loop_problem(const std::string& function, const std::vector<std::string>& callees,
                         const std::string& disassembly);

/// What is wrong with a function that times some of its calls one by one: what loop_problem() finds; that no loop calls
/// `callee` without reading the timer; or that there is not, in a loop, one pair of readings with their barriers around
/// one call of `callee` (around none, where `callee` is empty). Empty where nothing is wrong.
std::string sampled_loop_problem(const std::string& function, const std::string& callee,
                                 const std::string& disassembly);

}  // namespace probe
