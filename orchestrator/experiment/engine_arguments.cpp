#include "experiment/engine_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "factors/factor.hpp"
#include "support/text.hpp"

namespace orchestrate {
namespace {

constexpr std::string_view white_space = " \t\n\v\f\r";

struct Reserved {
  std::string_view option;
  std::string_view reason;
};

constexpr std::string_view set_here = "orchestrate sets this itself";
constexpr std::string_view hides_mounts = "orchestrate mounts the probe itself, and nothing else";
constexpr std::string_view opens_a_door = "nothing that is measured is reached from outside";
constexpr std::string_view not_for_people = "it would take the probe's input and output away from orchestrate";

/// Options that no experiment may set, for docker and podman.
constexpr std::array reserved{
    Reserved{"-i", set_here},
    Reserved{"--interactive", set_here},
    Reserved{"-t", not_for_people},
    Reserved{"--tty", not_for_people},
    Reserved{"-d", not_for_people},
    Reserved{"--detach", not_for_people},
    Reserved{"-a", not_for_people},
    Reserved{"--attach", not_for_people},
    Reserved{"--rm", set_here},
    Reserved{"--restart", set_here},
    Reserved{"--name", set_here},
    Reserved{"--cidfile", set_here},
    Reserved{"-l", set_here},
    Reserved{"--label", set_here},
    Reserved{"--label-file", set_here},
    Reserved{"--log-driver", set_here},
    Reserved{"--entrypoint", set_here},
    Reserved{"--mount", hides_mounts},
    Reserved{"-v", hides_mounts},
    Reserved{"--volume", hides_mounts},
    Reserved{"--volumes-from", hides_mounts},
    Reserved{"-p", opens_a_door},
    Reserved{"--publish", opens_a_door},
    Reserved{"-P", opens_a_door},
    Reserved{"--publish-all", opens_a_door},
    Reserved{"--link", opens_a_door},
    Reserved{"--secret", hides_mounts},
    Reserved{"--env-host", "it hands over this host's whole environment"},
    Reserved{"--use-api-socket", "it hands the engine itself to the container"},
    Reserved{"--help", "nothing would be run"},
};

/// Options that take down a part of the wall between a container and its host. One that stood for every condition alike
/// would be in no line of the report.
constexpr std::array<std::string_view, 14> weakening{
    "--device",        "--device-cgroup-rule",
    "--gpus",          "--pid",
    "--ipc",           "--uts",
    "--userns",        "--cgroupns",
    "--cgroup-parent", "--group-add",
    "--security-opt",  "--oom-kill-disable",
    "--volume-driver", "--sysctl",
};

/// Options without a value, for docker and podman: a word after one of them is not its value but the image. Any other
/// option takes a value, and swallows the next argument as its value, whatever that is.
constexpr std::array<std::string_view, 24> valueless{
    "-P",
    "-d",
    "-i",
    "-q",
    "-t",
    "--detach",
    "--disable-content-trust",
    "--env-host",
    "--help",
    "--init",
    "--interactive",
    "--no-healthcheck",
    "--no-hosts",
    "--oom-kill-disable",
    "--passwd",
    "--privileged",
    "--publish-all",
    "--quiet",
    "--read-only",
    "--replace",
    "--rm",
    "--sig-proxy",
    "--tls-verify",
    "--tty",
};

bool takes_no_value(std::string_view option) {
  return std::find(valueless.begin(), valueless.end(), option) != valueless.end();
}

/// An option as the engine's client understands one argument.
struct Option {
  std::string name;                  ///< "--shm-size", "-e"
  std::optional<std::string> value;  ///< what stands in the same argument: after `=`, or right after a short option
};

/// The options in one argument: one, or several short ones (`-it`), of which only the last may take a value.
std::vector<Option> options_in(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (argument.starts_with("--")) {
    if (equals == std::string::npos) return {{argument, std::nullopt}};
    return {{argument.substr(0, equals), argument.substr(equals + 1)}};
  }
  std::vector<Option> options;
  for (std::size_t i = 1; i < argument.size(); ++i) {
    options.push_back({std::string{'-', argument[i]}, std::nullopt});
    const bool last = i + 1 == argument.size();
    const bool value_follows = !last && (argument[i + 1] == '=' || !takes_no_value(options.back().name));
    if (!value_follows) continue;
    options.back().value = argument.substr(argument[i + 1] == '=' ? i + 2 : i + 1);
    break;
  }
  return options;
}

struct Owner {
  const Factor* factor = nullptr;
  std::string option;  ///< as the factor names it: "--security-opt seccomp"
};

/// The factor that owns `option`, if one does: `--security-opt seccomp` is owned where the value begins so.
std::optional<Owner> owner(const Option& option, const std::string& value) {
  for (const Factor* factor : all_factors()) {
    for (const std::string& owned : factor->owned_options()) {
      const std::size_t space = owned.find(' ');
      if (option.name != owned.substr(0, space)) continue;
      if (space == std::string::npos || value.starts_with(owned.substr(space + 1))) return Owner{factor, owned};
    }
  }
  return std::nullopt;
}

void check_one_argument(const Node& item) {
  if (item.text.empty()) throw Refusal(item.position, "an empty argument; write an option, as --init");
  if (item.text.find('\0') != std::string::npos) {
    throw Refusal(item.position, "a NUL byte, which no argument can hold");
  }
  const std::vector<std::string> within = arguments_within(item.text);
  if (within.size() == 1 && within.front() == item.text) return;
  std::vector<std::string> quoted;
  quoted.reserve(within.size());
  for (const std::string& argument : within) quoted.push_back(fmt::format("\"{}\"", shown(argument)));
  if (within.size() < 2) {
    throw Refusal(item.position, fmt::format("white space around an argument; write {}", joined(quoted)));
  }
  const std::string count =
      within.size() == 2 ? "this is two arguments" : fmt::format("these are {} arguments", in_words(within.size()));
  const bool hidden = item.text.front() != '-' || item.text.find('=') < item.text.find_first_of(white_space);
  throw Refusal(item.position, fmt::format("{}{} in one item, which the engine takes for one; write [{}]",
                                           hidden ? "an option hides inside the value: " : "", count, joined(quoted)));
}

void check_allowed(const Option& option, const std::string& value, ArgumentsOf of, Position position) {
  if (const auto owned = owner(option, value)) {
    throw Refusal(position, fmt::format("{0} belongs to the factor {1}; set it under factors, as a level of {1} ({2})",
                                        owned->option, owned->factor->name(), owned->factor->levels()));
  }
  const auto found =
      std::find_if(reserved.begin(), reserved.end(), [&](const Reserved& one) { return one.option == option.name; });
  if (found != reserved.end()) {
    throw Refusal(position, fmt::format("{} is not allowed here: {}", option.name, found->reason));
  }
  const bool weakens = std::find(weakening.begin(), weakening.end(), option.name) != weakening.end();
  if (weakens && of == ArgumentsOf::every_condition) {
    throw Refusal(
        position,
        fmt::format("{} weakens the wall between container and host, and the report would not show it; make it "
                    "a level of a raw factor (factors.engine_args), which the report names",
                    option.name));
  }
}

/// The value of the option at `index` where it is the next item; null where it has one of its own, takes none, or is
/// followed by another option.
const Node* value_item(const std::vector<Node>& items, std::size_t index) {
  const std::string& text = items[index].text;
  if (!text.starts_with('-') || text == "-" || index + 1 == items.size()) return nullptr;
  const Option last = options_in(text).back();
  const bool wants_next = !last.value && !takes_no_value(last.name);
  return wants_next && !items[index + 1].text.starts_with('-') ? &items[index + 1] : nullptr;
}

void check_option(const Node& item, const Node* value, ArgumentsOf of) {
  if (!item.text.starts_with('-')) {
    throw Refusal(item.position, fmt::format("found {}; an option, which begins with -, is wanted here: the engine "
                                             "would take any other word for the image",
                                             shown(item.text)));
  }
  if (item.text == "-" || item.text == "--") {
    throw Refusal(item.position, fmt::format("found {}; an option with a name is wanted", item.text));
  }
  const std::vector<Option> options = options_in(item.text);
  for (const Option& option : options) {
    check_allowed(option, option.value.value_or(value == nullptr ? "" : value->text), of, item.position);
  }
  const Option& last = options.back();
  if (last.value || value != nullptr || takes_no_value(last.name)) return;
  throw Refusal(item.position, fmt::format("{0} has no value, and would swallow the next argument as its value; write "
                                           "{0}=VALUE (an option that takes none: {0}=true)",
                                           shown(last.name)));
}

}  // namespace

std::vector<std::string> arguments_within(const std::string& item) {
  std::vector<std::string> arguments;
  std::string_view rest = item;
  while (!rest.empty()) {
    // The end of this argument: white space before a `-`, at the end, or right after an option's own word.
    std::size_t end = rest.find_first_of(white_space);
    while (end != std::string_view::npos) {
      const std::size_t next = rest.find_first_not_of(white_space, end);
      const bool option_word = rest.front() == '-' && rest.find('=') > end && rest.find_first_of(white_space) == end;
      if (next == std::string_view::npos || rest[next] == '-' || option_word || end == 0) break;
      end = rest.find_first_of(white_space, next);
    }
    if (end != 0) arguments.emplace_back(rest.substr(0, end));
    if (end == std::string_view::npos) break;
    const std::size_t next = rest.find_first_not_of(white_space, end);
    rest = next == std::string_view::npos ? std::string_view{} : rest.substr(next);
  }
  return arguments;
}

std::vector<std::string> read_engine_arguments(const Node& list, ArgumentsOf of, std::vector<Problem>& problems) {
  const std::size_t before = problems.size();
  std::vector<std::string> arguments;
  for (const Node& item : list.items) {
    collect(problems, [&] { check_one_argument(item); });
    arguments.push_back(item.text);
  }
  // What an item with two arguments in it means to the items around it is anybody's guess.
  if (problems.size() > before) return {};
  for (std::size_t index = 0; index < list.items.size(); ++index) {
    const Node* value = value_item(list.items, index);
    collect(problems, [&] { check_option(list.items[index], value, of); });
    if (value != nullptr) ++index;
  }
  return arguments;
}

}  // namespace orchestrate
