#include "factors/seccomp_profile.hpp"

#include <gtest/gtest.h>

#include "factors/testing.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr CapabilitySet with_sys_admin = docker_default_capabilities | (CapabilitySet{1} << 21U);

/// As docker 20.10 gives it on Linux 6.18, whatever capabilities are dropped.
const Fingerprint docker_default{{"add_key", "EPERM"},
                                 {"bpf", "EPERM"},
                                 {"clone3", "ENOSYS"},
                                 {"get_mempolicy", "EPERM"},
                                 {"io_uring_setup", "EFAULT"},
                                 {"kcmp", "EPERM"},
                                 {"keyctl", "EPERM"},
                                 {"mount", "EPERM"},
                                 {"open_by_handle_at", "EPERM"},
                                 {"perf_event_open", "EPERM"},
                                 {"personality", "ok"},
                                 {"pidfd_getfd", "EPERM"},
                                 {"process_vm_readv", "EPERM"},
                                 {"ptrace", "ESRCH"},
                                 {"quotactl", "EPERM"},
                                 {"setns", "EPERM"},
                                 {"socket_vsock", "EINVAL"},
                                 {"unshare_user", "EPERM"},
                                 {"userfaultfd", "EPERM"},
                                 {"name_to_handle_at", "EPERM"}};

/// The same engine with seccomp=unconfined, and with a profile that allows everything.
const Fingerprint unconfined{{"add_key", "EFAULT"},
                             {"bpf", "EINVAL"},
                             {"clone3", "EINVAL"},
                             {"get_mempolicy", "ok"},
                             {"io_uring_setup", "EFAULT"},
                             {"kcmp", "ok"},
                             {"keyctl", "ENOKEY"},
                             {"mount", "EFAULT"},
                             {"open_by_handle_at", "EFAULT"},
                             {"perf_event_open", "EFAULT"},
                             {"personality", "ok"},
                             {"pidfd_getfd", "EBADF"},
                             {"process_vm_readv", "ok"},
                             {"ptrace", "ESRCH"},
                             {"quotactl", "EINVAL"},
                             {"setns", "EBADF"},
                             {"socket_vsock", "EINVAL"},
                             {"unshare_user", "ok"},
                             {"userfaultfd", "EINVAL"},
                             {"name_to_handle_at", "EFAULT"}};

Fingerprint changed(Fingerprint fingerprint, const Fingerprint& changes) {
  for (const auto& [call, result] : changes) fingerprint[call] = result;
  return fingerprint;
}

TEST(SeccompProfile, KnowsDockersDefault) {
  EXPECT_EQ(default_filter_in(docker_default), "docker");
  EXPECT_EQ(default_filter_in(docker_default, 0), "docker") << "--cap-drop ALL";
  EXPECT_EQ(default_filter_in(changed(docker_default, {{"io_uring_setup", "EPERM"}})), "docker") << "newer engines";
  const Fingerprint four_calls{
      {"keyctl", "EPERM"}, {"unshare_user", "EPERM"}, {"clone3", "ENOSYS"}, {"io_uring_setup", "EFAULT"}};
  EXPECT_EQ(default_filter_in(four_calls), "docker") << "a probe that tries fewer";
}

TEST(SeccompProfile, KnowsDockersDefaultWithCapabilitiesAdded) {
  const Fingerprint sys_admin =
      changed(unconfined, {{"add_key", "EPERM"}, {"keyctl", "EPERM"}, {"userfaultfd", "EPERM"}, {"kcmp", "EPERM"}});
  EXPECT_EQ(default_filter_in(sys_admin, with_sys_admin), "docker");
  EXPECT_EQ(default_filter_in(sys_admin), std::nullopt) << "without the capability those calls must be refused";
  EXPECT_EQ(default_filter_in(docker_default, with_sys_admin), std::nullopt) << "with it they must not be";
  const Fingerprint sys_ptrace = changed(docker_default, {{"kcmp", "ok"}, {"process_vm_readv", "ok"}});
  EXPECT_EQ(default_filter_in(sys_ptrace, docker_default_capabilities | (CapabilitySet{1} << 19U)), "docker");
}

TEST(SeccompProfile, KnowsPodmansDefault) {
  const Fingerprint podman = changed(unconfined, {{"userfaultfd", "EPERM"}, {"io_uring_setup", "ENOSYS"}});
  EXPECT_EQ(default_filter_in(podman), "podman");
}

TEST(SeccompProfile, AFilterThatAllowsEverythingIsNobodysDefault) {
  EXPECT_EQ(default_filter_in(unconfined), std::nullopt);
  EXPECT_EQ(default_filter_in(unconfined, with_sys_admin), std::nullopt);
  EXPECT_EQ(default_filter_in(changed(unconfined, {{"io_uring_setup", "ENOSYS"}})), std::nullopt)
      << "a kernel without io_uring";
  EXPECT_EQ(default_filter_in(changed(unconfined, {{"keyctl", "EPERM"}})), std::nullopt) << "one call refused";
  EXPECT_EQ(default_filter_in({}), std::nullopt);
}

TEST(SeccompProfile, PredictsWhatAnUnconditionalRuleGives) {
  const json profile = json::parse(R"({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [
      {"names": ["keyctl", "add_key"], "action": "SCMP_ACT_ERRNO", "errnoRet": 38},
      {"name": "kcmp", "action": "SCMP_ACT_ERRNO"},
      {"names": ["bpf"], "action": "SCMP_ACT_ERRNO", "includes": {"caps": ["CAP_SYS_ADMIN"]}},
      {"names": ["unshare"], "action": "SCMP_ACT_KILL"},
      {"names": ["mount"], "action": "SCMP_ACT_TRAP"}]})");
  const Fingerprint honest = changed(unconfined, {{"keyctl", "ENOSYS"},
                                                  {"add_key", "ENOSYS"},
                                                  {"kcmp", "EPERM"},
                                                  {"unshare_user", "killed"},
                                                  {"mount", "trapped"}});
  EXPECT_THAT(contradictions(profile, honest), IsEmpty());
  EXPECT_THAT(contradictions(profile, changed(honest, {{"keyctl", "ok"}})),
              ElementsAre("keyctl gave ok, the profile refuses it with ENOSYS"));
  EXPECT_THAT(contradictions(profile, changed(honest, {{"clone3", "ENOSYS"}})),
              ElementsAre("clone3 gave ENOSYS, the profile allows it"));
  EXPECT_THAT(contradictions(profile, docker_default), Contains(HasSubstr("userfaultfd gave EPERM")));
}

TEST(SeccompProfile, TheDefaultActionHoldsForWhatNoRuleNames) {
  const json profile = json::parse(R"({"defaultAction": "SCMP_ACT_ERRNO", "defaultErrnoRet": 38, "syscalls": [
      {"names": ["socket"], "action": "SCMP_ACT_ALLOW"},
      {"names": ["personality"], "action": "SCMP_ACT_ALLOW", "args": [{"index": 0, "value": 0, "op": "SCMP_CMP_EQ"}]},
      {"names": ["personality"], "action": "SCMP_ACT_ALLOW"}]})");
  const Fingerprint some{{"socket_vsock", "EINVAL"}, {"personality", "EPERM"}, {"kcmp", "ENOSYS"}};
  EXPECT_THAT(contradictions(profile, some), IsEmpty());
  EXPECT_THAT(contradictions(profile, {{"kcmp", "EPERM"}}),
              ElementsAre("kcmp gave EPERM, the profile refuses it with ENOSYS"))
      << "docker 20.10 drops defaultErrnoRet";
}

TEST(SeccompProfile, TheDefaultContradictsAProfileThatAllowsEverything) {
  const json allow_everything{{"defaultAction", "SCMP_ACT_ALLOW"}};
  EXPECT_THAT(contradictions(allow_everything, unconfined), IsEmpty());
  EXPECT_THAT(contradictions(allow_everything, docker_default), Contains("keyctl gave EPERM, the profile allows it"));
}

}  // namespace
}  // namespace orchestrate
