#include "runner/shared_turns.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>

#include "support/failure.hpp"
#include "support/file_descriptor.hpp"
#include "support/text.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

namespace fs = std::filesystem;

/// Memory under a name: a file elsewhere would be written back to its disk now and then, and each such page costs the
/// next who writes to it a fault.
constexpr const char* prefix = "/dev/shm/orchestrate-turns-";

[[noreturn]] void refuse_turns(const fs::path& path, const char* step, int error) {
  throw EnvironmentFailure(fmt::format("{}: {} failed: {}", escaped(path.string()), step, std::strerror(error)));
}

turns::File* mapped(const fs::path& path) {
  const FileDescriptor descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!descriptor) refuse_turns(path, "creating", errno);
  // For whichever user a container runs as, or its root is mapped to; the folder keeps everyone else out.
  if (::fchmod(descriptor.number(), 0666) != 0) refuse_turns(path, "opening it to the containers", errno);
  // Its memory is this process's from the beginning, so that no container is charged for it.
  if (const int error = ::posix_fallocate(descriptor.number(), 0, sizeof(turns::File))) {
    refuse_turns(path, "reserving memory", error);
  }
  void* const memory =
      ::mmap(nullptr, sizeof(turns::File), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, descriptor.number(), 0);
  if (memory == MAP_FAILED) refuse_turns(path, "mapping", errno);
  return static_cast<turns::File*>(memory);
}

/// The files that are mapped now; more than a round that ends and one that begins there never are.
std::array<std::atomic<turns::File*>, 8> mapped_files{};

/// Any container can cut off the file that it shares with us, and what we then read of it raises SIGBUS. It gets memory
/// of our own in its place, full of zeros, which nobody takes for turns: the run ends by saying so (issue 6).
void replace_cut_off_file(int signal, siginfo_t* about, void*) {
  const int error = errno;
  const auto* touched = static_cast<const char*>(about->si_addr);
  for (const auto& slot : mapped_files) {
    turns::File* const file = slot.load();
    const auto* begin = reinterpret_cast<const char*>(file);
    if (file == nullptr || touched < begin || touched >= begin + sizeof(turns::File)) continue;
    const void* const memory =
        ::mmap(file, sizeof(turns::File), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    errno = error;
    if (memory != MAP_FAILED) return;
  }
  // Not ours: it happens again, and ends the program in the ordinary way.
  ::signal(signal, SIG_DFL);
}

void watch(turns::File* file) {
  static const bool heard = [] {
    struct sigaction action {};
    action.sa_sigaction = replace_cut_off_file;
    action.sa_flags = SA_SIGINFO;
    return ::sigaction(SIGBUS, &action, nullptr) == 0;
  }();
  for (auto& slot : mapped_files) {
    turns::File* none = nullptr;
    if (heard && slot.compare_exchange_strong(none, file)) return;
  }
}

void forget(turns::File* file) {
  for (auto& slot : mapped_files) {
    turns::File* known = file;
    if (slot.compare_exchange_strong(known, nullptr)) return;
  }
}

std::uint64_t random_number() {
  std::random_device source;
  const std::uint64_t high = source();
  return (high << 32U) | source();
}

}  // namespace

SharedTurns::SharedTurns(std::size_t slots) : folder_(turns_prefix()) {
  if (slots > turns::most_slots) {
    throw EnvironmentFailure(
        fmt::format("{} containers cannot take turns in one file, which has room for {}", slots, turns::most_slots));
  }
  file_ = mapped(path());
  watch(file_);
  file_->layout = turns::layout_version;
  file_->slots = static_cast<std::uint32_t>(slots);
  file_->bytes = sizeof(turns::File);
  file_->nonce = random_number();
  file_->magic = turns::magic;
}

SharedTurns::~SharedTurns() {
  forget(file_);
  ::munmap(file_, sizeof(turns::File));
}

std::string SharedTurns::nonce() const {
  return fmt::format("{:016x}", file_->nonce);
}

ContainerSpec with_turns(ContainerSpec spec, const std::string& source) {
  const std::string mount = fmt::format("type=bind,source={},target={}", source, turns_in_container);
  spec.options.insert(spec.options.begin(), {"--mount", mount});
  return spec;
}

fs::path turns_prefix() {
  return prefix;
}

void remove_left_turns() {
  remove_left_folders(turns_prefix());
}

}  // namespace orchestrate
