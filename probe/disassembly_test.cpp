// That the compiler left the measured loops what they say they are, read from the built program's machine code.
#include <gtest/gtest.h>
#include <stdio.h>

#include <array>
#include <map>
#include <memory>

#include "operation.hpp"
#include "testing/disassembly.hpp"
#include "testing/run.hpp"

namespace probe {
namespace {

/// What each operation's loop must call, together; a new operation has to be named here.
const std::map<std::string, std::vector<std::string>> callees = {
    {"empty_loop", {}},
    {"function_call", {"plain_function"}},
    {"getpid", {"getpid"}},
    {"cached_getpid", {"cached_getpid"}},
    {"getppid", {"getppid"}},
    {"getpid_syscall", {"syscall"}},
    {"clock_monotonic", {"clock_gettime"}},
    {"clock_monotonic_syscall", {"syscall"}},
    {"clock_monotonic_raw", {"clock_gettime"}},
    {"clock_monotonic_raw_syscall", {"syscall"}},
    {"clock_monotonic_coarse", {"clock_gettime"}},
    {"clock_monotonic_coarse_syscall", {"syscall"}},
    {"clock_realtime", {"clock_gettime"}},
    {"clock_realtime_syscall", {"syscall"}},
    {"clock_realtime_coarse", {"clock_gettime"}},
    {"clock_realtime_coarse_syscall", {"syscall"}},
    {"clock_boottime", {"clock_gettime"}},
    {"clock_boottime_syscall", {"syscall"}},
    {"clock_tai", {"clock_gettime"}},
    {"clock_tai_syscall", {"syscall"}},
    {"clock_process_cputime", {"clock_gettime"}},
    {"clock_process_cputime_syscall", {"syscall"}},
    {"clock_thread_cputime", {"clock_gettime"}},
    {"clock_thread_cputime_syscall", {"syscall"}},
    {"write_dev_null", {"write"}},
    {"read_byte", {"read"}},
    {"read_buffered", {"read"}},
    {"pipe_pingpong", {"write", "read"}},
    {"pipe_pingpong_threads", {"write", "read"}},
    {"pipe_self", {"write", "read"}},
    {"static_start", {"start_and_wait"}},
};

/// The function that is an operation's loop: its own, but that all three of pipes.cpp are one code.
std::string loop_of(const std::string& operation) {
  return operation.compare(0, 5, "pipe_") == 0 ? "loop_pipe_round" : "loop_" + operation;
}

/// Empty where objdump fails or is missing.
std::string disassembly_of_probe() {
  const ProbeUnderTest probe = probe_under_test();
  const std::string command = probe.objdump + " -d --no-show-raw-insn '" + probe.program + "'";
  FILE* stream = popen(command.c_str(), "r");
  if (stream == nullptr) return {};
  std::string text;
  std::array<char, 65536> buffer;
  std::size_t count;
  while ((count = fread(buffer.data(), 1, buffer.size(), stream)) > 0) text.append(buffer.data(), count);
  return pclose(stream) == 0 ? text : "";
}

TEST(ProbeDisassembly, EveryLoopHoldsItsCall) {
  const std::string disassembly = disassembly_of_probe();
  ASSERT_FALSE(disassembly.empty()) << "objdump (package binutils) could not read " << probe_under_test().program;
  for (const std::string& name : operation_names()) {
    ASSERT_EQ(callees.count(name), 1u) << name << " is missing in the list above";
    EXPECT_EQ(loop_problem(loop_of(name), callees.at(name), disassembly), "");
  }
}

TEST(ProbeDisassembly, EverySampledLoopTimesItsCall) {
  const std::string disassembly = disassembly_of_probe();
  for (const std::string& name : sampled_operation_names()) {
    const std::vector<std::string>& callees_of = callees.at(name);
    const std::string callee = callees_of.empty() ? "" : callees_of.front();
    EXPECT_EQ(sampled_loop_problem("sample_" + name, callee, disassembly), "");
  }
}

TEST(ProbeDisassembly, ThePlainFunctionIsOnlyAReturn) {
  const std::vector<Instruction> body = instructions_of("plain_function", disassembly_of_probe());
  ASSERT_FALSE(body.empty());
  EXPECT_EQ(body.front().mnemonic, "ret");
}

// The check itself: it sees what is wrong with loops that are wrong.

const char* const good_loop =
    "0000000000401000 <loop_getpid>:\n"
    "  401000:\tpush   %rbx\n"
    "  401040:\tcall   42fd20 <__getpid>\n"
    "  401045:\tadd    $0x1,%rbx\n"
    "  401049:\tcmp    %rbx,%rbp\n"
    "  40104c:\tjne    401040 <loop_getpid+0x40>\n"
    "  40104e:\tret\n";

TEST(ProbeDisassembly, AGoodLoopHasNoProblem) {
  EXPECT_EQ(loop_problem("loop_getpid", {"getpid"}, good_loop), "");
}

TEST(ProbeDisassembly, AnAarch64LoopIsUnderstood) {
  const char* const loop =
      "0000000000401000 <loop_getpid>:\n"
      "  401000:\tstp\tx29, x30, [sp, #-32]!\n"
      "  401040:\tbl\t42fd20 <__getpid>\n"
      "  401044:\tsub\tx19, x19, #0x1\n"
      "  401048:\tcbnz\tx19, 401040 <loop_getpid+0x40>\n"
      "  40104c:\tret\n";
  EXPECT_EQ(loop_problem("loop_getpid", {"getpid"}, loop), "");
}

TEST(ProbeDisassembly, AMissingCallIsSeen) {
  const char* const loop =
      "0000000000401000 <loop_getpid>:\n"
      "  401040:\tadd    $0x1,%rbx\n"
      "  401049:\tcmp    %rbx,%rbp\n"
      "  40104c:\tjne    401040 <loop_getpid+0x40>\n"
      "  40104e:\tret\n";
  EXPECT_EQ(loop_problem("loop_getpid", {"getpid"}, loop), "loop_getpid has no loop that calls getpid");
}

TEST(ProbeDisassembly, ACallThatWasMovedOutOfTheLoopIsSeen) {
  const char* const loop =
      "0000000000401000 <loop_getpid>:\n"
      "  401038:\tcall   42fd20 <__getpid>\n"
      "  401040:\tadd    $0x1,%rbx\n"
      "  40104c:\tjne    401040 <loop_getpid+0x40>\n"
      "  40104e:\tcall   42fd20 <__getpid>\n";
  EXPECT_EQ(loop_problem("loop_getpid", {"getpid"}, loop), "loop_getpid has no loop that calls getpid");
}

TEST(ProbeDisassembly, ACallOfSomethingElseIsSeen) {
  EXPECT_EQ(loop_problem("loop_getpid", {"syscall"}, good_loop), "loop_getpid has no loop that calls syscall");
  EXPECT_EQ(loop_problem("loop_getpid", {"pid"}, good_loop), "loop_getpid has no loop that calls pid");
}

TEST(ProbeDisassembly, ALoopWithOneOfTwoCallsIsSeen) {
  EXPECT_EQ(loop_problem("loop_getpid", {"getpid", "read"}, good_loop),
            "loop_getpid has no loop that calls getpid and read");
}

TEST(ProbeDisassembly, TwoCallsInTwoLoopsAreNotOneLoop) {
  const char* const loops =
      "0000000000401000 <loop_pipe>:\n"
      "  401040:\tcall   42fd20 <__libc_write>\n"
      "  401045:\tjne    401040 <loop_pipe+0x40>\n"
      "  401080:\tcall   42fd80 <__libc_read>\n"
      "  401085:\tjne    401080 <loop_pipe+0x80>\n"
      "  401087:\tret\n";
  EXPECT_EQ(loop_problem("loop_pipe", {"write"}, loops), "");
  EXPECT_EQ(loop_problem("loop_pipe", {"read"}, loops), "");
  EXPECT_EQ(loop_problem("loop_pipe", {"write", "read"}, loops), "loop_pipe has no loop that calls write and read");
}

TEST(ProbeDisassembly, AnEmptyLoopThatMakesACallIsSeen) {
  EXPECT_EQ(loop_problem("loop_getpid", {}, good_loop), "loop_getpid has a loop that makes a call");
}

TEST(ProbeDisassembly, ALoopThatWasDroppedIsSeen) {
  const char* const no_loop =
      "0000000000401000 <loop_empty_loop>:\n"
      "  401000:\txor    %eax,%eax\n"
      "  401002:\tret\n";
  EXPECT_EQ(loop_problem("loop_empty_loop", {}, no_loop), "loop_empty_loop has no backward jump");
}

TEST(ProbeDisassembly, AForwardJumpIsNoLoop) {
  const char* const no_loop =
      "0000000000401000 <loop_empty_loop>:\n"
      "  401000:\tjne    401004 <loop_empty_loop+0x4>\n"
      "  401002:\txor    %eax,%eax\n"
      "  401004:\tret\n";
  EXPECT_EQ(loop_problem("loop_empty_loop", {}, no_loop), "loop_empty_loop has no backward jump");
}

TEST(ProbeDisassembly, AJumpBackToTheWayOutIsNoLoop) {
  const char* const no_loop =
      "0000000000401000 <loop_empty_loop>:\n"
      "  401000:\tje     401010 <loop_empty_loop+0x10>\n"
      "  401006:\tadd    $0x18,%rsp\n"
      "  40100a:\tret\n"
      "  401010:\txor    %eax,%eax\n"
      "  401012:\tjmp    401006 <loop_empty_loop+0x6>\n";
  EXPECT_EQ(loop_problem("loop_empty_loop", {}, no_loop), "loop_empty_loop has no backward jump");
}

TEST(ProbeDisassembly, AMissingFunctionIsSeen) {
  EXPECT_EQ(loop_problem("loop_absent", {}, good_loop), "loop_absent is not in the disassembly");
}

TEST(ProbeDisassembly, ALoopThatBeginsAmidACacheLineIsSeen) {
  const char* const loop =
      "0000000000401000 <loop_empty_loop>:\n"
      "  401008:\tadd    $0x1,%rbx\n"
      "  40100c:\tjne    401008 <loop_empty_loop+0x8>\n"
      "  40100e:\tret\n";
  EXPECT_EQ(loop_problem("loop_empty_loop", {}, loop),
            "loop_empty_loop has a loop that does not begin on a cache line");
}

const std::string good_sample =
    "0000000000401000 <sample_getpid>:\n"
    "  401000:\tpush   %rbx\n"
    "  401040:\tcall   42fd20 <__getpid>\n"
    "  401045:\tjne    401040 <sample_getpid+0x40>\n"
    "  401047:\tlfence\n"
    "  40104a:\trdtsc\n"
    "  40104c:\tshl    $0x20,%rdx\n"
    "  401050:\tlfence\n"
    "  401053:\tcall   42fd20 <__getpid>\n"
    "  401058:\trdtscp\n"
    "  40105b:\tlfence\n"
    "  40105e:\tjb     401000 <sample_getpid>\n"
    "  401060:\tret\n";

/// good_sample with another text at the place, the last one if there are several.
std::string with(const std::string& old_text, const std::string& new_text) {
  std::string text = good_sample;
  return text.replace(text.rfind(old_text), old_text.size(), new_text);
}

TEST(ProbeDisassembly, AGoodSampledLoopHasNoProblem) {
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", good_sample), "");
}

TEST(ProbeDisassembly, AnAarch64SampledLoopIsUnderstood) {
  const char* const loop =
      "0000000000401000 <sample_getpid>:\n"
      "  401000:\tstp\tx29, x30, [sp, #-32]!\n"
      "  401040:\tbl\t42fd20 <__getpid>\n"
      "  401044:\tb.ne\t401040 <sample_getpid+0x40>  // b.any\n"
      "  401048:\tisb\n"
      "  40104c:\tmrs\tx20, cntvct_el0\n"
      "  401050:\tisb\n"
      "  401054:\tbl\t42fd20 <__getpid>\n"
      "  401058:\tisb\n"
      "  40105c:\tmrs\tx0, cntvct_el0\n"
      "  401060:\tisb\n"
      "  401064:\tcbnz\tx19, 401000 <sample_getpid>\n";
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", loop), "");
}

TEST(ProbeDisassembly, ASampledLoopThatTimesSomethingElseIsSeen) {
  const std::string problem = "sample_getpid does not time one call of getpid";
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("call   42fd20 <__getpid>", "nop")), problem);
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("<__getpid>", "<getppid>")), problem);
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("shl    $0x20,%rdx", "call   42fd20 <__getpid>")),
            problem);
}

TEST(ProbeDisassembly, ASampledLoopThatDoesNotReadTheTimerTwiceIsSeen) {
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("rdtscp", "nop")),
            "sample_getpid has no loop that reads the timer twice");
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("jb     401000", "jb     40104c")),
            "sample_getpid has no loop that reads the timer twice");
}

TEST(ProbeDisassembly, ASampledLoopWithoutBarriersIsSeen) {
  const std::string problem = "sample_getpid reads the timer without a barrier";
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("rdtscp\n  40105b:\tlfence", "rdtscp")), problem);
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("401050:\tlfence", "401050:\tnop")), problem);
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("401047:\tlfence", "401047:\tnop")), problem);
}

TEST(ProbeDisassembly, ASampledLoopThatTimesEveryCallIsSeen) {
  EXPECT_EQ(sampled_loop_problem("sample_getpid", "getpid", with("jne    401040", "nop  # 401040")),
            "sample_getpid has no untimed loop that calls getpid");
}

}  // namespace
}  // namespace probe
