#include <fmt/format.h>
#include <sys/stat.h>

#include <fstream>

#include "e2e/misbehaviour.hpp"
#include "faults/subject.hpp"

namespace orchestrate::faults {
namespace {

namespace fs = std::filesystem;

/// What a run must say of a client that does this for good; empty where anything will do.
std::string words_of(const ClientFault& fault) {
  if (fault.name == "hangs") return fault.verb == "rm" ? "--removal-timeout" : "--engine-timeout lengthens that";
  return fault.name == "prints 1 GB" ? "answered without end" : "";
}

/// A client that calls the real one, unless a mark is set: then it does `act` where it is called for `verb`.
class Client {
 public:
  Client(const ClientFault& fault, bool once) {
    // Of several that are called at once, one takes the mark away.
    const std::string wanted = (once ? "rm 2>/dev/null '" : "[ -e '") + mark().string() + (once ? "'" : "' ]");
    write_file(path(), fmt::format("#!/bin/sh\nset -eu\nif [ \"$1\" = '{}' ] && {}; then {}; fi\nexec '{}' \"$@\"\n",
                                   fault.verb, wanted, fault.act, find_program("docker")));
    ::chmod(path().c_str(), 0700);
  }

  [[nodiscard]] fs::path path() const { return folder_.path() / "client"; }
  void misbehave() const { std::ofstream(mark()) << "x"; }
  void behave() const { fs::remove(mark()); }

 private:
  [[nodiscard]] fs::path mark() const { return folder_.path() / "mark"; }

  TemporaryFolder folder_;
};

Consequence misbehaving_client(const ClientFault& fault, bool once, std::vector<int> exits) {
  const Client client(fault, once);
  return strike({.asked = {.batches = 60,
                           .options = {"--engine", client.path().string(), "--ready-timeout", "3s", "--engine-timeout",
                                       "3s", "--removal-timeout", "3s"}},
                 .strike = [&](Subject&) { client.misbehave(); },
                 .undo =
                     [&](Subject&) {
                       client.behave();
                       // Whoever was told that containers are gone removes them when it is told the truth.
                       run_to_end({ORCHESTRATE_PROGRAM, "clean"}, std::chrono::seconds(60));
                     },
                 .exits = std::move(exits),
                 .says = once ? "" : words_of(fault)});
}

}  // namespace

std::vector<Fault> client_faults() {
  std::vector<Fault> faults;
  // Once: the round is done again. For good: the run ends, and goes on when the client does.
  for (const ClientFault& fault : orchestrate::client_faults("run")) {
    faults.push_back({fmt::format("the engine's client {}, once, in place of a container", fault.name), [fault] {
                        return misbehaving_client(fault, true, {0, 1, 3});
                      }});
  }
  for (const char* verb : {"container", "rm"}) {
    for (const ClientFault& fault : orchestrate::client_faults(verb)) {
      faults.push_back({fmt::format("the engine's client {} at each `{}`", fault.name, verb), [fault] {
                          return misbehaving_client(fault, false, {0, 1, 3, 4});
                        }});
      // Each of its removals, and there are many, waits to the end.
      faults.back().slow = fault.verb == "rm" && fault.name == "hangs";
    }
  }
  return faults;
}

}  // namespace orchestrate::faults
