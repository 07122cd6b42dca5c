#include "runner/futex_hand_over.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>

#include "probe/turns/words.hpp"
#include "support/text.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

using namespace std::chrono_literals;
using Containers = std::vector<std::unique_ptr<Container>>;

constexpr auto segment_length = 750ms;

std::uint32_t slots_of(const Containers& containers) {
  return static_cast<std::uint32_t>(containers.size());
}

std::size_t turns_in(std::span<const Step> steps) {
  return std::accumulate(steps.begin(), steps.end(), std::size_t{0},
                         [](std::size_t sum, const Step& step) { return sum + step.slots.size(); });
}

/// One segment in the shared file, which is laid out while no probe looks at it. What containers may have written into
/// the file is believed of their own turns only: who takes which turn is kept here.
class SegmentFile {
 public:
  SegmentFile(turns::File& file, std::uint32_t slots, std::span<const Step> steps) : file_(file), steps_(steps) {
    order_.reserve(turns_in(steps));
    for (const Step& step : steps) {
      for (const std::size_t slot : step.slots) {
        order_.push_back(
            {static_cast<std::uint32_t>(slot), index_of(step.operation), static_cast<std::uint64_t>(step.iterations)});
      }
    }
    file_.turns = turns();
    file_.slots = slots;
    file_.now = 0;
    file_.arrived = 0;
    file_.stop = {};
    for (turns::Seat& seat : file_.seats) seat.turn = 0;
    std::copy(order_.begin(), order_.end(), file_.order);
    std::fill_n(file_.records, order_.size(), turns::Record{});
  }

  [[nodiscard]] const std::vector<std::string>& operations() const { return operations_; }

  [[nodiscard]] std::uint32_t turns() const { return static_cast<std::uint32_t>(order_.size()); }

  /// What a turn is to do; of the last one where there is no such turn.
  [[nodiscard]] const turns::Order& order_of(std::uint32_t turn) const {
    return order_.at(std::min<std::size_t>(turn, order_.size() - 1));
  }

  [[nodiscard]] const std::string& operation_of(std::uint32_t turn) const {
    return operations_.at(order_of(turn).operation);
  }

  /// The batches of the steps, in their order. Throws ProtocolError where a probe wrote down something else than what
  /// it was to do.
  [[nodiscard]] std::vector<std::vector<Batch>> batches() const {
    std::vector<std::vector<Batch>> result;
    const turns::Record* record = file_.records;
    for (const Step& step : steps_) {
      result.emplace_back();
      for (const std::size_t slot : step.slots) result.back().push_back(batch_of(*record++, slot, step));
    }
    return result;
  }

 private:
  std::uint32_t index_of(const std::string& operation) {
    const auto known = std::find(operations_.begin(), operations_.end(), operation);
    if (known == operations_.end()) {
      operations_.push_back(operation);
      return static_cast<std::uint32_t>(operations_.size() - 1);
    }
    return static_cast<std::uint32_t>(known - operations_.begin());
  }

  static Batch batch_of(const turns::Record& record, std::size_t slot, const Step& step) {
    if (record.taken_by != slot + 1) {
      throw ProtocolError(fmt::format("container {} of the round wrote nothing down of its turn to measure {}",
                                      slot + 1, step.operation));
    }
    const auto elapsed_ns = static_cast<std::int64_t>(record.elapsed_ns);
    if (const auto absurd = absurd_time(elapsed_ns)) {
      throw ProtocolError(fmt::format("container {} of the round, measuring {}: {} ({} ns)", slot + 1, step.operation,
                                      *absurd, elapsed_ns));
    }
    Batch batch{slot,
                static_cast<std::int64_t>(record.started_ns),
                elapsed_ns,
                record.own.voluntary_switches,
                record.own.involuntary_switches,
                record.own.minor_faults,
                record.own.cpu_before,
                record.own.cpu_after,
                {}};
    if (record.has_other_end != 0) {
      batch.other = {record.other.cpu_before, record.other.cpu_after, record.other.voluntary_switches,
                     record.other.involuntary_switches};
    }
    return batch;
  }

  turns::File& file_;
  std::span<const Step> steps_;
  std::vector<turns::Order> order_;
  std::vector<std::string> operations_;
};

/// What a container answered after a segment, or why it gave no answer that could be read.
TurnsTaken answer_of(Container& container, Deadline deadline) {
  const std::string line = container.receive(deadline);
  try {
    return read_turns_taken(line);
  } catch (const ProtocolError& error) {
    return {0, error.what()};
  }
}

/// "container 9bda155d5820, in turn 57 of 720, measuring getpid"
std::string place_of(const Containers& containers, const SegmentFile& segment, std::size_t slot, std::uint32_t turn) {
  return fmt::format("container {:.12}, in turn {} of {}, measuring {}", containers.at(slot)->id(),
                     std::min(turn, segment.turns() - 1) + 1, segment.turns(), segment.operation_of(turn));
}

/// Whose turn it is, or was last.
std::string present_place(const Containers& containers, const turns::File& file, const SegmentFile& segment) {
  if (turns::load(file.arrived) < containers.size())
    return "none yet, since not all containers were ready for the first";
  const std::uint32_t now = turns::load(file.now);
  return place_of(containers, segment, segment.order_of(now).slot, now);
}

/// Why turns were stopped, by the first who did.
std::string why_stopped(const Containers& containers, const turns::File& file, const SegmentFile& segment,
                        const std::string& answer) {
  const turns::Stop& stop = file.stop;
  const std::uint32_t by = turns::load(stop.by);
  if (turns::load(stop.state) != turns::stopped || by == 0 || by > containers.size()) return escaped(answer);
  const std::string text(stop.text, strnlen(stop.text, turns::longest_text));
  return fmt::format("{}: {}", place_of(containers, segment, by - 1, turns::load(stop.turn)), escaped(text));
}

/// Waits for the answers of all containers, and stops the turns of all where one says something else than it should, so
/// that the others answer, too. An answer that says why turns were stopped; empty where none does. Throws EngineFailure
/// where a container has ended or hangs.
std::string collect_answers(const Containers& containers, turns::File& file, const Patience& patience) {
  std::vector<const Container*> waiting;
  for (const auto& container : containers) waiting.push_back(container.get());
  std::string stopped;
  std::uint32_t now = turns::load(file.now);
  while (!waiting.empty()) {
    const auto speaker = first_to_speak(waiting, within(patience.answer));
    if (!speaker) {
      const std::uint32_t before = std::exchange(now, turns::load(file.now));
      // A segment may take long where a condition is slow; one turn may not.
      if (now == before) throw EngineFailure(fmt::format("No turn ended for {} s", patience.answer / 1s));
      continue;
    }
    const Container* spoke = waiting[*speaker];
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(*speaker));
    const auto container =
        std::find_if(containers.begin(), containers.end(), [&](const auto& one) { return one.get() == spoke; });
    const TurnsTaken taken = answer_of(**container, within(patience.answer));
    if (taken.stopped.empty()) continue;
    if (stopped.empty()) stopped = fmt::format("container {:.12}: {}", (*container)->id(), taken.stopped);
    turns::stop(file, 0, turns::load(file.now), taken.stopped.c_str());
  }
  return stopped;
}

/// Lets the containers take the turns of a segment; why they were stopped, or nothing. `patience_of_probes`: how long a
/// probe waits for one turn's end.
std::optional<std::string> take_segment(turns::File& file, const SegmentFile& segment, const Containers& containers,
                                        const Patience& patience, std::chrono::milliseconds patience_of_probes) {
  try {
    const std::string command = take_turns_command(segment.turns(), segment.operations(), patience_of_probes);
    for (const auto& container : containers) container->send(command, within(patience.answer));
    const std::string answer = collect_answers(containers, file, patience);
    if (answer.empty()) return std::nullopt;
    return why_stopped(containers, file, segment, answer);
  } catch (const EngineFailure& failure) {
    const std::string place = present_place(containers, file, segment);
    turns::stop(file, 0, turns::load(file.now), failure.what());
    throw EngineFailure(fmt::format("{}\nWhose turn it was: {}.", failure.what(), place));
  }
}

}  // namespace

std::vector<Segment> segments(const std::vector<Step>& steps, std::chrono::nanoseconds batch) {
  std::vector<Segment> result;
  std::size_t turns = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    turns += steps[i].slots.size();
    const bool full = turns > turns::most_turns || static_cast<std::int64_t>(turns) * batch > segment_length;
    if (result.empty() || full) {
      result.emplace_back(i, i);
      turns = steps[i].slots.size();
    }
    result.back().second = i + 1;
  }
  return result;
}

HandOver hand_over_by_futex(SharedTurns& shared, const Patience& patience, std::chrono::nanoseconds batch) {
  return [&shared, patience, batch](const std::vector<Step>& steps, const Containers& containers,
                                    const std::function<bool()>& interrupted,
                                    const std::function<void(const Step&, std::vector<Batch>)>& take) {
    for (const auto& [from, to] : segments(steps, batch)) {
      if (interrupted()) return false;
      const std::span<const Step> part(steps.begin() + static_cast<std::ptrdiff_t>(from), to - from);
      const SegmentFile segment(shared.file(), slots_of(containers), part);
      // The host gives up first; the probes only where nobody is left to tell them.
      if (const auto stopped = take_segment(shared.file(), segment, containers, patience, 2 * patience.answer)) {
        throw EngineFailure(*stopped);
      }
      auto batches = segment.batches();
      for (std::size_t i = 0; i < part.size(); ++i) take(part[i], std::move(batches[i]));
    }
    return true;
  };
}

std::optional<std::string> map_turns(SharedTurns& shared, const Containers& containers, const Patience& patience) {
  const Deadline deadline = within(patience.answer);
  for (std::size_t slot = 0; slot < containers.size(); ++slot) {
    containers[slot]->send(map_turns_command(turns_in_container, slot), deadline);
  }
  std::optional<std::string> refusal;
  for (std::size_t slot = 0; slot < containers.size(); ++slot) {
    const TurnsMapped mapped = read_turns_mapped(containers[slot]->receive(deadline));
    std::string why;
    if (!mapped.refusal.empty()) {
      why = escaped(mapped.refusal);
    } else if (mapped.nonce != shared.nonce()) {
      why = "the file that it sees is not the one that it was given";
    } else if (turns::load(shared.file().seats[slot].mapped) != slot + 1) {
      why = "what it writes into the file does not arrive here";
    }
    if (!why.empty() && !refusal) refusal = fmt::format("container {:.12}: {}", containers[slot]->id(), why);
  }
  return refusal;
}

std::optional<std::string> try_turns(SharedTurns& shared, const Containers& containers, const std::string& operation,
                                     const Patience& patience) {
  if (auto refusal = map_turns(shared, containers, patience)) return refusal;
  // Twice around, so that each passes a turn on to the next and is woken for one.
  std::vector<std::size_t> slots(containers.size());
  std::iota(slots.begin(), slots.end(), std::size_t{0});
  const std::vector<Step> steps(2, Step{0, operation, 1, slots});
  const SegmentFile segment(shared.file(), slots_of(containers), steps);
  return take_segment(shared.file(), segment, containers, patience, patience.trial);
}

}  // namespace orchestrate
