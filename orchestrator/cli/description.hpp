#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace orchestrate {

/// An option or argument of a verb, as help, man page and completions tell it.
struct DescribedOption {
  std::vector<std::string> names;   ///< "--quiet", "-q"; of an argument its one name, "FILE"
  std::string about;                ///< in a sentence, without a full stop
  std::string fallback;             ///< what it is where it is not given; mostly empty
  std::vector<std::string> values;  ///< the only ones there are; empty where there are others
  bool is_argument = false;         ///< given by place, not by name
  bool is_required = false;
  bool takes_value = false;
};

struct DescribedVerb {
  std::string name;
  std::string about;
  std::string examples;  ///< a command a line, each with what it does behind two blanks or more
  std::vector<DescribedOption> options;
};

/// What the program says of itself.
struct Description {
  std::string about;
  std::string examples;
  std::string exit_status;
  std::vector<DescribedVerb> verbs;
};

/// The description of a command line whose verbs are all declared.
Description description_of(const CLI::App& app);

/// "FILE", "N", …: what stands for an option's value, from its name.
std::string placeholder_of(const DescribedOption& option);

}  // namespace orchestrate
