#include "factors/seccomp_compiler.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <memory>
#include <set>

#include "factors/seccomp_rule.hpp"
#include "support/failure.hpp"
#include "support/file_descriptor.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

[[noreturn]] void fail(const std::string& what) {
  throw EnvironmentFailure("The seccomp filter cannot be resolved: " + what);
}

/// libseccomp answers with a negated error number.
void expect_success(int answer, const std::string& what) {
  if (answer < 0) fail(fmt::format("libseccomp refuses {}: {}", what, std::strerror(-answer)));
}

/// As a runtime reads an action (runc's getAction). ERRNO and TRACE carry a number.
std::uint32_t action_of(const std::string& text, int errno_number) {
  const auto number = static_cast<std::uint32_t>(errno_number);
  const std::map<std::string, std::uint32_t> actions{
      {"SCMP_ACT_KILL", SCMP_ACT_KILL_THREAD},
      {"SCMP_ACT_KILL_THREAD", SCMP_ACT_KILL_THREAD},
      {"SCMP_ACT_KILL_PROCESS", SCMP_ACT_KILL_PROCESS},
      {"SCMP_ACT_TRAP", SCMP_ACT_TRAP},
      {"SCMP_ACT_ERRNO", SCMP_ACT_ERRNO(number)},
      {"SCMP_ACT_TRACE", SCMP_ACT_TRACE(number)},
      {"SCMP_ACT_LOG", SCMP_ACT_LOG},
      {"SCMP_ACT_NOTIFY", SCMP_ACT_NOTIFY},
      {"SCMP_ACT_ALLOW", SCMP_ACT_ALLOW},
  };
  const auto found = actions.find(text);
  if (found == actions.end()) fail(fmt::format("there is no action {}", escaped(text)));
  return found->second;
}

scmp_compare comparison_of(const std::string& text) {
  static const std::map<std::string, scmp_compare> comparisons{
      {"SCMP_CMP_NE", SCMP_CMP_NE},
      {"SCMP_CMP_LT", SCMP_CMP_LT},
      {"SCMP_CMP_LE", SCMP_CMP_LE},
      {"SCMP_CMP_EQ", SCMP_CMP_EQ},
      {"SCMP_CMP_GE", SCMP_CMP_GE},
      {"SCMP_CMP_GT", SCMP_CMP_GT},
      {"SCMP_CMP_MASKED_EQ", SCMP_CMP_MASKED_EQ},
  };
  const auto found = comparisons.find(text);
  if (found == comparisons.end()) fail(fmt::format("there is no comparison {}", escaped(text)));
  return found->second;
}

std::uint64_t number_at(const json& object, const char* key) {
  const json& number = value_at(object, std::string("/") + key);
  return number.is_number_integer() ? number.get<std::uint64_t>() : 0;
}

bool share_an_argument(const std::vector<scmp_arg_cmp>& comparisons) {
  std::set<unsigned> seen;
  return std::any_of(comparisons.begin(), comparisons.end(),
                     [&](const scmp_arg_cmp& one) { return !seen.insert(one.arg).second; });
}

/// One filter in the making.
class Context {
 public:
  Context(std::uint32_t default_action, std::uint32_t architecture)
      : context_(::seccomp_init(default_action), ::seccomp_release) {
    if (!context_) fail("libseccomp does not take its default action on this kernel");
    if (architecture == ::seccomp_arch_native()) return;
    expect_success(::seccomp_arch_add(context_.get(), architecture), "the architecture");
    expect_success(::seccomp_arch_remove(context_.get(), SCMP_ARCH_NATIVE), "being without its own architecture");
  }

  void add(const std::string& call, int number, std::uint32_t action, const std::vector<scmp_arg_cmp>& all_of) {
    const int answer = ::seccomp_rule_add_array(context_.get(), action, number, static_cast<unsigned>(all_of.size()),
                                                all_of.empty() ? nullptr : all_of.data());
    expect_success(answer, "the rule for " + escaped(call));
  }

  [[nodiscard]] std::vector<sock_filter> exported() const {
    const FileDescriptor file(::memfd_create("filter", MFD_CLOEXEC));
    if (!file) fail(fmt::format("memfd_create: {}", std::strerror(errno)));
    expect_success(::seccomp_export_bpf(context_.get(), file.number()), "to export it");
    const off_t size = ::lseek(file.number(), 0, SEEK_END);
    std::vector<sock_filter> program(static_cast<std::size_t>(size) / sizeof(sock_filter));
    if (::pread(file.number(), program.data(), static_cast<std::size_t>(size), 0) != size) {
      fail(fmt::format("reading it back: {}", std::strerror(errno)));
    }
    return program;
  }

 private:
  std::unique_ptr<void, decltype(&::seccomp_release)> context_;
};

}  // namespace

std::uint32_t architecture_token(const std::string& architecture) {
  const std::uint32_t token = ::seccomp_arch_resolve_name(architecture.c_str());
  if (token == 0) fail(fmt::format("libseccomp does not know the architecture {}", escaped(architecture)));
  return token;
}

std::vector<scmp_arg_cmp> comparisons_of(const json& rule) {
  std::vector<scmp_arg_cmp> comparisons;
  for (const json& one : value_at(rule, "/args")) {
    comparisons.push_back({static_cast<unsigned>(number_at(one, "index")),
                           comparison_of(text_at(one, "/op").value_or("")), number_at(one, "value"),
                           number_at(one, "valueTwo")});
  }
  return comparisons;
}

CompiledFilter compile_filter(const json& seccomp, std::uint32_t architecture) {
  const std::uint32_t default_action =
      action_of(text_at(seccomp, "/defaultAction").value_or(""), errno_of(seccomp, "defaultErrnoRet", EPERM));
  Context context(default_action, architecture);
  CompiledFilter compiled;
  for (const json& rule : value_at(seccomp, "/syscalls")) {
    const std::uint32_t action = action_of(text_at(rule, "/action").value_or(""), errno_of(rule, "errnoRet", EPERM));
    if (action == default_action) continue;
    const std::vector<scmp_arg_cmp> comparisons = comparisons_of(rule);
    for (const std::string& call : calls_of(rule)) {
      const int number = ::seccomp_syscall_resolve_name_arch(architecture, call.c_str());
      if (number == __NR_SCMP_ERROR) {
        compiled.unknown.push_back(call);
      } else if (share_an_argument(comparisons)) {
        for (const scmp_arg_cmp& one : comparisons) context.add(call, number, action, {one});
      } else {
        context.add(call, number, action, comparisons);
      }
    }
  }
  compiled.program = context.exported();
  return compiled;
}

}  // namespace orchestrate
