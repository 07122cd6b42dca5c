#include "runner/futex_hand_over.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>

#include "probe/turns/words.hpp"
#include "runner/blame.hpp"
#include "support/text.hpp"
#include "support/time.hpp"
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

  /// The batches of the steps, in their order. Throws RoundFailure where a probe wrote down something else than what
  /// it was to do.
  [[nodiscard]] std::vector<std::vector<Batch>> batches(const Containers& containers) const {
    std::vector<std::vector<Batch>> result;
    const turns::Record* record = file_.records;
    for (const Step& step : steps_) {
      result.emplace_back();
      for (const std::size_t slot : step.slots)
        result.back().push_back(batch_of(*record++, slot, step, *containers.at(slot)));
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

  static Batch batch_of(const turns::Record& record, std::size_t slot, const Step& step, const Container& container) {
    if (record.taken_by != slot + 1) {
      throw RoundFailure(
          Fault::turn_missing, slot,
          fmt::format("{} wrote nothing down of its turn to measure {}", name_of(container), step.operation));
    }
    const auto elapsed_ns = static_cast<std::int64_t>(record.elapsed_ns);
    if (const auto absurd = absurd_time(elapsed_ns)) {
      throw RoundFailure(
          Fault::absurd_time, slot,
          fmt::format("{}, measuring {}: {} ({} ns)", name_of(container), step.operation, *absurd, elapsed_ns));
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

/// Why not all turns of a segment were taken.
struct Stopped {
  Fault fault = Fault::error_reported;
  std::optional<std::size_t> seat;  ///< whose fault it was; nothing where that is not known
  std::string why;                  ///< for a person
};

/// Why a container did not take all its turns; nothing where it did. Only where it says so of itself it is to blame.
/// Throws RoundFailure where it has ended or hangs.
std::optional<Stopped> answer_from(std::size_t seat, Container& container, const Patience& patience) {
  const Awaited awaited{"that it has taken its turns", patience.answer};
  const std::string line =
      blaming(seat, container, awaited, [&] { return container.receive(within(patience.answer)); });
  try {
    const TurnsTaken taken = read_turns_taken(line);
    if (taken.stopped.empty()) return std::nullopt;
    const std::string why = fmt::format("{}: {}", name_of(container), escaped(taken.stopped));
    return Stopped{Fault::error_reported, taken.by_itself ? std::optional(seat) : std::nullopt, why};
  } catch (const ProtocolError& error) {
    return Stopped{error.fault(), seat, fmt::format("{}: {}", name_of(container), error.what())};
  }
}

/// "container 9bda155d5820, in turn 57 of 720, measuring getpid"
std::string place_of(const Containers& containers, const SegmentFile& segment, std::size_t slot, std::uint32_t turn) {
  return fmt::format("container {:.12}, in turn {} of {}, measuring {}", containers.at(slot)->id(),
                     std::min(turn, segment.turns() - 1) + 1, segment.turns(), segment.operation_of(turn));
}

/// Whose turn it is, or was last; nobody's where not all containers were ready for the first.
std::optional<std::size_t> present_seat(const Containers& containers, const turns::File& file,
                                        const SegmentFile& segment) {
  if (turns::load(file.arrived) < containers.size()) return std::nullopt;
  return segment.order_of(turns::load(file.now)).slot;
}

/// The same for a person.
std::string present_place(const Containers& containers, const turns::File& file, const SegmentFile& segment) {
  const auto seat = present_seat(containers, file, segment);
  if (!seat) return "none yet, since not all containers were ready for the first";
  return place_of(containers, segment, *seat, turns::load(file.now));
}

/// What the first who stopped the turns has written into the file of it; what was answered where nobody has.
std::string why_stopped(const Containers& containers, const turns::File& file, const SegmentFile& segment,
                        const std::string& answer) {
  const turns::Stop& stop = file.stop;
  const std::uint32_t by = turns::load(stop.by);
  if (turns::load(stop.state) != turns::stopped || by == 0 || by > containers.size()) return answer;
  const std::string text(stop.text, strnlen(stop.text, turns::longest_text));
  return fmt::format("{}: {}", place_of(containers, segment, by - 1, turns::load(stop.turn)), escaped(text));
}

/// Which of these seats, by its place among them, is the first to speak; nothing where none has at the deadline.
std::optional<std::size_t> first_of(const std::vector<std::size_t>& seats, const Containers& containers,
                                    Deadline deadline) {
  std::vector<const Container*> waiting;
  waiting.reserve(seats.size());
  for (const std::size_t seat : seats) waiting.push_back(containers[seat].get());
  return first_to_speak(waiting, deadline);
}

/// Who stays silent when turns are stopped, of those that have not answered: all others wake and say so at once.
/// `presumed` where that is not exactly one.
std::optional<std::size_t> silent_seat(const Containers& containers, turns::File& file,
                                       std::vector<std::size_t> waiting, const Patience& patience,
                                       std::optional<std::size_t> presumed) {
  turns::stop(file, 0, turns::load(file.now), "no turn ended in time");
  const auto grace = std::min<std::chrono::milliseconds>(patience.answer, 1s);
  while (!waiting.empty()) {
    const auto speaker = first_of(waiting, containers, within(grace));
    if (!speaker) break;
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(*speaker));
  }
  return waiting.size() == 1 ? std::optional(waiting.front()) : presumed;
}

/// Waits for the answers of all containers, and stops the turns of all where one says something else than it should, so
/// that the others answer, too. Why turns were stopped, by one that knows whose fault it was where any does. Throws
/// RoundFailure where a container has ended or hangs.
std::optional<Stopped> collect_answers(const Containers& containers, turns::File& file, const SegmentFile& segment,
                                       const Patience& patience) {
  std::vector<std::size_t> waiting(containers.size());
  std::iota(waiting.begin(), waiting.end(), std::size_t{0});
  std::optional<Stopped> stopped;
  std::uint32_t now = turns::load(file.now);
  while (!waiting.empty()) {
    const auto speaker = first_of(waiting, containers, within(patience.answer));
    if (!speaker) {
      const std::uint32_t before = std::exchange(now, turns::load(file.now));
      // A segment may take long where a condition is slow; one turn may not.
      if (now != before) continue;
      const auto seat = silent_seat(containers, file, waiting, patience, present_seat(containers, file, segment));
      throw RoundFailure(
          Fault::no_answer, seat,
          fmt::format("No turn ended for {}{}; --answer-timeout lengthens that", in_seconds(patience.answer),
                      seat ? ", and it waits for " + name_of(*containers[*seat]) : ""));
    }
    const std::size_t seat = waiting[*speaker];
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(*speaker));
    auto answer = answer_from(seat, *containers[seat], patience);
    if (!answer) continue;
    turns::stop(file, 0, turns::load(file.now), answer->why.c_str());
    if (!stopped || (answer->seat && !stopped->seat)) stopped = std::move(answer);
  }
  return stopped;
}

/// Lets the containers take the turns of a segment; why they were stopped, or nothing. `patience_of_probes`: how long a
/// probe waits for one turn's end.
std::optional<Stopped> take_segment(turns::File& file, const SegmentFile& segment, const Containers& containers,
                                    const Patience& patience, std::chrono::milliseconds patience_of_probes) {
  try {
    const std::string command = take_turns_command(segment.turns(), segment.operations(), patience_of_probes);
    const Awaited awaited{"that it reads which turns to take", patience.answer};
    for (std::size_t seat = 0; seat < containers.size(); ++seat) {
      blaming(seat, *containers[seat], awaited, [&] { containers[seat]->send(command, within(patience.answer)); });
    }
    auto stopped = collect_answers(containers, file, segment, patience);
    if (!stopped) return std::nullopt;
    // A probe that gave up waiting waited for the one whose turn it was.
    if (!stopped->seat) stopped = Stopped{Fault::no_answer, present_seat(containers, file, segment), stopped->why};
    stopped->why = why_stopped(containers, file, segment, stopped->why);
    return stopped;
  } catch (const RoundFailure& failure) {
    const std::string place = present_place(containers, file, segment);
    turns::stop(file, 0, turns::load(file.now), failure.what());
    throw RoundFailure(failure.fault(), failure.seat(),
                       fmt::format("{}\nWhose turn it was: {}.", failure.what(), place));
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
        throw RoundFailure(stopped->fault, stopped->seat, stopped->why);
      }
      auto batches = segment.batches(containers);
      for (std::size_t i = 0; i < part.size(); ++i) take(part[i], std::move(batches[i]));
    }
    return true;
  };
}

std::optional<TurnsRefused> map_turns(SharedTurns& shared, const Containers& containers, const Patience& patience) {
  const Deadline deadline = within(patience.answer);
  const Awaited awaited{"its answer to being shown the file of turns", patience.answer};
  for (std::size_t seat = 0; seat < containers.size(); ++seat) {
    blaming(seat, *containers[seat], awaited,
            [&] { containers[seat]->send(map_turns_command(turns_in_container, seat), deadline); });
  }
  std::optional<TurnsRefused> refusal;
  for (std::size_t seat = 0; seat < containers.size(); ++seat) {
    const TurnsMapped mapped = blaming(seat, *containers[seat], awaited,
                                       [&] { return read_turns_mapped(containers[seat]->receive(deadline)); });
    std::string why;
    if (!mapped.refusal.empty()) {
      why = escaped(mapped.refusal);
    } else if (mapped.nonce != shared.nonce()) {
      why = "the file that it sees is not the one that it was given";
    } else if (turns::load(shared.file().seats[seat].mapped) != seat + 1) {
      why = "what it writes into the file does not arrive here";
    }
    if (!why.empty() && !refusal) refusal = {seat, fmt::format("{}: {}", name_of(*containers[seat]), why)};
  }
  return refusal;
}

std::optional<TurnsRefused> try_turns(SharedTurns& shared, const Containers& containers, const std::string& operation,
                                      const Patience& patience) {
  if (auto refusal = map_turns(shared, containers, patience)) return refusal;
  // Twice around, so that each passes a turn on to the next and is woken for one.
  std::vector<std::size_t> slots(containers.size());
  std::iota(slots.begin(), slots.end(), std::size_t{0});
  const std::vector<Step> steps(2, Step{0, operation, 1, slots});
  const SegmentFile segment(shared.file(), slots_of(containers), steps);
  const auto stopped = take_segment(shared.file(), segment, containers, patience, patience.trial);
  if (!stopped) return std::nullopt;
  // That turns do not work here is one thing, that a probe talks nonsense another.
  const bool refused = stopped->fault == Fault::error_reported || stopped->fault == Fault::no_answer;
  if (!refused) throw RoundFailure(stopped->fault, stopped->seat, stopped->why);
  return TurnsRefused{stopped->seat, stopped->why};
}

}  // namespace orchestrate
