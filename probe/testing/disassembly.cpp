#include "testing/disassembly.hpp"

#include <algorithm>
#include <regex>
#include <set>

#include "kernel/text_file.hpp"

namespace probe {

namespace {

bool is_jump(const Instruction& instruction) {
  static const std::set<std::string> of_aarch64 = {"b", "cbz", "cbnz", "tbz", "tbnz"};
  const std::string& mnemonic = instruction.mnemonic;
  return mnemonic[0] == 'j' || mnemonic.compare(0, 2, "b.") == 0 || of_aarch64.count(mnemonic) != 0;
}

bool is_call(const Instruction& instruction) {
  static const std::set<std::string> calls = {"call", "callq", "bl", "blr", "syscall", "svc"};
  return calls.count(instruction.mnemonic) != 0;
}

/// The C library's functions have several names; a disassembly shows one of them: "__libc_read" for "read".
bool calls(const Instruction& instruction, const std::string& callee) {
  return is_call(instruction) &&
         std::regex_search(instruction.operands, std::regex("<(__|__GI_|__GI___|__libc_)?" + callee + "(64)?>$"));
}

/// "rdtsc" and "rdtscp", or "mrs x19, cntvct_el0".
bool reads_timer(const Instruction& instruction) {
  return instruction.mnemonic.compare(0, 5, "rdtsc") == 0 ||
         (instruction.mnemonic == "mrs" && instruction.operands.find("cntvct_el0") != std::string::npos);
}

bool is_barrier(const Instruction& instruction) {
  return instruction.mnemonic == "lfence" || instruction.mnemonic == "isb";
}

/// A loop's body: from the target of a backward jump to the jump.
using Loop = std::vector<Instruction>;

/// Whether a jump to its beginning leaves the function: compilers share the way out.
bool is_way_out(const Loop& loop) {
  const auto turn = std::find_if(loop.begin(), loop.end(), [](const Instruction& instruction) {
    return is_jump(instruction) || instruction.mnemonic == "ret";
  });
  return turn != loop.end() && turn->mnemonic == "ret";
}

std::vector<Loop> loops_of(const std::vector<Instruction>& instructions) {
  static const std::regex target_form("([0-9a-f]+) <");
  std::vector<Loop> loops;
  for (const Instruction& jump : instructions) {
    std::smatch match;
    if (!is_jump(jump) || !std::regex_search(jump.operands, match, target_form)) continue;
    const std::uint64_t target = std::stoull(match[1], nullptr, 16);
    if (target > jump.address || target < instructions.front().address) continue;
    Loop loop;
    for (const Instruction& instruction : instructions) {
      if (instruction.address >= target && instruction.address <= jump.address) loop.push_back(instruction);
    }
    if (!is_way_out(loop)) loops.push_back(loop);
  }
  return loops;
}

/// Whether the loop begins on a cache line, so that it lies on as few as it can.
bool is_aligned(const Loop& loop) {
  return loop.front().address % 64 == 0;
}

}  // namespace

std::vector<Instruction> instructions_of(const std::string& function, const std::string& disassembly) {
  static const std::regex form("^ *([0-9a-f]+):\t([a-z0-9.]+) *(.*)$");
  std::vector<Instruction> instructions;
  const std::size_t begin = disassembly.find(" <" + function + ">:\n");
  if (begin == std::string::npos) return instructions;
  const std::size_t end = disassembly.find("\n\n", begin);
  for (const std::string& line : lines_of(disassembly.substr(begin, end - begin))) {
    std::smatch match;
    if (std::regex_match(line, match, form)) {
      instructions.push_back({std::stoull(match[1], nullptr, 16), match[2], trimmed(match[3])});
    }
  }
  return instructions;
}

std::string loop_problem(const std::string& function, const std::vector<std::string>& callees,
                         const std::string& disassembly) {
  const std::vector<Instruction> instructions = instructions_of(function, disassembly);
  if (instructions.empty()) return function + " is not in the disassembly";
  const std::vector<Loop> loops = loops_of(instructions);
  if (loops.empty()) return function + " has no backward jump";
  const bool any_calls = std::any_of(loops.begin(), loops.end(),
                                     [](const Loop& loop) { return std::any_of(loop.begin(), loop.end(), is_call); });
  if (callees.empty() && any_calls) return function + " has a loop that makes a call";
  const auto calls_each = [&callees](const Loop& loop) {
    return std::all_of(callees.begin(), callees.end(), [&loop](const std::string& callee) {
      return std::any_of(loop.begin(), loop.end(),
                         [&](const Instruction& instruction) { return calls(instruction, callee); });
    });
  };
  if (std::none_of(loops.begin(), loops.end(), calls_each)) {
    std::string all;
    for (const std::string& callee : callees) all += (all.empty() ? "" : " and ") + callee;
    return function + " has no loop that calls " + all;
  }
  const auto shortest = std::min_element(
      loops.begin(), loops.end(), [](const Loop& left, const Loop& right) { return left.size() < right.size(); });
  return is_aligned(*shortest) ? "" : function + " has a loop that does not begin on a cache line";
}

std::string sampled_loop_problem(const std::string& function, const std::string& callee,
                                 const std::string& disassembly) {
  const std::vector<std::string> callees(callee.empty() ? 0 : 1, callee);
  std::string problem = loop_problem(function, callees, disassembly);
  if (!problem.empty()) return problem;
  const auto calls_it = [&](const Instruction& instruction) { return calls(instruction, callee); };
  const Loop* timed = nullptr;
  bool untimed = false;
  const std::vector<Loop> loops = loops_of(instructions_of(function, disassembly));
  for (const Loop& loop : loops) {
    const auto readings = std::count_if(loop.begin(), loop.end(), reads_timer);
    if (readings == 2) timed = &loop;
    untimed = untimed || (readings == 0 && (callee.empty() || std::any_of(loop.begin(), loop.end(), calls_it)));
  }
  if (!untimed) return function + " has no untimed loop that calls " + callee;
  if (timed == nullptr) return function + " has no loop that reads the timer twice";
  const auto begin = std::find_if(timed->begin(), timed->end(), reads_timer);
  const auto end = std::find_if(begin + 1, timed->end(), reads_timer);
  if (std::count_if(begin, end, is_call) != (callee.empty() ? 0 : 1) ||
      std::count_if(begin, end, is_call) != std::count_if(begin, end, calls_it)) {
    return function + " does not time one call of " + callee;
  }
  const auto inside = callee.empty() ? end : std::find_if(begin, end, is_call);
  const bool kept_apart = begin != timed->begin() && is_barrier(*(begin - 1)) &&
                          std::any_of(begin, inside, is_barrier) && end + 1 != timed->end() && is_barrier(*(end + 1));
  return kept_apart ? "" : function + " reads the timer without a barrier";
}

}  // namespace probe
