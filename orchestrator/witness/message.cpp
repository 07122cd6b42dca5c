#include "witness/message.hpp"

#include <fmt/format.h>

#include <limits>

#include "support/foreign_json.hpp"
#include "support/json.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;

constexpr int protocol_version = 1;
constexpr std::size_t quoted_length = 200;

/// A batch longer than an hour is not a batch: the number is absurd.
constexpr std::int64_t longest_batch_ns = 3'600'000'000'000;

[[noreturn]] void refuse_message(std::string_view line, Fault fault, const std::string& what) {
  const bool cut = line.size() > quoted_length;
  throw ProtocolError(fault, fmt::format("{}: {}{}", what, escaped(line.substr(0, quoted_length)), cut ? " …" : ""));
}

/// The object on `line`, if it is the event that is awaited.
json read_event(std::string_view line, const std::string& event) {
  json message = parse_foreign(line);
  if (!message.is_object()) {
    refuse_message(
        line, Fault::not_json,
        fmt::format("the probe should say \"{}\" and wrote a line that is not a JSON object, or nested too deep",
                    event));
  }
  const std::string said = text_at(message, "/event").value_or("");
  if (said == "error") {
    refuse_message(line, Fault::error_reported, fmt::format("the probe should say \"{}\" and reports an error", event));
  }
  if (said != event)
    refuse_message(line, Fault::out_of_turn, fmt::format("the probe should say \"{}\" and spoke out of turn", event));
  return message;
}

/// What an error event says; nothing where `line` is not one.
std::optional<std::string> error_in(std::string_view line) {
  const json said = parse_foreign(line);
  if (!said.is_object() || text_at(said, "/event") != "error") return std::nullopt;
  return text_at(said, "/message").value_or("the probe does not say why");
}

/// Nothing where `value` is no whole number, or one that get<std::int64_t>() would turn into a negative one.
std::optional<std::int64_t> integer(const json& value) {
  if (!value.is_number_integer()) return std::nullopt;
  constexpr std::uint64_t largest = std::numeric_limits<std::int64_t>::max();
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > largest) return std::nullopt;
  return value.get<std::int64_t>();
}

std::int64_t whole_number_at(const json& message, const std::string& pointer, std::string_view line) {
  const json& value = value_at(message, pointer);
  const auto number = integer(value);
  if (!number)
    refuse_message(line, Fault::malformed, fmt::format("the probe's answer has no whole number {}", pointer));
  return *number;
}

void require_operation(const json& message, const std::string& operation, std::string_view line) {
  if (text_at(message, "/operation") != operation) {
    refuse_message(line, Fault::wrong_operation,
                   fmt::format("the probe was asked for {} and answered for another operation", operation));
  }
}

std::map<std::string, std::string> texts(const json& object) {
  std::map<std::string, std::string> result;
  for (const auto& [key, value] : object.items())
    result[key] = value.is_string() ? value.get<std::string>() : to_line(value);
  return result;
}

std::optional<int> small_number(const json& object, const std::string& pointer) {
  const json& value = value_at(object, pointer);
  const auto number = integer(value);
  // A plain conversion would make 2, a filter, of 4294967298.
  if (!number || *number < std::numeric_limits<int>::min() || *number > std::numeric_limits<int>::max()) {
    return std::nullopt;
  }
  return static_cast<int>(*number);
}

int cpu_number(const json& message, const std::string& pointer, std::string_view line) {
  const auto number = small_number(message, pointer);
  if (!number)
    refuse_message(line, Fault::malformed, fmt::format("the probe's answer has no whole number {}", pointer));
  return *number;
}

OtherEnd read_other_end(const json& message, std::string_view line) {
  return {cpu_number(message, "/other/cpu/0", line), cpu_number(message, "/other/cpu/1", line),
          whole_number_at(message, "/other/usage/nvcsw", line), whole_number_at(message, "/other/usage/nivcsw", line)};
}

std::vector<std::pair<std::int64_t, std::int64_t>> read_ticks(const json& message, std::string_view line) {
  std::vector<std::pair<std::int64_t, std::int64_t>> ticks;
  for (const json& pair : value_at(message, "/ticks")) {
    const bool two_numbers = pair.is_array() && pair.size() == 2 && pair[0].is_number_integer() &&
                             pair[1].is_number_integer() && pair[1].get<std::int64_t>() > 0;
    if (!two_numbers)
      refuse_message(line, Fault::malformed, "the probe's samples are not pairs of a value and how often it was seen");
    if (!ticks.empty() && ticks.back().first >= pair[0].get<std::int64_t>()) {
      refuse_message(line, Fault::malformed, "the probe's samples are not in ascending order");
    }
    ticks.emplace_back(pair[0].get<std::int64_t>(), pair[1].get<std::int64_t>());
  }
  if (ticks.empty()) refuse_message(line, Fault::malformed, "the probe sampled nothing");
  return ticks;
}

Timer read_timer(const json& message, std::string_view line) {
  const json& ns_per_tick = value_at(message, "/timer/ns_per_tick");
  if (!ns_per_tick.is_number() || !(ns_per_tick.get<double>() > 0))
    refuse_message(line, Fault::malformed, "the probe's timer does not run");
  return {text_at(message, "/timer/source").value_or(""), ns_per_tick.get<double>(),
          whole_number_at(message, "/timer/step_ticks", line), whole_number_at(message, "/timer/cost_ticks", line)};
}

}  // namespace

Witness read_witness(const json& object) {
  if (!object.is_object())
    throw ProtocolError(Fault::malformed, fmt::format("the witness is not an object: {}", escaped(to_line(object))));
  Witness witness;
  witness.raw = object;
  witness.token = text_at(object, "/token").value_or("");
  witness.build_id = text_at(object, "/build_id").value_or("");
  witness.libc_name = text_at(object, "/libc/name").value_or("");
  witness.libc_version = text_at(object, "/libc/version").value_or("");
  witness.seccomp_mode = small_number(object, "/seccomp/mode");
  witness.seccomp_filters = small_number(object, "/seccomp/filters");
  witness.cpus_allowed_list = text_at(object, "/cpus_allowed_list");
  for (const json& cpu : value_at(object, "/affinity")) {
    if (const auto number = small_number(cpu, "")) witness.affinity.push_back(*number);
  }
  for (const json& cpu : value_at(object, "/ends")) {
    if (const auto number = small_number(cpu, "")) witness.ends.push_back(*number);
  }
  witness.environment = texts(value_at(object, "/environment"));
  witness.fingerprint = texts(value_at(object, "/fingerprint"));
  witness.unreadable = texts(value_at(object, "/unreadable"));
  return witness;
}

Ready read_ready(std::string_view line) {
  const json message = read_event(line, "ready");
  const std::int64_t protocol = whole_number_at(message, "/protocol", line);
  if (protocol != protocol_version) {
    throw ProtocolError(Fault::wrong_protocol,
                        fmt::format("the probe speaks protocol {}, this program speaks {}: build both from one source",
                                    protocol, protocol_version));
  }
  Ready ready;
  ready.probe = text_at(message, "/probe").value_or("");
  for (const json& operation : value_at(message, "/operations")) {
    if (operation.is_string()) ready.operations.push_back(operation.get<std::string>());
  }
  for (const json& way : value_at(message, "/hand_over")) {
    if (way.is_string()) ready.hand_over.push_back(way.get<std::string>());
  }
  ready.witness = read_witness(value_at(message, "/witness"));
  return ready;
}

Witness read_witness_answer(std::string_view line) {
  return read_witness(value_at(read_event(line, "witness"), "/witness"));
}

std::int64_t read_calibrated(std::string_view line, const std::string& operation) {
  const json message = read_event(line, "calibrated");
  require_operation(message, operation, line);
  const std::int64_t iterations = whole_number_at(message, "/iterations", line);
  if (iterations <= 0) refuse_message(line, Fault::wrong_amount, "the probe calibrated to no iterations at all");
  return iterations;
}

Counted read_counted(std::string_view line, const std::string& operation, std::int64_t calls) {
  if (const auto error = error_in(line)) return {calls, {}, *error};
  const json message = read_event(line, "counted");
  require_operation(message, operation, line);
  Counted counted{whole_number_at(message, "/calls", line), {}, text_at(message, "/refusal").value_or("")};
  if (counted.calls != calls) {
    refuse_message(line, Fault::wrong_amount,
                   fmt::format("the probe was asked to count {} calls and did another number", calls));
  }
  for (const auto& [name, times] : value_at(message, "/syscalls").items()) {
    if (!times.is_number_integer() || times.get<std::int64_t>() < 0)
      refuse_message(line, Fault::malformed, "the probe counted something absurd");
    counted.system_calls[name] = times.get<std::int64_t>();
  }
  return counted;
}

TurnsMapped read_turns_mapped(std::string_view line) {
  if (const auto error = error_in(line)) return {"", *error};
  const json message = read_event(line, "turns mapped");
  return {text_at(message, "/nonce").value_or(""), ""};
}

TurnsTaken read_turns_taken(std::string_view line) {
  if (const auto error = error_in(line)) return {0, *error, true};
  const bool stopped = text_at(parse_foreign(line), "/event") == "turns stopped";
  const json message = read_event(line, stopped ? "turns stopped" : "turns taken");
  const std::string why = stopped ? text_at(message, "/message").value_or("the probe does not say why") : "";
  return {whole_number_at(message, "/turns", line), why, false};
}

std::optional<std::string> absurd_time(std::int64_t elapsed_ns) {
  if (elapsed_ns <= 0) return "the probe's batch took no time, or less: its clock does not run";
  if (elapsed_ns > longest_batch_ns) return "the probe's batch took more than an hour: the number is absurd";
  return std::nullopt;
}

Measured read_measured(std::string_view line, const std::string& operation, std::int64_t iterations) {
  const json message = read_event(line, "measured");
  require_operation(message, operation, line);
  Measured measured;
  measured.iterations = whole_number_at(message, "/iterations", line);
  if (measured.iterations != iterations) {
    refuse_message(line, Fault::wrong_amount,
                   fmt::format("the probe was asked for {} iterations and did another number", iterations));
  }
  measured.started_ns = whole_number_at(message, "/started_ns", line);
  measured.elapsed_ns = whole_number_at(message, "/elapsed_ns", line);
  if (const auto absurd = absurd_time(measured.elapsed_ns)) refuse_message(line, Fault::absurd_time, *absurd);
  measured.voluntary_switches = whole_number_at(message, "/usage/nvcsw", line);
  measured.involuntary_switches = whole_number_at(message, "/usage/nivcsw", line);
  measured.minor_faults = whole_number_at(message, "/usage/minflt", line);
  measured.cpu_before = cpu_number(message, "/cpu/0", line);
  measured.cpu_after = cpu_number(message, "/cpu/1", line);
  if (message.contains("other")) measured.other = read_other_end(message, line);
  return measured;
}

Sampled read_sampled(std::string_view line, const std::string& operation, std::int64_t calls, std::int64_t every) {
  const json message = read_event(line, "sampled");
  require_operation(message, operation, line);
  Sampled sampled{whole_number_at(message, "/calls", line),
                  whole_number_at(message, "/every", line),
                  whole_number_at(message, "/elapsed_ns", line),
                  whole_number_at(message, "/smallest", line),
                  whole_number_at(message, "/largest", line),
                  read_ticks(message, line),
                  read_timer(message, line)};
  if (sampled.calls != calls || sampled.every != every) {
    refuse_message(
        line, Fault::wrong_amount,
        fmt::format("the probe was asked to sample {} calls, one in {}, and did another number", calls, every));
  }
  if (sampled.elapsed_ns <= 0)
    refuse_message(line, Fault::absurd_time, "the probe's samples took no time, or less: its clock does not run");
  return sampled;
}

std::string calibrate_command(const std::string& operation, std::int64_t batch_ns) {
  return to_line({{"do", "calibrate"}, {"operation", operation}, {"batch_ns", batch_ns}});
}

std::string count_command(const std::string& operation, std::int64_t calls) {
  return to_line({{"do", "count"}, {"operation", operation}, {"calls", calls}});
}

std::string measure_command(const std::string& operation, std::int64_t iterations) {
  return to_line({{"do", "measure"}, {"operation", operation}, {"iterations", iterations}});
}

std::string sample_command(const std::string& operation, std::int64_t calls, std::int64_t every) {
  return to_line({{"do", "sample"}, {"operation", operation}, {"calls", calls}, {"every", every}});
}

std::string map_turns_command(const std::string& path, std::size_t slot) {
  return to_line({{"do", "map turns"}, {"path", path}, {"slot", slot}});
}

std::string take_turns_command(std::size_t turns, const std::vector<std::string>& operations,
                               std::chrono::milliseconds patience) {
  return to_line(
      {{"do", "take turns"}, {"turns", turns}, {"operations", operations}, {"patience_ms", patience.count()}});
}

std::string witness_command() {
  return to_line({{"do", "witness"}});
}

std::string quit_command() {
  return to_line({{"do", "quit"}});
}

}  // namespace orchestrate
