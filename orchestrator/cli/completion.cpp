#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "cli/completion_scripts.hpp"
#include "cli/verb.hpp"

namespace orchestrate {

Action add_completion(CLI::App& command) {
  auto shell = std::make_shared<std::string>();
  command.add_option("SHELL", *shell, "The shell that is to complete")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish"}));
  return [shell, &command] {
    const Description description = description_of(*command.get_parent());
    if (*shell == "bash") std::cout << bash_completion(description);
    if (*shell == "zsh") std::cout << zsh_completion(description);
    if (*shell == "fish") std::cout << fish_completion(description);
    return ExitStatus::success;
  };
}

}  // namespace orchestrate
