#include "fingerprint.hpp"

#include <sched.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "errno_name.hpp"
#include "failure.hpp"

// Calls that old headers do not name. From 424 on, a call has the same number on every architecture.
#ifndef SYS_io_uring_setup
#define SYS_io_uring_setup 425
#endif
#ifndef SYS_clone3
#define SYS_clone3 435
#endif
#ifndef SYS_pidfd_getfd
#define SYS_pidfd_getfd 438
#endif

namespace probe {

namespace {

struct HarmlessCall {
  const char* name;
  long (*call)();
};

// Arguments that the kernel refuses, or that ask for something without an effect: no module is loaded, no namespace or
// file outlives the child, nothing is mounted, traced, accounted or set. A filter sees the call before its arguments
// are judged, so EPERM or ENOSYS in place of EFAULT, EBADF or EINVAL is the filter's (or a missing privilege's) answer.
const HarmlessCall harmless_calls[] = {
    {"add_key", [] { return syscall(SYS_add_key, nullptr, nullptr, nullptr, 0, 0); }},
    {"bpf", [] { return syscall(SYS_bpf, -1, nullptr, 0); }},
    {"clone3", [] { return syscall(SYS_clone3, nullptr, 0); }},
    {"get_mempolicy", [] { return syscall(SYS_get_mempolicy, nullptr, nullptr, 0, nullptr, 0); }},
    {"io_uring_setup", [] { return syscall(SYS_io_uring_setup, 0, nullptr); }},
    {"kcmp",
     [] {
       constexpr int same_memory = 1;  // KCMP_VM
       return syscall(SYS_kcmp, getpid(), getpid(), same_memory, 0, 0);
     }},
    {"keyctl",
     [] {
       constexpr int get_keyring_id = 0;   // KEYCTL_GET_KEYRING_ID
       constexpr int thread_keyring = -1;  // KEY_SPEC_THREAD_KEYRING: asking for the session's would create one
       constexpr int create = 0;
       return syscall(SYS_keyctl, get_keyring_id, thread_keyring, create);
     }},
    {"mount", [] { return syscall(SYS_mount, nullptr, nullptr, nullptr, 0, nullptr); }},
    {"name_to_handle_at", [] { return syscall(SYS_name_to_handle_at, -1, nullptr, nullptr, nullptr, 0); }},
    {"open_by_handle_at", [] { return syscall(SYS_open_by_handle_at, -1, nullptr, 0); }},
    {"perf_event_open", [] { return syscall(SYS_perf_event_open, nullptr, 0, -1, -1, 0); }},
    {"personality", [] { return syscall(SYS_personality, 0xffffffffUL); }},  // only asks
    {"pidfd_getfd", [] { return syscall(SYS_pidfd_getfd, -1, -1, 0); }},
    {"process_vm_readv", [] { return syscall(SYS_process_vm_readv, getpid(), nullptr, 0, nullptr, 0, 0); }},
    {"ptrace", [] { return syscall(SYS_ptrace, -1, -1, nullptr, nullptr); }},
    {"quotactl", [] { return syscall(SYS_quotactl, -1, nullptr, 0, nullptr); }},
    {"setns", [] { return syscall(SYS_setns, -1, 0); }},
    {"socket_vsock",
     [] {
       constexpr int no_such_type = 15;  // a real one could make the kernel load a module
       return syscall(SYS_socket, AF_VSOCK, no_such_type, 0);
     }},
    {"unshare_user", [] { return syscall(SYS_unshare, CLONE_NEWUSER); }},  // ends with the child
    {"userfaultfd", [] { return syscall(SYS_userfaultfd, -1); }},
};

constexpr int no_answer = -1;
constexpr int trapped = -2;

/// Where the child leaves its answer: 0, an error number, or one of the two above. Shared memory rather than a pipe: it
/// needs no descriptor, and errors may be larger than an exit status.
volatile int* shared_answer = nullptr;

void on_sigsys(int) {
  *shared_answer = trapped;
  _exit(0);
}

[[noreturn]] void answer_in_child(const HarmlessCall& call) {
  signal(SIGSYS, on_sigsys);
  *shared_answer = call.call() < 0 ? errno : 0;
  _exit(0);
}

std::string wording(int answer) {
  if (answer == trapped) return "trapped";
  if (answer == no_answer) return "killed";
  return answer == 0 ? "ok" : errno_name(answer);
}

/// Tries one call in a child; throws CallFailed where there can be no child.
std::string try_in_child(const HarmlessCall& call) {
  *shared_answer = no_answer;
  const pid_t child = fork();
  if (child < 0) throw CallFailed("fork", errno);
  if (child == 0) answer_in_child(call);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw CallFailed("waitpid", errno);
  }
  return wording(*shared_answer);
}

}  // namespace

Fingerprint take_fingerprint() {
  Fingerprint fingerprint;
  void* page = mmap(nullptr, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) {
    fingerprint.unreadable[""] = CallFailed("mmap", errno).what();
    return fingerprint;
  }
  shared_answer = static_cast<int*>(page);
  for (const HarmlessCall& call : harmless_calls) {
    try {
      const std::string answer = try_in_child(call);  // first: C++14 may make the map's entry before a throw
      fingerprint.answers[call.name] = answer;
    } catch (const CallFailed& failure) {
      fingerprint.unreadable[call.name] = failure.what();
    }
  }
  munmap(page, sizeof(int));
  shared_answer = nullptr;
  return fingerprint;
}

}  // namespace probe
