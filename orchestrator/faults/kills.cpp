#include <fmt/format.h>

#include <csignal>
#include <random>

#include "faults/subject.hpp"

namespace orchestrate::faults {
namespace {

/// So long at most a round takes, its containers' start included; the moment may lie anywhere in it.
constexpr int round_ms = 1500;

/// A run that never began has nothing to resume; what it started is removed by the next or by `clean`.
Consequence nothing_begun(const Subject& subject) {
  Consequence found{"killed before it began"};
  if (subject.resume().state.code != 2) found.wrong = "resume does not say that there is nothing";
  run_to_end({ORCHESTRATE_PROGRAM, "clean"}, std::chrono::seconds(60));
  return found;
}

Consequence killed_at_a_moment(unsigned seed) {
  std::mt19937 random(seed);
  const Asked asked{.options = {"--seed", fmt::format("{}", seed)}};
  const int after_round = std::uniform_int_distribution<int>(0, asked.rounds - 1)(random);
  const std::chrono::milliseconds moment(std::uniform_int_distribution<int>(0, round_ms)(random));
  Subject subject(asked);
  if (after_round > 0) subject.wait_for(fmt::format("round {} done", after_round));
  if (after_round == 0 && seed % 4 != 0) subject.wait_until_begun();
  const bool ended = subject.process().wait(within(moment)).has_value();
  subject.process().signal(SIGKILL);
  subject.end();
  if (!subject.has_begun()) return nothing_begun(subject);
  const Taken kept(subject.journal());
  Consequence found = resumed(subject, kept, 0, fmt::format("{} ms after round {}", moment.count(), after_round));
  if (ended) found.happened = "it was complete already";
  if (static_cast<int>(kept.complete.size()) < after_round) found.wrong = "a round that was told is not there";
  return found;
}

unsigned moments_of(Form form) {
  if (form == Form::brief) return 10;
  return form == Form::usual ? 20 : 100;
}

}  // namespace

std::vector<Fault> kills(Form form) {
  const unsigned moments = moments_of(form);
  std::vector<Fault> faults;
  for (unsigned seed = 1; seed <= moments; ++seed) {
    faults.push_back(
        {fmt::format("orchestrate is killed (-9), moment {}", seed), [seed] { return killed_at_a_moment(seed); }});
  }
  return faults;
}

}  // namespace orchestrate::faults
