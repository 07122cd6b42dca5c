#include "turns/take.hpp"

#include <cerrno>
#include <cstring>
#include <exception>
#include <stdexcept>

#include "failure.hpp"
#include "timing/batch.hpp"
#include "timing/calibrate.hpp"
#include "turns/words.hpp"

namespace probe {

namespace {

/// A turn of this probe's, with all that it needs at hand.
struct OwnTurn {
  std::uint32_t number;
  std::uint64_t iterations;
  const Operation* operation;
  const PreparedOperation* prepared;
};

turns::End to_end(const Seen& seen) {
  return {seen.cpu_before, seen.cpu_after, seen.usage.voluntary_switches, seen.usage.involuntary_switches,
          seen.usage.minor_faults};
}

/// One segment, seen by one probe.
class TurnTaker {
 public:
  TurnTaker(const SharedFile& shared, const Segment& segment)
      : file_(shared.file()), slot_(shared.slot()), segment_(segment) {}

  Taken take(const std::function<const PreparedOperation&(const Operation&)>& prepare) {
    try {
      const std::vector<OwnTurn> own = own_turns(prepare);
      // The last one to arrive begins: before, somebody would still be preparing.
      if (turns::count_up(file_.arrived) == turns::load(file_.slots)) turns::give(file_, 0);
      Taken taken{0, {}};
      for (const OwnTurn& turn : own) {
        if (!wait_for(turn.number)) break;
        at_ = turn.number;
        measure(turn);
        ++taken.turns;
        turns::give(file_, turn.number + 1);
      }
      if (!wait_for(segment_.turns)) taken.stopped = why_stopped();
      return taken;
    } catch (const std::exception& failure) {
      turns::stop(file_, slot_ + 1, at_, failure.what());
      throw;
    }
  }

 private:
  std::vector<OwnTurn> own_turns(const std::function<const PreparedOperation&(const Operation&)>& prepare) const {
    const std::uint32_t in_file = turns::load(file_.turns);
    if (segment_.turns > turns::most_turns || segment_.turns != in_file) {
      throw std::runtime_error("the command speaks of " + std::to_string(segment_.turns) + " turns, the file of " +
                               std::to_string(in_file));
    }
    const std::uint32_t slots = turns::load(file_.slots);
    std::vector<const PreparedOperation*> prepared(segment_.operations.size());
    std::vector<OwnTurn> own;
    for (std::uint32_t number = 0; number < segment_.turns; ++number) {
      const turns::Order order = turns::order_of(file_, number);
      const bool sound = order.slot < slots && slots <= turns::most_slots &&
                         order.operation < segment_.operations.size() && order.iterations >= 1 &&
                         order.iterations <= largest_iterations;
      if (!sound) throw std::runtime_error("turn " + std::to_string(number) + " in the file makes no sense");
      if (order.slot != slot_) continue;
      const Operation& operation = *segment_.operations[order.operation];
      if (prepared[order.operation] == nullptr) prepared[order.operation] = &prepare(operation);
      own.push_back({number, order.iterations, &operation, prepared[order.operation]});
    }
    return own;
  }

  /// Sleeps until it is that turn; false where turns were stopped.
  bool wait_for(std::uint32_t number) {
    turns::Seat& seat = file_.seats[slot_];
    for (;;) {
      const std::uint32_t seen = turns::load(seat.turn);  // before the look at the stop, see turns::stop
      if (turns::is_stopped(file_)) return false;
      if (seen == number + 1) return true;
      sleep(seat, seen);
    }
  }

  /// Once, for as long as a turn may last; gives up where it was the same turn all the time.
  void sleep(turns::Seat& seat, std::uint32_t seen) {
    using std::chrono::duration_cast;
    const auto whole = duration_cast<std::chrono::seconds>(segment_.patience);
    timespec limit;
    limit.tv_sec = static_cast<time_t>(whole.count());
    limit.tv_nsec = static_cast<long>(duration_cast<std::chrono::nanoseconds>(segment_.patience - whole).count());
    const std::uint32_t before = turns::load(file_.now);
    const int error = turns::sleep_on(seat.turn, seen, limit);
    if (error == 0 || error == EAGAIN || error == EINTR) return;
    if (error != ETIMEDOUT) throw CallFailed("futex(FUTEX_WAIT)", error);
    if (turns::load(file_.now) != before) return;
    const bool begun = turns::load(file_.arrived) == turns::load(file_.slots);
    const turns::Order whose = turns::order_of(file_, turns::at_most(turns::most_turns - 1, before));
    const std::string what = begun ? "the turn did not end within " : "not all probes were ready within ";
    turns::stop(file_, begun ? whose.slot + 1 : slot_ + 1, before,
                (what + std::to_string(segment_.patience.count()) + " ms").c_str());
  }

  void measure(const OwnTurn& turn) {
    turns::store(file_.now, turn.number);
    const Batch batch = time_batch(*turn.operation, *turn.prepared, turn.iterations);
    turns::Record& record = file_.records[turn.number];
    record.started_ns = batch.started_ns;
    record.elapsed_ns = batch.elapsed_ns;
    record.own = to_end(batch.own);
    record.other = to_end(batch.other);
    record.has_other_end = batch.has_other_end ? 1 : 0;
    record.taken_by = slot_ + 1;
  }

  std::string why_stopped() const {
    // Somebody may still be writing down the reason; nobody waits for that.
    const bool written = turns::load(file_.stop.state) == turns::stopped;
    if (!written) return "stopped";
    return {file_.stop.text, strnlen(file_.stop.text, turns::longest_text)};
  }

  turns::File& file_;
  std::uint32_t slot_;
  const Segment& segment_;
  std::uint32_t at_ = 0;  ///< the turn that this probe takes, or took last
};

}  // namespace

Taken take_turns(const SharedFile& shared, const Segment& segment,
                 const std::function<const PreparedOperation&(const Operation&)>& prepare) {
  return TurnTaker(shared, segment).take(prepare);
}

}  // namespace probe
