#include <stdexcept>

#include "faults/subject.hpp"

namespace orchestrate::faults {
namespace {

using namespace std::chrono_literals;

/// A container of the run that measures now.
std::string running_container(const Subject& subject) {
  const Deadline deadline = within(30s);
  while (std::chrono::steady_clock::now() < deadline) {
    for (const std::string& id : subject.containers()) {
      const Outcome state =
          run_to_end({find_program("docker"), "container", "inspect", "--format", "{{.State.Running}}", id}, 30s);
      if (state.output == "true\n") return id;
    }
  }
  throw std::runtime_error("no container of the run is running");
}

void tell_engine(const std::vector<std::string>& arguments) {
  std::vector<std::string> command{find_program("docker")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  run_to_end(command, 30s);
}

Fault on_a_container(const std::string& what, std::function<void(const std::string& id)> act, const Asked& asked = {}) {
  return {what, [act = std::move(act), asked] {
            Asked longer = asked;
            longer.batches = 60;
            return strike({.asked = longer,
                           .strike = [&](Subject& subject) { act(running_container(subject)); },
                           .exits = {0, 1, 3, 4}});
          }};
}

}  // namespace

std::vector<Fault> container_faults() {
  return {on_a_container("a container is killed",
                         [](const std::string& id) {
                           tell_engine({"kill", id});
                         }),
          on_a_container("a container is removed",
                         [](const std::string& id) {
                           tell_engine({"rm", "--force", id});
                         }),
          on_a_container("a container is paused and stays so",
                         [](const std::string& id) {
                           tell_engine({"pause", id});
                         },
                         {.options = {"--answer-timeout", "3s"}})};
}

}  // namespace orchestrate::faults
