#include "factors/bpf_interpreter.hpp"

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <optional>
#include <stdexcept>

namespace orchestrate {
namespace {

/// The machine of classic BPF, for which every word has 32 bits.
class Machine {
 public:
  Machine(const std::vector<sock_filter>& program, const seccomp_data& call) : program_(program), call_(call) {}

  std::uint32_t run() {
    // Jumps go forward only, so every program ends.
    while (next_ < program_.size()) {
      const sock_filter& instruction = program_[next_++];
      if (const auto answer = step(instruction)) return *answer;
    }
    throw std::invalid_argument("a filter ends without an answer");
  }

 private:
  /// Carries out one instruction; its answer where it is the last one.
  std::optional<std::uint32_t> step(const sock_filter& one) {
    switch (BPF_CLASS(one.code)) {
      case BPF_LD:
        accumulator_ = loaded(one);
        return std::nullopt;
      case BPF_LDX:
        index_ = loaded(one);
        return std::nullopt;
      case BPF_ST:
        word(one) = accumulator_;
        return std::nullopt;
      case BPF_STX:
        word(one) = index_;
        return std::nullopt;
      case BPF_ALU:
        return compute(one);
      case BPF_JMP:
        jump(one);
        return std::nullopt;
      case BPF_RET:
        return returned(one);
      default:
        move(one);
        return std::nullopt;
    }
  }

  std::uint32_t loaded(const sock_filter& one) {
    switch (BPF_MODE(one.code)) {
      case BPF_IMM:
        return one.k;
      case BPF_LEN:
        return sizeof call_;
      case BPF_MEM:
        return word(one);
      case BPF_ABS:
        if (BPF_CLASS(one.code) == BPF_LD && BPF_SIZE(one.code) == BPF_W) return of_call(one);
        break;
      default:
        break;
    }
    refuse(one);
  }

  /// A word of the call, in the byte order of the machine.
  std::uint32_t of_call(const sock_filter& one) {
    std::uint32_t value = 0;
    if (one.k % sizeof value != 0 || one.k > sizeof call_ - sizeof value) refuse(one);
    std::memcpy(&value, reinterpret_cast<const char*>(&call_) + one.k, sizeof value);
    return value;
  }

  std::uint32_t& word(const sock_filter& one) {
    if (one.k >= memory_.size()) refuse(one);
    return memory_[one.k];
  }

  std::uint32_t operand(const sock_filter& one) const { return BPF_SRC(one.code) == BPF_X ? index_ : one.k; }

  std::optional<std::uint32_t> compute(const sock_filter& one) {
    const std::uint32_t value = operand(one);
    constexpr std::uint32_t bits_in_a_shift = 31;
    switch (BPF_OP(one.code)) {
      case BPF_ADD:
        accumulator_ += value;
        return std::nullopt;
      case BPF_SUB:
        accumulator_ -= value;
        return std::nullopt;
      case BPF_MUL:
        accumulator_ *= value;
        return std::nullopt;
      case BPF_DIV:
        // A division by zero ends the program with 0, which kills the thread.
        if (value == 0) return SECCOMP_RET_KILL_THREAD;
        accumulator_ /= value;
        return std::nullopt;
      case BPF_AND:
        accumulator_ &= value;
        return std::nullopt;
      case BPF_OR:
        accumulator_ |= value;
        return std::nullopt;
      case BPF_XOR:
        accumulator_ ^= value;
        return std::nullopt;
      case BPF_LSH:
        accumulator_ <<= value & bits_in_a_shift;
        return std::nullopt;
      case BPF_RSH:
        accumulator_ >>= value & bits_in_a_shift;
        return std::nullopt;
      case BPF_NEG:
        accumulator_ = -accumulator_;
        return std::nullopt;
      default:
        refuse(one);
    }
  }

  bool holds(const sock_filter& one) const {
    const std::uint32_t value = operand(one);
    switch (BPF_OP(one.code)) {
      case BPF_JEQ:
        return accumulator_ == value;
      case BPF_JGT:
        return accumulator_ > value;
      case BPF_JGE:
        return accumulator_ >= value;
      case BPF_JSET:
        return (accumulator_ & value) != 0;
      default:
        refuse(one);
    }
  }

  void jump(const sock_filter& one) {
    if (BPF_OP(one.code) == BPF_JA) {
      next_ += one.k;
    } else {
      next_ += holds(one) ? one.jt : one.jf;
    }
  }

  std::uint32_t returned(const sock_filter& one) const {
    if (BPF_RVAL(one.code) == BPF_A) return accumulator_;
    if (BPF_RVAL(one.code) == BPF_K) return one.k;
    refuse(one);
  }

  void move(const sock_filter& one) {
    if (BPF_MISCOP(one.code) == BPF_TAX) {
      index_ = accumulator_;
    } else if (BPF_MISCOP(one.code) == BPF_TXA) {
      accumulator_ = index_;
    } else {
      refuse(one);
    }
  }

  [[noreturn]] void refuse(const sock_filter& one) const {
    throw std::invalid_argument(
        fmt::format("instruction {} (code {:#04x}, k {:#x}) is none that the kernel takes in a seccomp filter",
                    next_ - 1, one.code, one.k));
  }

  const std::vector<sock_filter>& program_;
  const seccomp_data& call_;
  std::size_t next_ = 0;
  std::uint32_t accumulator_ = 0;
  std::uint32_t index_ = 0;
  std::array<std::uint32_t, BPF_MEMWORDS> memory_{};
};

}  // namespace

std::uint32_t answer_of(const std::vector<sock_filter>& program, const seccomp_data& call) {
  return Machine(program, call).run();
}

}  // namespace orchestrate
