#include "selftest/catalogue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "factors/cpu_list.hpp"
#include "selftest/arguments.hpp"
#include "support/files.hpp"
#include "support/json.hpp"
#include "support/process.hpp"

namespace orchestrate {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

constexpr const char* security = "--security-opt";
constexpr const char* cpuset = "--cpuset-cpus";

/// An argv sabotage that does not need the id's file.
Sabotage on_arguments(const std::function<Arguments(Arguments)>& change) {
  Sabotage sabotage;
  sabotage.arguments = [change](Arguments arguments, const std::string&) { return change(std::move(arguments)); };
  return sabotage;
}

Experiment seccomp_pair(const Props& props) {
  return short_experiment(props, {{"seccomp", {"default", "unconfined"}, {}}, {"cpus", {"pinned"}, {}}});
}

Experiment profile_pair(const Props& props) {
  return short_experiment(props, {{"seccomp", {"default", props.profile.string()}, {}}});
}

Experiment cpus_pair(const Props& props) {
  return short_experiment(props, {{"cpus", {"pinned", "unpinned"}, {}}});
}

Experiment env_pair(const Props& props) {
  return short_experiment(props, {{"env.X", {"1", "2"}, {}}, {"cpus", {"pinned"}, {}}});
}

/// Runs the client behind the tool's back.
void behind_its_back(const Props& props, Arguments arguments) {
  arguments.insert(arguments.begin(), props.client);
  run_to_end(arguments, 30s);
}

std::vector<Case> flags_that_vanish(const Props& props) {
  const auto dropped = [](Arguments a) { return without_option(std::move(a), security); };
  return {
      {"--security-opt and its value dropped", seccomp_pair(props), on_arguments(dropped)},
      {"the value of --security-opt dropped", seccomp_pair(props),
       on_arguments([](Arguments a) { return without_value(std::move(a), security); })},
      {"--security-opt and its value joined to one argument", seccomp_pair(props),
       on_arguments([](Arguments a) { return joined_with_value(std::move(a), security); })},
      {"--security-opt moved behind the image", seccomp_pair(props),
       on_arguments([](Arguments a) { return moved_behind_image(std::move(a), security); })},
      {"-e X=1 joined to one argument", env_pair(props), on_arguments([](const Arguments& a) {
         return joined_with_value(with_first(without_option(a, "--env"), {"-e", value_of(a, "--env")}), "-e");
       })},
      {"-e X=1 joined with --cpuset-cpus=N", env_pair(props), on_arguments([](Arguments a) {
         const std::string both = value_of(a, "--env") + " --cpuset-cpus=" + value_of(a, cpuset);
         return with_value(without_option(std::move(a), cpuset), "--env", both);
       })},
      {"--cpuset-cpus with an empty value", cpus_pair(props),
       on_arguments([](Arguments a) { return with_value(std::move(a), cpuset, ""); })},
      {"memory limit dropped", short_experiment(props, {{"memory", {"none", "64m"}, {}}}),
       on_arguments(
           [](Arguments a) { return without_option(without_option(std::move(a), "--memory-swap"), "--memory"); })},
      {"ulimit dropped", short_experiment(props, {{"ulimit", {"nofile=512:512", "nofile=600:600"}, {}}}),
       on_arguments([](Arguments a) { return without_option(std::move(a), "--ulimit"); })},
  };
}

/// Appends what wins over the declared flag, or swaps or evens out the two levels.
std::vector<Case> flags_that_change(const Props& props, const Host& host) {
  const auto unconfined = [](const Arguments& a) { return value_of(a, security) == "seccomp=unconfined"; };
  return {
      {"a second, contradicting --security-opt appended", seccomp_pair(props), on_arguments([](Arguments a) {
         return with_last(std::move(a), {security, "seccomp=unconfined"});
       })},
      {"default and unconfined swapped", seccomp_pair(props), on_arguments([unconfined](Arguments a) {
         if (unconfined(a)) return without_option(std::move(a), security);
         return with_last(std::move(a), {security, "seccomp=unconfined"});
       })},
      {"both levels given the same flags", seccomp_pair(props), on_arguments([unconfined](Arguments a) {
         if (unconfined(a)) return a;
         return with_last(std::move(a), {security, "seccomp=unconfined"});
       })},
      {"the profile replaced by one that allows everything", profile_pair(props), on_arguments([&props](Arguments a) {
         return with_value(std::move(a), security, "seccomp=" + props.open_profile.string());
       })},
      {"the profile's path pointing at another file", profile_pair(props), on_arguments([&props](Arguments a) {
         return with_value(std::move(a), security, "seccomp=" + props.another_profile.string());
       })},
      {"another CPU", cpus_pair(props), on_arguments([&host](Arguments a) {
         return with_value(std::move(a), cpuset, to_cpu_list({host.cpus.front()}));
       })},
      {"value of an environment variable altered", env_pair(props),
       on_arguments([](Arguments a) { return with_value(std::move(a), "--env", "X=3"); })},
  };
}

/// Treatments that nobody declared.
std::vector<Case> uninvited(const Props& props) {
  const auto added = [&](const std::string& what, const Arguments& options) {
    return Case{what, seccomp_pair(props),
                on_arguments([options](Arguments a) { return with_last(std::move(a), options); })};
  };
  return {
      added("--privileged added", {"--privileged"}),
      added("a capability added, which changes the default profile", {"--cap-add", "SYS_ADMIN"}),
      added("no-new-privileges added", {security, "no-new-privileges"}),
      added("a CPU quota added", {"--cpus", "0.5"}),
  };
}

/// The cgroup is changed from outside; inspect may go on showing the old CPUs.
std::vector<Case> changed_later(const Props& props, const Host& host) {
  Sabotage widened;
  widened.before_batches = [&props, &host](const std::string& id) {
    behind_its_back(props, {"update", cpuset, to_cpu_list(host.cpus), id});
  };
  Sabotage narrowed;
  narrowed.after_batches = [&props, &host](const std::string& id) {
    behind_its_back(props, {"update", cpuset, to_cpu_list({host.cpus.front()}), id});
  };
  return {{"cpuset widened by `docker update` after the start", cpus_pair(props), widened},
          {"cpuset narrowed before the end", cpus_pair(props), narrowed}};
}

/// Another binary or image than the declared one, with an inspect that is honest or lies.
std::vector<Case> another_program(const Props& props, const Host& host) {
  const std::string honest = host.native_probe.path.string();
  Sabotage probe = on_arguments([&props, honest](Arguments a) {
    for (std::string& argument : a) {
      const std::size_t at = argument.find("source=" + honest);
      if (at != std::string::npos) argument.replace(at + 7, honest.size(), props.another_probe.string());
    }
    return a;
  });
  probe.records = [&props, honest](std::vector<json>& records) {
    for (json& record : records) {
      for (json& mount : record["Mounts"]) {
        if (mount["Source"] == props.another_probe.string()) mount["Source"] = honest;
      }
    }
  };
  return {{"another image under the same tag", seccomp_pair(props), on_arguments([&props](Arguments a) {
             a[a.size() - 5] = props.another_image;
             return a;
           })},
          {"a probe of another build and libc, with inspect lying about it", seccomp_pair(props), probe}};
}

/// A container that was started before answers in place of the one that was asked for.
Case stale_container(const Props& props) {
  Sabotage stale;
  const auto first = std::make_shared<Arguments>();
  stale.arguments = [first](const Arguments& arguments, const std::string& id_file) {
    if (first->empty()) *first = arguments;
    return with_value(*first, "--cidfile", id_file);
  };
  return {"a container of an earlier start answering", seccomp_pair(props), stale};
}

/// `docker exec` into a container that sleeps, started with the same options; the id's file names that container.
Case exec_in_place_of_run(const Props& props) {
  Sabotage exec;
  exec.arguments = [&props](const Arguments& arguments, const std::string& id_file) {
    Arguments sleeper = with_first({arguments.begin() + 1, arguments.end() - 4}, {"--detach"});
    sleeper.insert(sleeper.end(), {"sleep", "60"});
    behind_its_back(props, sleeper);
    const Arguments command(arguments.end() - 4, arguments.end());
    Arguments called{props.client, "exec", "-i", read_file(id_file)};
    called.insert(called.end(), command.begin(), command.end());
    return called;
  };
  return {"`docker exec` in place of `docker run`", seccomp_pair(props), exec};
}

/// A flag is dropped, and one source of evidence is made to say otherwise.
std::vector<Case> lies(const Props& props) {
  const auto dropped = [] { return on_arguments([](Arguments a) { return without_option(std::move(a), security); }); };
  Sabotage lying_record = dropped();
  lying_record.records = [](std::vector<json>& records) {
    for (json& record : records) record["HostConfig"]["SecurityOpt"] = {"seccomp=unconfined"};
  };
  Sabotage foreign_record;
  foreign_record.records = [](std::vector<json>& records) {
    std::rotate(records.begin(), records.begin() + 1, records.end());
  };
  // The witness of the first container that reports is told again by all others.
  Sabotage replayed = dropped();
  const auto first = std::make_shared<std::string>();
  replayed.line = [first](std::string line) {
    if (line.find("\"event\":\"ready\"") == std::string::npos) return line;
    if (first->empty()) *first = line;
    return *first;
  };
  Sabotage warned = on_arguments([](Arguments a) { return without_option(std::move(a), cpuset); });
  warned.warning = "WARNING: Your kernel does not support cpuset. Cpuset discarded.\n";
  return {{"inspect lying about SecurityOpt, the flag dropped", seccomp_pair(props), lying_record},
          {"inspect output of another container", seccomp_pair(props), foreign_record},
          {"a witness told again by another container, the flag dropped", seccomp_pair(props), replayed},
          {"the engine warns, discards the flag and succeeds", cpus_pair(props), warned},
          stale_container(props),
          exec_in_place_of_run(props)};
}

}  // namespace

Experiment short_experiment(const Props& props, const std::vector<FactorLevels>& factors) {
  Experiment experiment;
  experiment.file = props.folder / "selftest.yaml";
  experiment.name = "selftest";
  experiment.question = "Is a swallowed flag caught?";
  experiment.image = props.image;
  experiment.factors = factors;
  experiment.operations = {"getpid"};
  experiment.design.batch = 500us;
  experiment.design.batches = 20;
  experiment.design.rounds_min = experiment.design.rounds_max = 1;
  Contrast contrast;
  contrast.factor = factors.front().factor;
  contrast.base = factors.front().levels.front();
  contrast.other = factors.front().levels.back();
  contrast.operations = {"getpid"};
  experiment.contrasts = {contrast};
  return experiment;
}

std::vector<Case> sabotages(const Props& props, const Host& host) {
  std::vector<Case> all;
  for (auto& family : {flags_that_vanish(props), flags_that_change(props, host), uninvited(props),
                       changed_later(props, host), another_program(props, host), lies(props)}) {
    all.insert(all.end(), family.begin(), family.end());
  }
  return all;
}

std::vector<Case> honest_runs(const Props& props) {
  return {{"seccomp default and unconfined", seccomp_pair(props), {}},
          {"seccomp default and a profile", profile_pair(props), {}},
          {"cpus pinned and unpinned", cpus_pair(props), {}},
          {"an environment variable, a memory limit and a ulimit",
           short_experiment(props,
                            {{"env.X", {"1", "2"}, {}}, {"memory", {"64m"}, {}}, {"ulimit", {"nofile=512:512"}, {}}}),
           {}},
          {"capabilities default and none, no new privileges, read-only",
           short_experiment(props, {{"capabilities", {"default", "none"}, {}},
                                    {"no_new_privileges", {"true"}, {}},
                                    {"read_only", {"true"}, {}}}),
           {}}};
}

}  // namespace orchestrate
