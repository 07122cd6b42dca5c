#include "operations/bare_thread.hpp"

#include <linux/futex.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "failure.hpp"

namespace probe {

namespace {

constexpr std::size_t stack_bytes = 65536;

}  // namespace

BareThread::BareThread(void (*body)(void* argument), void* argument) : body_(body), argument_(argument) {
  void* const stack =
      mmap(nullptr, stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) throw CallFailed("mmap", errno);
  stack_ = {stack, [](void* memory) { munmap(memory, stack_bytes); }};
  constexpr int like_a_pthread = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM |
                                 CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID;
  void* const top = static_cast<char*>(stack) + stack_bytes;  // stacks grow downward
  id_ = clone(begin, top, like_a_pthread, this, &alive_, nullptr, &alive_);
  if (id_ < 0) throw CallFailed("clone", errno);
}

int BareThread::begin(void* thread) {
  const BareThread& own = *static_cast<BareThread*>(thread);
  own.body_(own.argument_);
  syscall(SYS_exit, 0);  // returning would end the whole process before glibc 2.26 (glibc bug 21512)
  return 0;
}

void BareThread::wait() {
  while (const pid_t id = __atomic_load_n(&alive_, __ATOMIC_ACQUIRE)) {
    syscall(SYS_futex, &alive_, FUTEX_WAIT, id, nullptr, nullptr, 0);
  }
  // It has left this program, but perhaps not yet let go of the files: that is done when its id is nobody's.
  while (id_ > 0 && syscall(SYS_tgkill, getpid(), id_, 0) == 0) sched_yield();
  id_ = 0;
}

}  // namespace probe
