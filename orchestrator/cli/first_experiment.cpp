#include "cli/first_experiment.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <regex>

#include "support/failure.hpp"
#include "support/file_descriptor.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

constexpr const char* text = R"(# yaml-language-server: $schema=@SCHEMA@
# What is wrong with it:     orchestrate check @FILE@
# What exactly would be run: orchestrate plan @FILE@
# Measure:                   orchestrate run @FILE@
experiment: @NAME@   # names the folder of its results
question: What does the engine's default seccomp filter add to a system call?

container:
  image: debian:12-slim   # the image in which the probe runs; it needs nothing in it

# What is varied. Every combination of levels is a condition, measured in containers of its own. A factor that is not
# named has its ordinary level, and that is proven to be in force, too.
factors:
  seccomp: [default, unconfined]   # also builtin, or the path of a JSON profile
  cpus: [pinned]                   # also unpinned, split, or a list as "0-1,3"
  # capabilities: [none]            # a list of several levels varies it
  # memory: [64m]
  # env: {GLIBC_TUNABLES: ["glibc.pthread.rseq=0"]}

# What is measured: from an empty loop, which shows what measuring costs, to system calls.
operations: [empty_loop, function_call, getpid, write_dev_null]

# How often: rounds of fresh containers, between 6 (the fewest that give a 95 % interval) and 30, until the widest
# interval is within the precision. A batch is many calls timed as one.
design: {batch: 1ms, batches: 100, rounds: {min: 6, max: 30}, precision: 2%}

# What is compared, and what you expect: differ or match. An expectation that fails makes the exit status 1.
contrasts:
  - {factor: seccomp, operations: [getpid, write_dev_null], expect: differ}
  - {factor: seccomp, operations: [function_call], expect: match}   # no system call: a filter cannot touch it

# Sentences, each as an expression over what was measured.
claims:
  - id: filter
    says: The default filter costs more than nothing on every call.
    value: filtered - bare
    where:
      filtered: {operation: getpid, at: {seccomp: default}}
      bare: {operation: getpid, at: {seccomp: unconfined}}
    unit: ns
    expect: "> 0"
)";

}  // namespace

std::string first_experiment(const std::string& name, const std::filesystem::path& schema) {
  // As experiments/schema.json has it.
  static const std::regex allowed("[A-Za-z0-9_][A-Za-z0-9._-]{0,99}");
  if (!std::regex_match(name, allowed)) {
    throw UsageFailure(fmt::format(
        "{} cannot name an experiment: a name is made of letters, digits, . _ - only, and does not begin with . or -",
        escaped(name)));
  }
  const std::string named = replaced(replaced(text, "@NAME@", name), "@FILE@", name + ".yaml");
  return replaced(named, "@SCHEMA@", schema.string());
}

void write_new_file(const std::filesystem::path& path, const std::string& content) {
  const FileDescriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file && errno == EEXIST) {
    throw UsageFailure(
        fmt::format("{} is there already, and stays as it is. Choose another name.", escaped(path.string())));
  }
  const bool written = file && ::write(file.number(), content.data(), content.size()) == std::ssize(content);
  if (!written) {
    throw EnvironmentFailure(fmt::format("{} cannot be written: {}", escaped(path.string()), std::strerror(errno)));
  }
}

}  // namespace orchestrate
