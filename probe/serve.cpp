#include "serve.hpp"

#include <cstdio>
#include <map>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "counting/count.hpp"
#include "file_descriptor.hpp"
#include "json.hpp"
#include "line_reader.hpp"
#include "nearest.hpp"
#include "operation.hpp"
#include "own_build.hpp"
#include "placement.hpp"
#include "timing/batch.hpp"
#include "timing/calibrate.hpp"
#include "timing/sample.hpp"
#include "turns/shared_file.hpp"
#include "turns/take.hpp"
#include "witness.hpp"

namespace probe {

namespace {

constexpr std::size_t longest_line_bytes = 65536;
constexpr std::uint64_t shortest_batch_ns = 1000;
constexpr std::uint64_t longest_batch_ns = 10000000000;
constexpr std::uint64_t most_counted = 10000000;  // minutes
constexpr std::uint64_t longest_patience_ms = 3600000;

/// A command that cannot be done as it stands; the message says what is wrong with it.
class BadCommand : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

std::string quoted(const std::string& text) {
  constexpr std::size_t enough = 80;
  return "\"" + (text.size() <= enough ? text : text.substr(0, enough) + "…") + "\"";
}

std::string text_field(const Json& command, const char* field) {
  const auto found = command.find(field);
  if (found == command.end()) throw BadCommand("the command has no field " + quoted(field));
  if (!found->is_string()) throw BadCommand("the field " + quoted(field) + " must be text, not " + to_line(*found));
  return found->get<std::string>();
}

std::uint64_t count_field(const Json& command, const char* field, std::uint64_t least, std::uint64_t most) {
  const auto found = command.find(field);
  if (found == command.end()) throw BadCommand("the command has no field " + quoted(field));
  const bool fits =
      found->is_number_unsigned() && found->get<std::uint64_t>() >= least && found->get<std::uint64_t>() <= most;
  if (!fits) {
    throw BadCommand("the field " + quoted(field) + " must be a whole number from " + std::to_string(least) + " to " +
                     std::to_string(most) + ", not " + to_line(*found));
  }
  return found->get<std::uint64_t>();
}

const Operation& operation_named(const std::string& name) {
  const Operation* operation = find_operation(name);
  if (operation == nullptr) {
    throw BadCommand("unknown operation " + quoted(name) + "; the nearest is " +
                     quoted(nearest(name, operation_names())));
  }
  return *operation;
}

const Operation& operation_field(const Json& command) {
  return operation_named(text_field(command, "operation"));
}

std::vector<const Operation*> operations_field(const Json& command) {
  const Json names = command.value("operations", Json());
  if (!names.is_array()) throw BadCommand("the command has no list \"operations\"");
  std::vector<const Operation*> named;
  for (const Json& name : names) {
    if (!name.is_string()) throw BadCommand("an operation must be text, not " + to_line(name));
    named.push_back(&operation_named(name.get<std::string>()));
  }
  return named;
}

std::string hexadecimal(std::uint64_t number) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(number));
  return text;
}

Json to_json(const Seen& seen) {
  return {{"usage",
           {{"nvcsw", seen.usage.voluntary_switches},
            {"nivcsw", seen.usage.involuntary_switches},
            {"minflt", seen.usage.minor_faults}}},
          {"cpu", {seen.cpu_before, seen.cpu_after}}};
}

Json to_json(const Batch& batch) {
  Json event = to_json(batch.own);
  event["started_ns"] = batch.started_ns;
  event["elapsed_ns"] = batch.elapsed_ns;
  if (batch.has_other_end) event["other"] = to_json(batch.other);
  return event;
}

Json to_json(const Timer& timer) {
  return {{"source", timer.source},
          {"ns_per_tick", timer.ns_per_tick},
          {"step_ticks", timer.step_ticks},
          {"cost_ticks", timer.cost_ticks}};
}

/// The operations that were used so far, and what the commands do.
class Session {
 public:
  Session(std::string token, const Ends& ends)
      : token_(std::move(token)), ends_(ends), without_pin_(ends.given() ? without_pin() : CpuMask()) {}

  Json ready() const {
    return {{"event", "ready"},
            {"protocol", 1},
            {"probe", own_version()},
            {"operations", operation_names()},
            {"hand_over", {"stdio", "futex"}},
            {"witness", witness()}};
  }

  /// The event that answers a command other than "quit"; throws BadCommand, or whatever the operation throws.
  Json answer(const Json& command) {
    const std::string what = text_field(command, "do");
    if (what == "measure") return measure(command);
    if (what == "calibrate") return calibrate(command);
    if (what == "count") return count(command);
    if (what == "sample") return sample(command);
    if (what == "map turns") return map_turns(command);
    if (what == "take turns") return take_turns(command);
    if (what == "witness") return {{"event", "witness"}, {"witness", witness()}};
    throw BadCommand("unknown command " + quoted(what) + "; the nearest is " +
                     quoted(nearest(what, {"calibrate", "measure", "count", "sample", "map turns", "take turns",
                                           "witness", "quit"})));
  }

 private:
  /// Taken without this process's own pin, so that it shows what the container allows now; the next command pins again.
  Json witness() const {
    if (ends_.given()) allow_cpus(0, without_pin_);
    Json taken = take_witness(token_);
    if (ends_.given()) taken["ends"] = {ends_.initiator, ends_.other};
    return taken;
  }

  Json measure(const Json& command) {
    const Operation& operation = operation_field(command);
    const std::uint64_t iterations = count_field(command, "iterations", 1, largest_iterations);
    Json event = to_json(time_batch(operation, warm(operation), iterations));
    event["event"] = "measured";
    event["operation"] = operation.name;
    event["iterations"] = iterations;
    return event;
  }

  Json calibrate(const Json& command) {
    const Operation& operation = operation_field(command);
    const std::uint64_t batch_ns = count_field(command, "batch_ns", shortest_batch_ns, longest_batch_ns);
    const PreparedOperation& prepared = warm(operation);
    const std::uint64_t iterations = probe::calibrate(
        [&](std::uint64_t count) { return time_batch(operation, prepared, count).elapsed_ns; }, batch_ns);
    return {{"event", "calibrated"}, {"operation", operation.name}, {"iterations", iterations}};
  }

  Json count(const Json& command) {
    const Operation& operation = operation_field(command);
    const std::uint64_t calls = count_field(command, "calls", 1, most_counted);
    const Counted counted = count_system_calls(warm(operation), calls);
    Json event = {{"event", "counted"}, {"operation", operation.name}, {"calls", calls}};
    if (counted.refusal.empty()) {
      event["method"] = "ptrace";
      event["syscalls"] = Json(counted.system_calls);
    } else {
      event["refusal"] = counted.refusal;
    }
    return event;
  }

  Json sample(const Json& command) {
    const Operation& operation = operation_field(command);
    const std::string problem = sample_problem(operation);
    if (!problem.empty()) throw BadCommand(problem);
    const SampleSize size{count_field(command, "calls", 1, most_sampled),
                          count_field(command, "every", 1, largest_every)};
    if (size.calls < size.every) throw BadCommand("with fewer \"calls\" than \"every\" no call is timed");
    const Sampled sampled = sample_calls(operation, warm(operation), size);
    Json event = to_json(sampled.batch);
    event["event"] = "sampled";
    event["operation"] = operation.name;
    event["calls"] = size.calls;
    event["every"] = size.every;
    event["timed"] = sampled.ticks.count();
    event["smallest"] = sampled.ticks.smallest();
    event["largest"] = sampled.ticks.largest();
    event["ticks"] = sampled.ticks.buckets();
    event["timer"] = to_json(sampled.timer);
    return event;
  }

  Json map_turns(const Json& command) {
    const std::string path = text_field(command, "path");
    const std::uint64_t slot = count_field(command, "slot", 0, turns::most_slots - 1);
    shared_.reset();
    shared_ = std::make_unique<SharedFile>(path, static_cast<std::uint32_t>(slot));
    return {{"event", "turns mapped"}, {"slot", slot}, {"nonce", hexadecimal(shared_->file().nonce)}};
  }

  Json take_turns(const Json& command) {
    if (!shared_) throw BadCommand("turns cannot be taken before they are mapped");
    const Segment segment{static_cast<std::uint32_t>(count_field(command, "turns", 1, turns::most_turns)),
                          operations_field(command),
                          std::chrono::milliseconds(count_field(command, "patience_ms", 1, longest_patience_ms))};
    const Taken taken = probe::take_turns(
        *shared_, segment, [this](const Operation& operation) -> const PreparedOperation& { return warm(operation); });
    if (taken.stopped.empty()) return {{"event", "turns taken"}, {"turns", taken.turns}};
    return {{"event", "turns stopped"}, {"turns", taken.turns}, {"message", taken.stopped}};
  }

  /// The operation, prepared and warmed up when it is first asked for, with its ends where they belong.
  const PreparedOperation& warm(const Operation& operation) {
    const auto known = prepared_.find(operation.name);
    if (known != prepared_.end()) {
      place(known->second, ends_);
      return known->second;
    }
    PreparedOperation prepared = prepare_and_warm_up(operation, ends_);  // before it is kept: it may throw
    if (!prepared.works_on.empty()) std::fprintf(stderr, "%s works on %s\n", operation.name, prepared.works_on.c_str());
    return prepared_[operation.name] = std::move(prepared);
  }

  std::string token_;
  Ends ends_;
  CpuMask without_pin_;  ///< empty where no ends are given
  std::map<std::string, PreparedOperation> prepared_;
  std::unique_ptr<SharedFile> shared_;  ///< once turns are mapped
};

Json error_event(const std::string& message) {
  return {{"event", "error"}, {"message", message}};
}

Json parsed(const std::string& line) {
  Json command = Json::parse(line, nullptr, false);
  if (command.is_discarded()) throw BadCommand("not JSON: " + quoted(line));
  if (!command.is_object()) throw BadCommand("not a JSON object: " + quoted(line));
  return command;
}

bool is_quit(const Json& command) {
  return command.value("do", Json()) == "quit";
}

}  // namespace

void serve(int input, int output, const std::string& token, const Ends& ends) {
  Session session(token, ends);
  LineReader reader(input, longest_line_bytes);
  const auto say = [output](const Json& event) { write_all(output, to_line(event) + "\n"); };
  say(session.ready());
  std::string line;
  for (;;) {
    const LineReader::Outcome outcome = reader.next(line);
    if (outcome == LineReader::Outcome::end) return;
    if (outcome == LineReader::Outcome::too_long) {
      say(error_event("a line longer than " + std::to_string(longest_line_bytes) + " bytes was skipped"));
      continue;
    }
    Json event;
    try {
      const Json command = parsed(line);
      if (is_quit(command)) return;
      event = session.answer(command);
    } catch (const std::exception& failure) {
      event = error_event(failure.what());
    }
    say(event);
  }
}

}  // namespace probe
