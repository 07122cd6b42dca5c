#include "factors/seccomp_refusals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>

#include "factors/bpf_interpreter.hpp"
#include "factors/seccomp_compiler.hpp"
#include "factors/seccomp_rule.hpp"
#include "support/failure.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

/// Beyond this, asking would take longer than measuring; the engines' own profiles need a dozen for a call.
constexpr std::size_t most_combinations = 1'000'000;

using Comparisons = std::vector<scmp_arg_cmp>;

/// Every number of the native tables: they end below 500, and MIPS begins its at 5000.
std::map<int, std::string> named_calls(std::uint32_t architecture) {
  constexpr int last = 6000;
  std::map<int, std::string> named;
  for (int number = 0; number <= last; ++number) {
    const std::unique_ptr<char, decltype(&std::free)> name(::seccomp_syscall_resolve_num_arch(architecture, number),
                                                           std::free);
    if (name) named[number] = name.get();
  }
  return named;
}

/// What all rules together compare of each call's arguments, by the call's number.
std::map<int, Comparisons> comparisons_by_call(const json& seccomp, std::uint32_t architecture) {
  std::map<int, Comparisons> by_call;
  for (const json& rule : value_at(seccomp, "/syscalls")) {
    const Comparisons comparisons = comparisons_of(rule);
    for (const std::string& call : calls_of(rule)) {
      Comparisons& all = by_call[::seccomp_syscall_resolve_name_arch(architecture, call.c_str())];
      all.insert(all.end(), comparisons.begin(), comparisons.end());
    }
  }
  return by_call;
}

[[noreturn]] void refuse_to_count(const std::string& call) {
  throw EnvironmentFailure(
      fmt::format("The seccomp filter cannot be resolved: its rules compare so much of the arguments of {} that more "
                  "than {} combinations would have to be tried",
                  escaped(call), most_combinations));
}

/// Values of one argument that fall on both sides of every comparison with it: below, at and above what it is compared
/// with; for a mask, with its bits as they are asked for and with one of them wrong, the other bits being those of
/// every other value, all zeros and all ones among them.
std::set<std::uint64_t> telling_values(const std::string& call, const Comparisons& comparisons) {
  std::set<std::uint64_t> values{0, ~std::uint64_t{0}};
  for (const scmp_arg_cmp& one : comparisons) {
    if (one.op != SCMP_CMP_MASKED_EQ) values.insert({one.datum_a - 1, one.datum_a, one.datum_a + 1});
  }
  for (const scmp_arg_cmp& one : comparisons) {
    if (one.op != SCMP_CMP_MASKED_EQ) continue;
    const std::uint64_t mask = one.datum_a;
    const std::uint64_t lowest_bit = mask & (~mask + 1);
    for (const std::uint64_t value : std::set<std::uint64_t>(values)) {
      const std::uint64_t met = (value & ~mask) | one.datum_b;
      values.insert({met, met ^ lowest_bit});
    }
    if (values.size() > most_combinations) refuse_to_count(call);
  }
  return values;
}

/// What a filter did with a call over all arguments that were tried.
struct Answers {
  bool refused = false;
  bool allowed = false;
};

bool is_refusal(std::uint32_t answer) {
  const std::uint32_t action = answer & SECCOMP_RET_ACTION_FULL;
  return action != SECCOMP_RET_ALLOW && action != SECCOMP_RET_LOG && action != SECCOMP_RET_USER_NOTIF;
}

/// One filter that is asked about calls.
class Questioner {
 public:
  Questioner(const json& seccomp, std::uint32_t architecture)
      : architecture_(architecture),
        filter_(compile_filter(seccomp, architecture)),
        comparisons_(comparisons_by_call(seccomp, architecture)) {}

  [[nodiscard]] const std::vector<std::string>& unknown() const { return filter_.unknown; }

  [[nodiscard]] Answers ask(int number, const std::string& name) const {
    const auto values = values_of_arguments(number, name);
    seccomp_data call{};
    call.nr = number;
    call.arch = architecture_;
    Answers answers;
    std::array<std::size_t, arguments> at{};
    // Counts through the combinations as an odometer does.
    for (std::size_t turned = 0; turned < arguments;) {
      for (std::size_t i = 0; i < arguments; ++i) call.args[i] = values[i][at[i]];
      (is_refusal(answer_of(filter_.program, call)) ? answers.refused : answers.allowed) = true;
      for (turned = 0; turned < arguments && ++at[turned] == values[turned].size(); ++turned) at[turned] = 0;
    }
    return answers;
  }

 private:
  static constexpr std::size_t arguments = 6;

  /// The values to try of each argument: one of those that no rule looks at.
  [[nodiscard]] std::array<std::vector<std::uint64_t>, arguments> values_of_arguments(int number,
                                                                                      const std::string& name) const {
    std::array<std::vector<std::uint64_t>, arguments> values;
    values.fill({0});
    const auto found = comparisons_.find(number);
    if (found == comparisons_.end()) return values;
    std::size_t combinations = 1;
    for (std::size_t i = 0; i < arguments; ++i) {
      Comparisons of_this;
      std::copy_if(found->second.begin(), found->second.end(), std::back_inserter(of_this),
                   [&](const scmp_arg_cmp& one) { return one.arg == i; });
      if (of_this.empty()) continue;
      const auto telling = telling_values(name, of_this);
      values[i].assign(telling.begin(), telling.end());
      combinations *= telling.size();
      if (combinations > most_combinations) refuse_to_count(name);
    }
    return values;
  }

  std::uint32_t architecture_;
  CompiledFilter filter_;
  std::map<int, Comparisons> comparisons_;
};

std::string library() {
  const scmp_version* version = ::seccomp_version();
  return fmt::format("libseccomp {}.{}.{}", version->major, version->minor, version->micro);
}

}  // namespace

std::string native_architecture() {
  for (const char* name : {"x86_64", "aarch64", "riscv64", "ppc64le", "s390x", "x86", "arm", "ppc64", "ppc", "s390",
                           "mips64", "mipsel64", "mips", "mipsel"}) {
    if (::seccomp_arch_resolve_name(name) == ::seccomp_arch_native()) return name;
  }
  throw EnvironmentFailure("The seccomp filter cannot be resolved: libseccomp has no name for this architecture");
}

SeccompRefusals seccomp_refusals(const json& seccomp, const std::string& architecture) {
  const std::uint32_t token = architecture_token(architecture);
  const std::map<int, std::string> named = named_calls(token);
  SeccompRefusals found{library(), architecture, !seccomp.is_null(), {}, {}, 0, {}};
  if (!found.loaded) {
    found.allowed = named.size();
    return found;
  }
  const Questioner filter(seccomp, token);
  found.unknown = filter.unknown();
  for (const auto& [number, name] : named) {
    const Answers answers = filter.ask(number, name);
    if (!answers.refused) ++found.allowed;
    if (answers.refused) (answers.allowed ? found.refused_for_some_arguments : found.refused).push_back(name);
  }
  for (auto* names : {&found.refused, &found.refused_for_some_arguments, &found.unknown}) {
    std::sort(names->begin(), names->end());
    names->erase(std::unique(names->begin(), names->end()), names->end());
  }
  return found;
}

}  // namespace orchestrate
