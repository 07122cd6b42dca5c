// Does a run take more and more of what the machine has? Prints, as Markdown, what a run on the scripted engine holds
// after 1, 10, 50, … rounds: `resources [ROUNDS]`, 500 unless told otherwise.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <iostream>

#include "bench/long_run.hpp"

int main(int argc, char** argv) {
  int rounds = 500;
  CLI::App app("What a long run holds");
  app.add_option("ROUNDS", rounds, "How many rounds")->check(CLI::Range(1, 1'000'000));
  CLI11_PARSE(app, argc, argv);
  std::cout << "| rounds | descriptors | threads | resident kB |\n| --- | --- | --- | --- |\n";
  orchestrate::bench::long_run(rounds, [&](int round) {
    if (round != 1 && round != 10 && round % 50 != 0 && round != rounds) return;
    const auto held = orchestrate::bench::resources_now();
    std::cout << fmt::format("| {} | {} | {} | {} |\n", round, held.descriptors, held.threads,
                             held.resident_bytes / 1000);
  });
}
