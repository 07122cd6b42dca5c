#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "file_descriptor.hpp"
#include "json.hpp"
#include "nearest.hpp"
#include "operation.hpp"
#include "own_build.hpp"
#include "placement.hpp"
#include "sample_report.hpp"
#include "serve.hpp"
#include "timing/batch.hpp"
#include "timing/calibrate.hpp"
#include "timing/quantile.hpp"
#include "timing/sample.hpp"
#include "witness.hpp"

namespace {

using namespace probe;

const char* const help_text =
    "Measures operating system mechanisms, and says under which conditions.\n"
    "\n"
    "  probe serve [--token TEXT] [--ends A,B]\n"
    "                                take commands from stdin, one JSON object a line (protocol 1)\n"
    "  probe list                    the operations\n"
    "  probe witness                 what this process sees of its conditions\n"
    "  probe measure OPERATION [--batches N] [--batch-ns N] [--ends A,B]\n"
    "                                measure here and now; 100 batches of 1000000 ns unless told otherwise\n"
    "  probe sample OPERATION [--calls N] [--every N] [--ends A,B]\n"
    "                                time single calls; every 16th of 1000000 unless told otherwise\n"
    "  probe nothing                 end at once: what the operation static_start starts\n"
    "  probe --version\n"
    "  probe --help\n"
    "\n"
    "  --ends A,B                    run operations on CPU A, and the other end of those that have one on CPU B\n";

/// The command line is wrong; the message says how.
class WrongUsage : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What follows the verb: operands in their order, options with their values.
struct Arguments {
  std::vector<std::string> operands;
  std::map<std::string, std::string> options;
};

Arguments parse_arguments(const std::vector<std::string>& words, std::size_t most_operands,
                          const std::set<std::string>& known_options) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i].compare(0, 2, "--") != 0) {
      if (arguments.operands.size() == most_operands) throw WrongUsage("unexpected argument \"" + words[i] + "\"");
      arguments.operands.push_back(words[i]);
      continue;
    }
    if (known_options.count(words[i]) == 0) throw WrongUsage("unknown option \"" + words[i] + "\"");
    if (i + 1 == words.size()) throw WrongUsage(words[i] + " needs a value");
    arguments.options[words[i]] = words[i + 1];
    ++i;
  }
  return arguments;
}

std::uint64_t number_option(const Arguments& arguments, const std::string& name, std::uint64_t otherwise,
                            std::uint64_t least, std::uint64_t most) {
  const auto option = arguments.options.find(name);
  if (option == arguments.options.end()) return otherwise;
  const std::string& text = option->second;
  const bool digits = !text.empty() && text.size() <= 12 && text.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || std::stoull(text) < least || std::stoull(text) > most) {
    throw WrongUsage(name + " must be a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                     ", not \"" + text + "\"");
  }
  return std::stoull(text);
}

/// Of "A,B"; the numbers of CPUs. Whether they exist is for the kernel to say.
Ends ends_option(const Arguments& arguments) {
  const auto option = arguments.options.find("--ends");
  if (option == arguments.options.end()) return {};
  const std::string& text = option->second;
  const std::size_t comma = text.find(',');
  const auto is_cpu = [](const std::string& word) {
    return !word.empty() && word.size() <= 5 && word.find_first_not_of("0123456789") == std::string::npos;
  };
  if (comma == std::string::npos || !is_cpu(text.substr(0, comma)) || !is_cpu(text.substr(comma + 1))) {
    throw WrongUsage("--ends must be the numbers of two CPUs, as in 0,1, not \"" + text + "\"");
  }
  Ends ends;
  ends.initiator = std::stoi(text.substr(0, comma));
  ends.other = std::stoi(text.substr(comma + 1));
  return ends;
}

void print(const std::string& text) {
  write_all(STDOUT_FILENO, text);
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

void list() {
  std::size_t width = 0;
  for (const Operation& operation : operations()) width = std::max(width, std::string(operation.name).size());
  std::string table;
  for (const Operation& operation : operations()) {
    table += padded(operation.name, width + 2) + operation.summary + "\n";
  }
  print(table);
}

std::string ns_line(const char* label, double ns) {
  char line[80];
  std::snprintf(line, sizeof line, "  %-12s %12.3f ns/op\n", label, ns);
  return line;
}

/// Where a number of batches ran.
struct Places {
  std::set<int> own;
  std::set<int> other;  ///< the other end's; empty where there was none

  void add(const Batch& batch) {
    own.insert({batch.own.cpu_before, batch.own.cpu_after});
    if (batch.has_other_end) other.insert({batch.other.cpu_before, batch.other.cpu_after});
  }
};

/// The conditions that decide most about a number, in one line.
std::string conditions_line(const Places& places) {
  const Json witness = take_witness({});
  std::string line = "  on CPU";
  for (const int cpu : places.own) line += " " + std::to_string(cpu);
  if (!places.other.empty()) line += ", the other end on CPU";
  for (const int cpu : places.other) line += " " + std::to_string(cpu);
  line += ", " + witness["libc"].value("name", "") + " " + witness["libc"].value("version", "of unknown version");
  line += ", " + witness["kernel"].value("release", "");
  if (witness.count("seccomp") != 0) line += ", seccomp mode " + to_line(witness["seccomp"].value("mode", Json()));
  if (witness.count("clocksource") != 0) line += ", clocksource " + witness.value("clocksource", "");
  return line + "\n";
}

void measure(const Operation& operation, std::uint64_t batches, std::uint64_t batch_ns, const Ends& ends) {
  const PreparedOperation prepared = prepare_and_warm_up(operation, ends);
  const std::uint64_t iterations =
      calibrate([&](std::uint64_t count) { return time_batch(operation, prepared, count).elapsed_ns; }, batch_ns);
  std::vector<double> ns;
  Places places;
  for (std::uint64_t i = 0; i < batches; ++i) {
    const Batch batch = time_batch(operation, prepared, iterations);
    ns.push_back(static_cast<double>(batch.elapsed_ns) / static_cast<double>(iterations));
    places.add(batch);
  }
  std::string report = std::string(operation.name) + ": " + operation.summary + "\n";
  report += ns_line("floor (p10)", quantile(ns, 0.1)) + ns_line("median", quantile(ns, 0.5)) +
            ns_line("minimum", quantile(ns, 0.0));
  report += "  " + std::to_string(batches) + " batches of " + std::to_string(iterations) + " operations each";
  if (!prepared.works_on.empty()) report += ", on " + prepared.works_on;
  print(report + "; the empty loop is not subtracted\n" + conditions_line(places));
}

void sample(const Operation& operation, const SampleSize& size, const Ends& ends) {
  const std::string problem = sample_problem(operation);
  if (!problem.empty()) throw WrongUsage(problem);
  if (size.calls < size.every) throw WrongUsage("with fewer --calls than --every no call is timed");
  const Sampled sampled = sample_calls(operation, prepare_and_warm_up(operation, ends), size);
  Places places;
  places.add(sampled.batch);
  print(sample_report(operation, sampled) + conditions_line(places));
}

const Operation& operation_operand(const std::string& verb, const Arguments& arguments) {
  if (arguments.operands.empty()) throw WrongUsage(verb + " needs an operation; `probe list` shows them");
  const std::string& name = arguments.operands[0];
  const Operation* operation = find_operation(name);
  if (operation == nullptr) {
    throw WrongUsage("unknown operation \"" + name + "\"; did you mean " + nearest(name, operation_names()) + "?");
  }
  return *operation;
}

void run(const std::vector<std::string>& words) {
  if (words.empty()) throw WrongUsage("a verb is missing");
  const std::string& verb = words[0];
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (verb == "serve") {
    Arguments arguments = parse_arguments(rest, 0, {"--token", "--ends"});
    serve(STDIN_FILENO, STDOUT_FILENO, arguments.options["--token"], ends_option(arguments));
  } else if (verb == "list") {
    parse_arguments(rest, 0, {});
    list();
  } else if (verb == "witness") {
    parse_arguments(rest, 0, {});
    print(to_pretty(take_witness({})) + "\n");
  } else if (verb == "measure") {
    const Arguments arguments = parse_arguments(rest, 1, {"--batches", "--batch-ns", "--ends"});
    const Operation& operation = operation_operand(verb, arguments);
    const std::uint64_t batches = number_option(arguments, "--batches", 100, 1, 1000000);
    const std::uint64_t batch_ns = number_option(arguments, "--batch-ns", 1000000, 1000, 10000000000);
    measure(operation, batches, batch_ns, ends_option(arguments));
  } else if (verb == "sample") {
    const Arguments arguments = parse_arguments(rest, 1, {"--calls", "--every", "--ends"});
    const Operation& operation = operation_operand(verb, arguments);
    const std::uint64_t calls = number_option(arguments, "--calls", 1000000, 1, most_sampled);
    sample(operation, {calls, number_option(arguments, "--every", 16, 1, largest_every)}, ends_option(arguments));
  } else if (verb == "nothing") {
    parse_arguments(rest, 0, {});  // alone it does not come this far
  } else if (verb == "--version") {
    print("probe " + own_version() + "\n");
  } else if (verb == "--help") {
    print(help_text);
  } else {
    throw WrongUsage("unknown verb \"" + verb + "\"; did you mean " +
                     nearest(verb, {"serve", "list", "witness", "measure", "sample"}) + "?");
  }
}

void end(int number) {
  _exit(128 + number);
}

/// The kernel gives the first process of a container no default actions: without handlers it could not be stopped.
void handle_signals() {
  signal(SIGTERM, end);
  signal(SIGINT, end);
  signal(SIGPIPE, SIG_IGN);  // a reader that went away is an error of write()
  signal(SIGCHLD, SIG_DFL);  // an inherited SIG_IGN would take the children's ends away from waitpid()
}

}  // namespace

int main(int count, char** words) {
  if (count == 2 && std::strcmp(words[1], "nothing") == 0) return 0;
  handle_signals();
  try {
    run({words + 1, words + count});
    return 0;
  } catch (const WrongUsage& wrong) {
    std::fprintf(stderr, "probe: %s\n%s", wrong.what(), help_text);
    return 2;
  } catch (const std::exception& failure) {
    std::fprintf(stderr, "probe: %s\n", failure.what());
    return 1;
  }
}
