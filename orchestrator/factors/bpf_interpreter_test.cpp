#include "factors/bpf_interpreter.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>

#include "factors/seccomp_compiler.hpp"
#include "factors/seccomp_refusals.hpp"

namespace orchestrate {
namespace {

using Program = std::vector<sock_filter>;

constexpr std::uint64_t first_argument = 0x1122'3344'5566'7788;

seccomp_data sample_call() {
  seccomp_data call{};
  call.nr = 39;
  call.arch = 0xc000003e;
  call.args[0] = first_argument;
  return call;
}

sock_filter statement(int code, std::uint32_t k = 0) {
  return {static_cast<__u16>(code), 0, 0, k};
}

sock_filter jump(int code, std::uint32_t k, std::uint8_t if_so, std::uint8_t if_not) {
  return {static_cast<__u16>(BPF_JMP | code), if_so, if_not, k};
}

const sock_filter return_accumulator = statement(BPF_RET | BPF_A);

std::uint32_t interpreted(const Program& program) {
  return answer_of(program, sample_call());
}

TEST(BpfInterpreter, LoadsEveryPartOfTheCall) {
  const auto loaded = [](std::size_t offset) {
    return interpreted({statement(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset)), return_accumulator});
  };
  EXPECT_EQ(loaded(offsetof(seccomp_data, nr)), 39U);
  EXPECT_EQ(loaded(offsetof(seccomp_data, arch)), 0xc000003e);
  const std::uint64_t halves =
      std::uint64_t{loaded(offsetof(seccomp_data, args))} + std::uint64_t{loaded(offsetof(seccomp_data, args) + 4)};
  EXPECT_EQ(halves, 0x1122'3344U + 0x5566'7788U) << "one half at each place, in the machine's order";
  EXPECT_EQ(loaded(offsetof(seccomp_data, args) + 5 * sizeof(std::uint64_t)), 0U);
  EXPECT_EQ(interpreted({statement(BPF_LD | BPF_W | BPF_LEN), return_accumulator}), sizeof(seccomp_data));
}

/// The answer of: 100 OP k, and of the same with k in the index register.
std::uint32_t computed(int operation, std::uint32_t k) {
  const std::uint32_t by_k =
      interpreted({statement(BPF_LD | BPF_IMM, 100), statement(BPF_ALU | BPF_K | operation, k), return_accumulator});
  const std::uint32_t by_x = interpreted({statement(BPF_LD | BPF_IMM, 100), statement(BPF_LDX | BPF_IMM, k),
                                          statement(BPF_ALU | BPF_X | operation), return_accumulator});
  EXPECT_EQ(by_k, by_x) << operation;
  return by_k;
}

TEST(BpfInterpreter, Computes) {
  EXPECT_EQ(computed(BPF_ADD, 7), 107U);
  EXPECT_EQ(computed(BPF_SUB, 101), 0xffffffff) << "words have 32 bits";
  EXPECT_EQ(computed(BPF_MUL, 3), 300U);
  EXPECT_EQ(computed(BPF_DIV, 7), 14U);
  EXPECT_EQ(computed(BPF_AND, 0x6c), 0x64U);
  EXPECT_EQ(computed(BPF_OR, 0x0b), 0x6fU);
  EXPECT_EQ(computed(BPF_XOR, 0xff), 0x9bU);
  EXPECT_EQ(computed(BPF_LSH, 2), 400U);
  EXPECT_EQ(computed(BPF_RSH, 2), 25U);
  EXPECT_EQ(computed(BPF_NEG, 0), static_cast<std::uint32_t>(-100));
  EXPECT_EQ(computed(BPF_DIV, 0), SECCOMP_RET_KILL_THREAD);
}

/// 1 where the jump on 100 and k was taken, else 2.
std::uint32_t taken(int condition, std::uint32_t k) {
  return interpreted({statement(BPF_LD | BPF_IMM, 100), jump(condition, k, 1, 0), statement(BPF_RET | BPF_K, 2),
                      statement(BPF_RET | BPF_K, 1)});
}

TEST(BpfInterpreter, Jumps) {
  EXPECT_EQ(taken(BPF_JEQ, 100), 1U);
  EXPECT_EQ(taken(BPF_JEQ, 99), 2U);
  EXPECT_EQ(taken(BPF_JGT, 99), 1U);
  EXPECT_EQ(taken(BPF_JGT, 100), 2U);
  EXPECT_EQ(taken(BPF_JGE, 100), 1U);
  EXPECT_EQ(taken(BPF_JGE, 101), 2U);
  EXPECT_EQ(taken(BPF_JSET, 0x04), 1U);
  EXPECT_EQ(taken(BPF_JSET, 0x08), 2U);
  EXPECT_EQ(taken(BPF_JA, 1), 1U) << "always, and as far as k says";
}

TEST(BpfInterpreter, KeepsWordsAndMovesThem) {
  const Program program{statement(BPF_LD | BPF_IMM, 5),  statement(BPF_ST, 15),
                        statement(BPF_LD | BPF_IMM, 6),  statement(BPF_MISC | BPF_TAX),
                        statement(BPF_STX, 3),           statement(BPF_LD | BPF_MEM, 15),
                        statement(BPF_LDX | BPF_MEM, 3), statement(BPF_ALU | BPF_LSH | BPF_X),
                        statement(BPF_MISC | BPF_TAX),   statement(BPF_LD | BPF_IMM, 0),
                        statement(BPF_MISC | BPF_TXA),   return_accumulator};
  EXPECT_EQ(interpreted(program), 5U << 6U);
}

TEST(BpfInterpreter, RefusesWhatTheKernelWouldNotTake) {
  const std::vector<sock_filter> never_taken{
      statement(BPF_LD | BPF_B | BPF_ABS),                        // bytes
      statement(BPF_LD | BPF_W | BPF_IND),                        // packets
      statement(BPF_LDX | BPF_W | BPF_ABS),                       //
      statement(BPF_LD | BPF_W | BPF_ABS, 2),                     // askew
      statement(BPF_LD | BPF_W | BPF_ABS, sizeof(seccomp_data)),  // behind the call
      statement(BPF_LD | BPF_MEM, BPF_MEMWORDS),
      statement(BPF_ST, BPF_MEMWORDS),
      statement(BPF_ALU | BPF_MOD, 3),
      statement(BPF_JMP | 0x50),
      statement(BPF_RET | BPF_X),
      statement(BPF_MISC | 0x40)};
  for (const sock_filter& one : never_taken) {
    EXPECT_THROW(interpreted({one, return_accumulator}), std::invalid_argument) << one.code << " " << one.k;
  }
  EXPECT_THROW(interpreted(Program{}), std::invalid_argument) << "no answer";
  EXPECT_THROW(interpreted({jump(BPF_JA, 9, 0, 0), return_accumulator}), std::invalid_argument) << "past the end";
}

/// Error numbers that no call gives by itself.
constexpr int refused_by_default = 3001;
constexpr int refused_by_rule = 3002;

/// The numbers that libseccomp names here, but for exit_group's. Others have no filter on every kernel: Linux 6.14 lets
/// x86's uretprobe (335) through whatever a filter says.
std::vector<int> named_numbers(std::uint32_t architecture) {
  std::vector<int> numbers;
  for (int number = 0; number < 1000; ++number) {
    char* name = ::seccomp_syscall_resolve_num_arch(architecture, number);
    if (name != nullptr && number != SYS_exit_group) numbers.push_back(number);
    std::free(name);
  }
  return numbers;
}

/// Makes the calls with `argument` in a child whose kernel has the program, and says what each gave; the program must
/// let none through but exit_group.
std::vector<int> errors_by_the_kernel(Program program, const std::vector<int>& numbers, std::uint64_t argument) {
  const std::size_t size = numbers.size() * sizeof(int);
  auto* errors = static_cast<int*>(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const pid_t child = ::fork();
  if (child == 0) {
    const sock_fprog description{static_cast<unsigned short>(program.size()), program.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) ::_exit(1);
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &description) != 0) ::_exit(2);
    for (std::size_t i = 0; i < numbers.size(); ++i) errors[i] = ::syscall(numbers[i], argument) < 0 ? errno : 0;
    // Not _exit: a sanitizer's makes other calls first, and they are refused.
    ::syscall(SYS_exit_group, 0);
  }
  int status = -1;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  std::vector<int> copied(errors, errors + numbers.size());
  ::munmap(errors, size);
  return copied;
}

TEST(BpfInterpreter, AnswersAsTheKernelDoes) {
  const auto profile =
      nlohmann::json::parse(R"({"defaultAction": "SCMP_ACT_ERRNO", "defaultErrnoRet": 3001, "syscalls": [
      {"names": ["exit_group"], "action": "SCMP_ACT_ALLOW"},
      {"names": ["read", "keyctl", "mount", "bpf", "openat2"], "action": "SCMP_ACT_ERRNO", "errnoRet": 3002},
      {"names": ["personality"], "action": "SCMP_ACT_ERRNO", "errnoRet": 3002,
       "args": [{"index": 0, "op": "SCMP_CMP_EQ", "value": 8}]},
      {"names": ["clone"], "action": "SCMP_ACT_ERRNO", "errnoRet": 3002,
       "args": [{"index": 0, "op": "SCMP_CMP_MASKED_EQ", "value": 2114060288, "valueTwo": 0}]},
      {"names": ["socket"], "action": "SCMP_ACT_ERRNO", "errnoRet": 3002,
       "args": [{"index": 0, "op": "SCMP_CMP_GT", "value": 4294967296}]}]})");
  const std::uint32_t architecture = architecture_token(native_architecture());
  const Program program = compile_filter(profile, architecture).program;
  const std::vector<int> numbers = named_numbers(architecture);
  for (const std::uint64_t argument : {std::uint64_t{0}, std::uint64_t{8}, std::uint64_t{1} << 32, ~std::uint64_t{0}}) {
    const std::vector<int> errors = errors_by_the_kernel(program, numbers, argument);
    EXPECT_GE(std::count(errors.begin(), errors.end(), refused_by_rule), 5);
    EXPECT_GE(std::count(errors.begin(), errors.end(), refused_by_default), 250);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      seccomp_data call{};
      call.nr = numbers[i];
      call.arch = architecture;
      call.args[0] = argument;
      EXPECT_EQ(answer_of(program, call), SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(errors[i]))
          << "call " << numbers[i] << " of " << argument;
    }
  }
}

}  // namespace
}  // namespace orchestrate
