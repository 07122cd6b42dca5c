#pragma once

#include <functional>
#include <string>
#include <vector>

namespace orchestrate::faults {

/// What came of a fault, on the real engine.
struct Consequence {
  std::string happened;     ///< in one line, for a person
  int complete = 0;         ///< rounds that were complete when it struck
  int lost = 0;             ///< of these, those that are not in the end as they were
  int left = 0;             ///< containers and temporary folders that are left behind
  std::string wrong = {};   ///< what else is not as it must be; empty where all is
  bool not_tested = false;  ///< this machine does not allow it; `happened` says why
};

/// Something that happens to a run.
struct Fault {
  std::string what;
  std::function<Consequence()> strike;
  bool slow = false;  ///< waits so long that the brief form does without
};

/// How much time there is.
enum class Form {
  brief,     ///< for CI: fewer moments, and nothing slow
  usual,     ///< every fault
  thorough,  ///< more moments
};

// One file a kind.
std::vector<Fault> kills(Form form);
std::vector<Fault> signals();
std::vector<Fault> damages();
std::vector<Fault> container_faults();
std::vector<Fault> engine_faults();
std::vector<Fault> client_faults();
std::vector<Fault> probe_faults();

}  // namespace orchestrate::faults
