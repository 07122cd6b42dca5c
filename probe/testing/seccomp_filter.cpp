#include "testing/seccomp_filter.hpp"

#include <linux/filter.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <cstddef>
#include <vector>

namespace probe {

namespace {

void install(std::vector<sock_filter> program) {
  const sock_fprog description{static_cast<unsigned short>(program.size()), program.data()};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &description) != 0) {
    _exit(126);
  }
}

sock_filter load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}

}  // namespace

void answer_call(long number, std::uint32_t action) {
  answer_call_from(number, 0, action);
}

void answer_call_from(long number, std::uint32_t least, std::uint32_t action) {
  // The architecture is not looked at: the probe makes calls of one only. Arguments are 64 bits wide, and on these
  // little-endian machines the lower half comes first.
  install({
      load(offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 3),
      load(offsetof(seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, least, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  });
}

void answer_call_with(long number, std::uint32_t least, std::uint32_t third, std::uint32_t action) {
  install({
      load(offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 5),
      load(offsetof(seccomp_data, args)),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, least, 0, 3),
      load(offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, third, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  });
}

void answer_call_where(long number, unsigned index, std::uint32_t value, std::uint32_t action) {
  install({
      load(offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(number), 0, 3),
      load(offsetof(seccomp_data, args) + index * sizeof(std::uint64_t)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, action),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  });
}

}  // namespace probe
