#include "fingerprint.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <map>

#include "testing/run.hpp"
#include "testing/seccomp_filter.hpp"

namespace probe {
namespace {

/// The witness of a probe under a filter that answers one call.
Json witness_under(long number, std::uint32_t action) {
  const Finished finished = run_probe({"witness"}, [&] { answer_call(number, action); });
  EXPECT_EQ(finished.ending.exit_status, 0) << finished.errors;
  return Json::parse(finished.output);
}

// setns: of the calls in the fingerprint one that an emulator hands on to the kernel, where the filter is.

TEST(ProbeFingerprint, AFilterShowsInTheCallItRefuses) {
  const Json free = Json::parse(run_probe({"witness"}).output);
  const Json filtered = witness_under(SYS_setns, refuse_with(EXDEV));
  EXPECT_NE(free["fingerprint"]["setns"], "EXDEV");
  EXPECT_EQ(filtered["fingerprint"]["setns"], "EXDEV");
  EXPECT_EQ(filtered["seccomp"]["mode"], 2);
  EXPECT_EQ(filtered["no_new_privs"], 1);
}

TEST(ProbeFingerprint, EpermOfAFilterDiffersFromTheKernelsOwnAnswer) {
  const Json free = Json::parse(run_probe({"witness"}).output);
  if (free["seccomp"]["mode"] != 0) GTEST_SKIP() << "these tests run under a filter themselves";
  EXPECT_EQ(free["fingerprint"]["setns"], "EBADF");
  EXPECT_EQ(witness_under(SYS_setns, refuse_with(EPERM))["fingerprint"]["setns"], "EPERM");
}

TEST(ProbeFingerprint, OnlyTheRefusedCallChanges) {
  Json free = Json::parse(run_probe({"witness"}).output)["fingerprint"];
  Json filtered = witness_under(SYS_clone3, refuse_with(ENOSYS))["fingerprint"];
  EXPECT_EQ(filtered["clone3"], "ENOSYS");
  // Not what no_new_privs or a filter changes, and the other calls' answers stand.
  free.erase("clone3");
  filtered.erase("clone3");
  EXPECT_EQ(free, filtered);
}

TEST(ProbeFingerprint, AFilterThatKillsTheCallerIsReported) {
  const Json witness = witness_under(SYS_setns, SECCOMP_RET_KILL_PROCESS);
  EXPECT_EQ(witness["fingerprint"]["setns"], "killed");
  EXPECT_NE(witness["fingerprint"]["mount"], "killed");
}

TEST(ProbeFingerprint, AFilterThatKillsTheThreadIsReported) {
  if (probe_under_test().is_emulated()) GTEST_SKIP() << "the emulator has other threads, which live on";
  EXPECT_EQ(witness_under(SYS_setns, SECCOMP_RET_KILL_THREAD)["fingerprint"]["setns"], "killed");
}

TEST(ProbeFingerprint, AFilterThatSendsSigsysIsReported) {
  EXPECT_EQ(witness_under(SYS_setns, SECCOMP_RET_TRAP)["fingerprint"]["setns"], "trapped");
}

TEST(ProbeFingerprint, WithoutChildrenThereAreReasons) {
  // fork() is clone(SIGCHLD | …) in glibc, clone or fork in others
  const Finished finished = run_probe({"witness"}, [] {
    answer_call(SYS_clone, refuse_with(EAGAIN));
#ifdef SYS_fork
    answer_call(SYS_fork, refuse_with(EAGAIN));
#endif
  });
  const Json witness = Json::parse(finished.output);
  EXPECT_TRUE(witness["fingerprint"].empty());
  EXPECT_EQ(witness["unreadable"]["fingerprint.setns"], "fork: EAGAIN (Resource temporarily unavailable)");
}

TEST(ProbeFingerprint, LeavesNoDescriptorBehind) {
  const int before = dup(STDIN_FILENO);
  close(before);
  take_fingerprint();
  const int after = dup(STDIN_FILENO);
  close(after);
  EXPECT_EQ(before, after);
}

}  // namespace
}  // namespace probe
