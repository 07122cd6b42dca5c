#include "analysis/operation_evidence.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analysis/order_statistics.hpp"
#include "support/json.hpp"

namespace orchestrate {
namespace {

/// What an operation must be seen to do for its name to be true, a call.
struct Expected {
  const char* operation;
  const char* system_call;  ///< "" for any
  double least;
  double most;
};

/// Operations that are not listed may do what they like: a clock may be read with or without a system call.
constexpr std::array expectations{
    Expected{"empty_loop", "", 0, 0},
    Expected{"function_call", "", 0, 0},
    Expected{"cached_getpid", "", 0, 0},
    Expected{"getpid_syscall", "getpid", 1, 1},
    Expected{"getppid", "getppid", 1, 1},
    Expected{"write_dev_null", "write", 1, 1},
    Expected{"read_byte", "read", 1, 1},
    Expected{"read_buffered", "read", 0, 0.01},
    Expected{"pipe_self", "read", 1, 1},
    Expected{"pipe_self", "write", 1, 1},
    Expected{"pipe_pingpong", "read", 1, 1},
    Expected{"pipe_pingpong", "write", 1, 1},
    Expected{"pipe_pingpong_threads", "read", 1, 1},
    Expected{"pipe_pingpong_threads", "write", 1, 1},
    Expected{"clock_monotonic_syscall", "clock_gettime", 1, 1},
    Expected{"clock_monotonic_raw_syscall", "clock_gettime", 1, 1},
    Expected{"clock_monotonic_coarse_syscall", "clock_gettime", 1, 1},
    Expected{"clock_realtime_syscall", "clock_gettime", 1, 1},
    Expected{"clock_realtime_coarse_syscall", "clock_gettime", 1, 1},
    Expected{"clock_boottime_syscall", "clock_gettime", 1, 1},
    Expected{"clock_tai_syscall", "clock_gettime", 1, 1},
    Expected{"clock_process_cputime_syscall", "clock_gettime", 1, 1},
    Expected{"clock_thread_cputime_syscall", "clock_gettime", 1, 1},
};

std::string counted_contradiction(const std::string& operation, const SystemCallsCounted& counted) {
  for (const Expected& expected : expectations) {
    if (operation != expected.operation) continue;
    const double made = system_calls_a_call(counted, expected.system_call);
    if (made >= expected.least && made <= expected.most) continue;
    const std::string what = *expected.system_call == '\0' ? "system calls" : expected.system_call;
    return fmt::format("{} should make {} {} a call and made {:.4g}: it did not measure what its name says", operation,
                       expected.most == 0 ? "no" : fmt::format("{:.4g}", expected.most), what, made);
  }
  return {};
}

bool has_two_ends(const std::string& operation) {
  return operation.starts_with("pipe_pingpong");
}

/// Two ends that wait for one another leave the CPU once a round trip each, by waiting or because the one they have
/// woken takes it from them: only the sum counts.
std::string switches_contradiction(const std::string& operation, double switches) {
  constexpr double fewest = 0.5;
  constexpr double most = 1.5;
  if (has_two_ends(operation) && (switches < fewest || switches > most)) {
    return fmt::format(
        "{} should leave the CPU once a round trip and did so {:.2f} times: its ends did not take turns, so the number "
        "is not that of two switches",
        operation, switches);
  }
  if (operation == "pipe_self" && switches > 0.1) {
    return fmt::format("pipe_self should never leave the CPU and did so {:.2f} times a call", switches);
  }
  return {};
}

/// A clock that needs no system call where the kernel maps its code and data into the process and its source can be
/// read there; CPU-time clocks always make one.
bool could_be_free(const std::string& operation) {
  return operation.starts_with("clock_") && !operation.ends_with("_syscall") && !operation.ends_with("_cputime");
}

/// Why a clock that could be read without a system call makes one, as far as the process can see.
std::string why_not_free(const nlohmann::json& witness) {
  if (value_at(witness, "/vdso").is_object() && value_at(witness, "/vdso").empty()) {
    return "no vDSO is mapped into the process";
  }
  const std::string clocksource = text_at(witness, "/clocksource").value_or("");
  constexpr std::array<std::string_view, 4> without_vdso{"hpet", "acpi_pm", "xen", "jiffies"};
  if (std::find(without_vdso.begin(), without_vdso.end(), clocksource) != without_vdso.end()) {
    return fmt::format("the clocksource {} cannot be read without the kernel", clocksource);
  }
  return fmt::format(
      "the clocksource {} and the vDSO would do, so it is the library ({} {}, static) that does not ask "
      "the vDSO, or the process is in a time namespace",
      clocksource.empty() ? "(unknown)" : clocksource, text_at(witness, "/libc/name").value_or("libc"),
      text_at(witness, "/libc/version").value_or(""));
}

std::vector<Mode> modes_of(const Series& series) {
  constexpr double least_share = 0.05;
  std::vector<double> together;
  std::vector<double> apart;
  for (std::size_t i = 0; i < series.batch_apart.size(); ++i) {
    (series.batch_apart[i] ? apart : together).push_back(series.batches[i]);
  }
  if (series.batch_apart.empty()) return {};
  const double share = static_cast<double>(apart.size()) / static_cast<double>(series.batch_apart.size());
  if (share < least_share || share > 1 - least_share) return {};
  return {{"both ends on one CPU", 1 - share, median(std::move(together))},
          {"the ends on two CPUs", share, median(std::move(apart))}};
}

}  // namespace

double system_calls_a_call(const SystemCallsCounted& counted, const std::string& name) {
  std::int64_t all = 0;
  for (const auto& [system_call, times] : counted.system_calls) {
    if (name.empty() || system_call == name) all += times;
  }
  return static_cast<double>(all) / static_cast<double>(counted.calls);
}

OperationEvidence evidence_of(const SystemCallsCounted* counted, const Series& series) {
  OperationEvidence evidence;
  if (counted != nullptr) evidence.counted = *counted;
  if (!series.switches.empty()) evidence.switches = median(series.switches);
  if (!series.apart.empty()) evidence.apart = median(series.apart);
  evidence.modes = modes_of(series);
  return evidence;
}

std::string contradiction(const std::string& operation, const OperationEvidence& evidence) {
  // Counting that was refused is "not measured": it proves nothing, neither way.
  if (evidence.counted && evidence.counted->refusal.empty()) {
    if (std::string what = counted_contradiction(operation, *evidence.counted); !what.empty()) return what;
  }
  return evidence.switches ? switches_contradiction(operation, *evidence.switches) : "";
}

std::string another_quantity(const std::string& operation, const OperationEvidence& evidence,
                             const nlohmann::json& witness) {
  const double apart = evidence.apart.value_or(0);
  if (apart >= 0.5) {
    return fmt::format(
        "another quantity: in {:.0f} % of the batches the ends ran on two CPUs, so this is a wake-up across CPUs, with "
        "the cache lines that travel, and not a switch",
        100 * apart);
  }
  if (apart >= 0.05) {
    return fmt::format(
        "a mixture: in {:.0f} % of the batches the ends ran on two CPUs, where a round trip is a wake-up "
        "across CPUs and not a switch",
        100 * apart);
  }
  if (!evidence.counted || !evidence.counted->refusal.empty()) return {};
  const double made = system_calls_a_call(*evidence.counted, "");
  if (could_be_free(operation) && made > 0.01) {
    return fmt::format("not free here: {:.4g} system calls a call; {}", made, why_not_free(witness));
  }
  if (operation == "getpid" && made < 0.01) {
    return "no system call: this libc answers from its own memory (glibc before 2.25 caches the pid)";
  }
  return {};
}

}  // namespace orchestrate
