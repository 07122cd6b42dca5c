#include "runner/round.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <limits>

#include "plan/order.hpp"
#include "runner/futex_hand_over.hpp"
#include "runner/post_mortem.hpp"
#include "support/interruption.hpp"
#include "support/json.hpp"
#include "support/time.hpp"
#include "support/token.hpp"
#include "witness/message.hpp"

namespace orchestrate {
namespace {

/// What the filter of `config`, an OCI config.json, refuses; nothing where that is not one.
std::optional<FilterResolved> resolved_filter(const Place& place, const nlohmann::json& config) {
  if (!value_at(config, "/linux").is_object()) return std::nullopt;
  try {
    return FilterResolved{place, seccomp_refusals(value_at(config, "/linux/seccomp"), native_architecture()), ""};
  } catch (const Failure& failure) {
    return FilterResolved{place, {}, failure.what()};
  }
}

/// The same steps with the shift's seats in place of the group's slots.
std::vector<Step> seated(std::vector<Step> steps, const Shift& shift) {
  for (Step& step : steps) {
    for (std::size_t& place : step.slots) {
      place = static_cast<std::size_t>(std::find(shift.slots.begin(), shift.slots.end(), place) - shift.slots.begin());
    }
  }
  return steps;
}

}  // namespace

Round::Round(const Plan& plan, const Shift& shift, const RoundFinished& so_far, RunContext& context,
             std::unique_ptr<SharedTurns> shared, std::map<Seat, std::int64_t>& clocks)
    : plan_(plan),
      number_(so_far.round),
      group_(so_far.group),
      context_(context),
      shift_(shift),
      containers_(shift.slots.size()),
      tokens_(containers_.size()),
      shared_(std::move(shared)),
      clocks_(clocks),
      times_(so_far) {}

Round::~Round() {
  try {
    remove_containers();
  } catch (const std::exception& error) {
    // The end of the run looks for leftovers by label and counts them; here the first failure is the one to report.
    spdlog::warn("containers of round {} could not be removed: {}", number_, error.what());
  }
}

void Round::record(const Fact& fact) {
  context_.journal.append(fact);
  context_.watch(fact);
}

ContainerSpec Round::spec_of(std::size_t seat) const {
  ContainerSpec planned = plan_.conditions[plan_.groups[group_].condition_of(shift_.slots[seat])].spec;
  return shared_ ? with_turns(std::move(planned), shared_->path().string()) : planned;
}

void Round::start_container(std::size_t seat) {
  ContainerSpec spec = spec_of(seat);
  tokens_[seat] = random_token();
  spec.command.insert(spec.command.end(), {"--token", tokens_[seat]});
  try {
    containers_[seat] = context_.engine.start(spec, context_.ownership);
  } catch (const EngineFailure& failure) {
    throw RoundFailure(failure.fault(), seat, failure.what());
  }
  ++started_;
}

/// What `read` makes of the answer to a command; who does not answer as it should is blamed.
template <typename Read>
auto Round::ask(std::size_t seat, const std::string& command, const Awaited& awaited, const Read& read) {
  Container& container = *containers_[seat];
  return blaming(seat, container, awaited, [&] {
    const Deadline deadline = within(awaited.limit);
    container.send(command, deadline);
    return read(container.receive(deadline));
  });
}

void Round::start(Round* before) {
  const std::int64_t began = monotonic_ns();
  const auto place = static_cast<std::uint64_t>(number_);
  for (const std::size_t seat : random_order(containers_.size(), plan_.seed, {place, group_})) start_container(seat);
  if (before != nullptr) before->remove_containers();
  const Deadline deadline = within(context_.patience.ready);
  const Awaited first_words{"its probe's first words", context_.patience.ready, "--ready-timeout", Fault::not_ready};
  for (std::size_t seat = 0; seat < containers_.size(); ++seat) {
    Container& container = *containers_[seat];
    ready_.push_back(blaming(seat, container, first_words, [&] { return read_ready(container.receive(deadline)); }));
    ids_.push_back(container.id());
  }
  const std::vector<nlohmann::json> records = context_.engine.inspect(ids_);
  for (std::size_t seat = 0; seat < containers_.size(); ++seat) {
    const std::size_t slot = shift_.slots[seat];
    const nlohmann::json config = context_.engine.runtime_config(ids_[seat]);
    record(ContainerStarted{{number_, group_, slot},
                            ids_[seat],
                            context_.engine.run_arguments(spec_of(seat), context_.ownership, "<id file>"),
                            tokens_[seat],
                            containers_[seat]->errors(),
                            records[seat],
                            config,
                            ready_[seat].witness.raw});
    if (number_ == 1 && !plan_.groups[group_].is_twin(slot)) resolve_filter(slot, config);
  }
  times_.starting_ns += monotonic_ns() - began;
}

std::string Round::refused_mount() const {
  if (!shared_) return {};
  for (const auto& container : containers_) {
    // The engine's client repeats the path that the engine did not find or may not mount.
    const bool refused = container && container->errors().find(shared_->path().string()) != std::string::npos;
    if (refused) return container->errors().substr(0, container->errors().find('\n'));
  }
  return {};
}

std::optional<TurnsRefused> Round::share_turns(bool trial) {
  for (std::size_t seat = 0; seat < containers_.size(); ++seat) {
    const auto& known = ready_[seat].hand_over;
    if (std::find(known.begin(), known.end(), "futex") == known.end()) {
      return TurnsRefused{seat,
                          fmt::format("container {:.12}: its probe does not say that it knows futex", ids_[seat])};
    }
  }
  return trial ? try_turns(*shared_, containers_, plan_.operations.front(), context_.patience)
               : map_turns(*shared_, containers_, context_.patience);
}

void Round::resolve_filter(std::size_t slot, const nlohmann::json& config) {
  if (const auto resolved = resolved_filter({number_, group_, slot}, config)) record(*resolved);
}

std::map<std::string, std::int64_t> Round::calibrate() {
  std::map<std::string, std::int64_t> iterations;
  for (const std::string& operation : plan_.operations) {
    const Awaited awaited{fmt::format("its answer to calibrate {}", operation),
                          context_.patience.answer_to_batch(plan_.design.batch)};
    iterations[operation] = ask(0, calibrate_command(operation, plan_.design.batch.count()), awaited,
                                [&](const std::string& line) { return read_calibrated(line, operation); });
    record(Calibrated{operation, iterations[operation]});
  }
  return iterations;
}

void Round::count_system_calls() {
  const std::int64_t calls = plan_.design.counted_calls;
  for (std::size_t seat = 0; seat < containers_.size(); ++seat) {
    const std::size_t slot = shift_.slots[seat];
    if (plan_.groups[group_].is_twin(slot)) continue;
    for (const std::string& operation : plan_.operations) {
      const Awaited awaited{fmt::format("its answer to count {}", operation), context_.patience.answer_to(calls)};
      const Counted counted = ask(seat, count_command(operation, calls), awaited,
                                  [&](const std::string& line) { return read_counted(line, operation, calls); });
      record(SystemCallsCounted{{number_, group_, slot}, operation, calls, counted.system_calls, counted.refusal});
    }
  }
}

bool Round::measure(const std::map<std::string, std::int64_t>& iterations, const HandOver& hand_over,
                    const std::function<void(double share)>& progress) {
  const std::vector<Step> steps = seated(schedule(plan_, shift_, group_, iterations), shift_);
  std::vector<Turn> turns;
  // Turned into the journal's lines when nothing is measured any more; a round that breaks off keeps what it has.
  const auto record_turns = [&] {
    for (Turn& turn : turns) record(std::move(turn));
  };
  std::vector<std::int64_t> ended_ns;  // by seat, what it measured last, or its predecessor did
  for (const std::size_t slot : shift_.slots) ended_ns.push_back(clocks_[{group_, slot}]);
  const auto take = [&](const Step& step, std::vector<Batch> batches) {
    for (Batch& batch : batches) {
      check_clock(batch.slot, batch, ended_ns);
      batch.slot = shift_.slots[batch.slot];
      times_.measuring_ns += batch.elapsed_ns;
    }
    turns.push_back({number_, group_, step.turn, step.operation, std::move(batches)});
    progress(static_cast<double>(turns.size()) / static_cast<double>(steps.size()));
  };
  bool complete = false;
  try {
    complete = hand_over(steps, containers_, context_.interrupted, take);
  } catch (...) {
    record_turns();
    throw;
  }
  if (!turns.empty()) {
    const Batch& last = turns.back().batches.back();
    measured_until_ns_ = last.started_ns + last.elapsed_ns;
    times_.lockstep_ns += measured_until_ns_ - turns.front().batches.front().started_ns;
  }
  record_turns();
  for (std::size_t seat = 0; seat < ended_ns.size(); ++seat) clocks_[{group_, shift_.slots[seat]}] = ended_ns[seat];
  return complete;
}

/// All containers of a host share one clock, so a batch that began before the same seat's last one had ended, be it in
/// an earlier container, tells of a clock that does not run forward, and its length is no length.
void Round::check_clock(std::size_t seat, const Batch& batch, std::vector<std::int64_t>& ended_ns) const {
  std::int64_t& ended = ended_ns.at(seat);
  if (batch.started_ns < ended) {
    throw RoundFailure(Fault::clock_backwards, seat,
                       fmt::format("{}: a batch began at {} ns of its clock, and what its place measured before ended "
                                   "at {} ns: the clock went backwards",
                                   name_of(*containers_[seat]), batch.started_ns, ended));
  }
  if (batch.started_ns > std::numeric_limits<std::int64_t>::max() - batch.elapsed_ns) {
    throw RoundFailure(Fault::absurd_time, seat,
                       fmt::format("{}: a batch began at {} ns of its clock, which no clock shows",
                                   name_of(*containers_[seat]), batch.started_ns));
  }
  ended = batch.started_ns + batch.elapsed_ns;
}

void Round::sample() {
  const auto place = static_cast<std::uint64_t>(number_);
  const auto behind_the_turns = static_cast<std::uint64_t>(plan_.design.batches);
  const Samples& samples = plan_.samples;
  if (samples.operations.empty()) return;
  for (std::size_t i = 0; i < samples.operations.size(); ++i) {
    const std::string& operation = samples.operations[i];
    for (const std::size_t seat : random_order(containers_.size(), plan_.seed, {place, group_, behind_the_turns, i})) {
      const std::size_t slot = shift_.slots[seat];
      if (plan_.groups[group_].is_twin(slot)) continue;
      const Awaited awaited{fmt::format("its answer to sample {}", operation),
                            context_.patience.answer_to(samples.calls)};
      const std::string command = sample_command(operation, samples.calls, samples.every);
      Sampled sampled = ask(seat, command, awaited, [&](const std::string& line) {
        return read_sampled(line, operation, samples.calls, samples.every);
      });
      times_.sampling_ns += sampled.elapsed_ns;
      record(CallsSampled{{number_, group_, slot}, operation, std::move(sampled)});
    }
  }
  measured_until_ns_ = monotonic_ns();
}

void Round::finish() {
  const Deadline deadline = within(context_.patience.answer);
  const Awaited awaited{"what it sees of itself at its end", context_.patience.answer};
  const auto of_each = [&](const auto& act) {
    for (std::size_t seat = 0; seat < containers_.size(); ++seat) {
      blaming(seat, *containers_[seat], awaited, [&] { act(seat, *containers_[seat]); });
    }
  };
  of_each([&](std::size_t, Container& container) { container.send(witness_command(), deadline); });
  of_each([&](std::size_t seat, Container& container) {
    const Witness witness = read_witness_answer(container.receive(deadline));
    record(ContainerFinished{{number_, group_, shift_.slots[seat]}, witness.raw});
  });
  tell_to_quit();
  times_.ending_ns += monotonic_ns() - measured_until_ns_;
}

RoundFailure Round::examined(const RoundFailure& failure) const {
  return after_post_mortem(failure, containers_, context_.engine);
}

void Round::tell_to_quit() {
  // A probe that no longer reads is no reason to leave its container: removal kills it.
  const Deadline deadline = within(std::chrono::seconds(1));
  for (const auto& container : containers_) {
    try {
      if (container) container->send(quit_command(), deadline);
    } catch (const EngineFailure&) {
    }
  }
}

void Round::remove_containers() {
  if (containers_.empty()) return;
  const Uninterrupted until_they_are_gone;
  tell_to_quit();
  std::vector<std::string> ids;
  for (const auto& container : containers_) {
    if (container && !container->id().empty()) ids.push_back(container->id());
  }
  context_.engine.remove(ids);
  const Deadline deadline = within(context_.patience.ending);
  for (const auto& container : containers_) {
    if (container) container->finish(deadline);
  }
  containers_.clear();
}

}  // namespace orchestrate
