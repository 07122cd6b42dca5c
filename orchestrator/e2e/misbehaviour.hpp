#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "support/process.hpp"

namespace orchestrate {

/// What the misbehaving probe (probe/testing) can be told to do by the environment variable MISBEHAVE.
struct ProbeFault {
  std::string name;           ///< the variable's value
  std::string word;           ///< by which the journal and summary.json must name it
  bool also_in_shared_turns;  ///< can also be done where the engine's streams pass on no turn
};

std::vector<ProbeFault> probe_faults();

/// The program with the misbehaving probe in place of its own, put together in `folder`, which must be there.
std::string program_with_misbehaving_probe(const std::filesystem::path& folder);

/// An experiment file's text: conditions that are honest ("none" and "honest") and one with that fault, all in one
/// group and in containers of 64 MB, with that hand-over: "auto", "futex" or "stdio".
std::string misbehaving_experiment(const std::string& fault, const std::string& hand_over);

/// Something that an engine's client can do in place of its work.
struct ClientFault {
  std::string name;
  std::string verb;   ///< when it is called for this
  std::string act;    ///< POSIX shell
  std::string shell;  ///< both, for RealEngine::client_that
};

/// hangs, prints 1 GB, prints garbage, dies: each when it is called for `verb` ("run", "container", "rm").
std::vector<ClientFault> client_faults(const std::string& verb);

/// Runs `program` with these arguments to its end.
Outcome run_program(const std::string& program, std::vector<std::string> arguments);

}  // namespace orchestrate
