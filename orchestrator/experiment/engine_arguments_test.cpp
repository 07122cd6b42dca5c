#include "experiment/engine_arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/testing.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What the reader says of `engine_args: list`, which begins at line 3, column 45.
std::string answer_to_arguments(const std::string& list) {
  return testing::answer(testing::with("container", "{image: debian:12-slim, engine_args: " + list + "}"));
}

struct ArgumentsCase {
  const char* list;
  const char* says;
};

TEST(EngineArguments, AnItemIsOneArgument) {
  for (const ArgumentsCase& one :
       {ArgumentsCase{"['--shm-size 64m']",
                      "this is two arguments in one item, which the engine takes for one; write "
                      "[\"--shm-size\", \"64m\"]"},
        ArgumentsCase{"[\"--shm-size\\t64m\"]", "write [\"--shm-size\", \"64m\"]"},
        ArgumentsCase{"['-e X=1 --cpuset-cpus=1']",
                      "these are three arguments in one item, which the engine takes for one; "
                      "write [\"-e\", \"X=1\", \"--cpuset-cpus=1\"]"},
        ArgumentsCase{"['-e', 'X=1 --cpuset-cpus=1']",
                      "an option hides inside the value: this is two arguments in one item, "
                      "which the engine takes for one; write [\"X=1\", \"--cpuset-cpus=1\"]"},
        ArgumentsCase{"[\"--hostname\", \"x\\n--init\"]", "an option hides inside the value"},
        ArgumentsCase{"['--annotation=a=b --cpuset-cpus=1']",
                      "an option hides inside the value: this is two arguments"},
        ArgumentsCase{"['--hostname=x --security-opt seccomp=unconfined']",
                      "these are three arguments in one item, which the engine takes for one; write [\"--hostname=x\", "
                      "\"--security-opt\", \"seccomp=unconfined\"]"},
        ArgumentsCase{"[' --init']", "white space around an argument; write \"--init\""},
        ArgumentsCase{"['--init ']", "white space around an argument; write \"--init\""},
        ArgumentsCase{"['']", "an empty argument"}, ArgumentsCase{"['   ']", "white space around an argument"},
        ArgumentsCase{"[\"--hostname=a\\0b\"]", "a NUL byte"}}) {
    EXPECT_THAT(answer_to_arguments(one.list), HasSubstr(one.says)) << one.list;
  }
}

TEST(EngineArguments, AreOptionsAndTheirValuesOnly) {
  for (const ArgumentsCase& one :
       {ArgumentsCase{"[evil-image]", "found evil-image; an option, which begins with -, is wanted here"},
        ArgumentsCase{"[--init, evil-image]", "3:58: found evil-image"},
        ArgumentsCase{"[--shm-size=64m, evil-image]", "found evil-image"},
        ArgumentsCase{"[--shm-size, 64m, evil-image]", "found evil-image"},
        ArgumentsCase{"[--shm-size]", "--shm-size has no value, and would swallow the next argument"},
        ArgumentsCase{"[--shm-size, --init]", "--shm-size has no value, and would swallow the next argument"},
        ArgumentsCase{"[--, --init]", "found --; an option with a name is wanted"},
        ArgumentsCase{"['-', --init]", "found -; an option with a name is wanted"}}) {
    EXPECT_THAT(answer_to_arguments(one.list), HasSubstr(one.says)) << one.list;
  }
}

TEST(EngineArguments, OfAFactorAreRefused) {
  for (const ArgumentsCase& one :
       {ArgumentsCase{"[--cpuset-cpus, '1']", "--cpuset-cpus belongs to the factor cpus"},
        ArgumentsCase{"[--cpuset-cpus=1]", "--cpuset-cpus belongs to the factor cpus"},
        ArgumentsCase{"[--security-opt, seccomp=unconfined]", "--security-opt seccomp belongs to the factor seccomp"},
        ArgumentsCase{"[--security-opt=seccomp=unconfined]", "--security-opt seccomp belongs to the factor seccomp"},
        ArgumentsCase{"[--security-opt, 'seccomp:unconfined']", "belongs to the factor seccomp"},
        ArgumentsCase{"[-e, X=1]", "-e belongs to the factor env"},
        ArgumentsCase{"[-eX=1]", "-e belongs to the factor env"},
        ArgumentsCase{"[--env=X=1]", "--env belongs to the factor env"},
        ArgumentsCase{"[--privileged]", "--privileged belongs to the factor privileged"},
        ArgumentsCase{"[--cpuset-cpus=1]", "set it under factors, as a level of cpus (unpinned, pinned, split"},
        ArgumentsCase{"[--init, --cpuset-cpus=1]", "3:58: --cpuset-cpus belongs"}}) {
    EXPECT_THAT(answer_to_arguments(one.list), HasSubstr(one.says)) << one.list;
  }
}

TEST(EngineArguments, ThatWeakenTheWallMustBeALevel) {
  for (const char* list : {"[--pid, host]", "[--pid=host]", "[--device, /dev/kvm]", "[--ipc=host]", "[--userns, host]",
                           "[--security-opt, systempaths=unconfined]", "[--security-opt=label=disable]"}) {
    EXPECT_THAT(answer_to_arguments(list), HasSubstr("weakens the wall between container and host")) << list;
  }
  EXPECT_EQ(
      testing::answer(testing::with(
          "factors",
          "{engine_args: {pid: {host: {args: [--pid, host], verify: {inspect: /HostConfig/PidMode, equals: host}}}}}")),
      "accepted");
}

TEST(EngineArguments, ThatOrchestrateSetsAreRefused) {
  for (const ArgumentsCase& one : {ArgumentsCase{"[-i]", "-i is not allowed here: orchestrate sets this itself"},
                                   ArgumentsCase{"[--interactive]", "--interactive is not allowed"},
                                   ArgumentsCase{"[-t]", "-t is not allowed"},
                                   ArgumentsCase{"[--tty]", "--tty is not allowed"},
                                   ArgumentsCase{"[-it]", "-i is not allowed"},
                                   ArgumentsCase{"[-qt]", "-t is not allowed"},
                                   ArgumentsCase{"[-d]", "-d is not allowed"},
                                   ArgumentsCase{"[--detach=true]", "--detach is not allowed"},
                                   ArgumentsCase{"[-i=true]", "-i is not allowed"},
                                   ArgumentsCase{"[-a, stdout]", "-a is not allowed"},
                                   ArgumentsCase{"[--rm]", "--rm is not allowed"},
                                   ArgumentsCase{"[-p, '80:80']", "-p is not allowed"},
                                   ArgumentsCase{"[--env-host]", "this host's whole environment"},
                                   ArgumentsCase{"[--use-api-socket=true]", "the engine itself"},
                                   ArgumentsCase{"[--name, x]", "--name is not allowed"},
                                   ArgumentsCase{"[--cidfile=x]", "--cidfile is not allowed"},
                                   ArgumentsCase{"[-l, a=b]", "-l is not allowed"},
                                   ArgumentsCase{"[--label=a=b]", "--label is not allowed"},
                                   ArgumentsCase{"[--label-file, x]", "--label-file is not allowed"},
                                   ArgumentsCase{"[--network, host]", "--network belongs to the factor network"},
                                   ArgumentsCase{"[--net=host]", "--net belongs to the factor network"},
                                   ArgumentsCase{"[--log-driver, json-file]", "--log-driver is not allowed"},
                                   ArgumentsCase{"[--entrypoint, sh]", "--entrypoint is not allowed"},
                                   ArgumentsCase{"[--restart=always]", "--restart is not allowed"},
                                   ArgumentsCase{"[--mount, 'type=bind,src=/,dst=/host']", "--mount is not allowed"},
                                   ArgumentsCase{"[-v, '/:/host']", "-v is not allowed"},
                                   ArgumentsCase{"['-v/:/host']", "-v is not allowed"},
                                   ArgumentsCase{"[--volume=/:/host]", "--volume is not allowed"},
                                   ArgumentsCase{"[--volumes-from, x]", "--volumes-from is not allowed"},
                                   ArgumentsCase{"[--help]", "nothing would be run"}}) {
    EXPECT_THAT(answer_to_arguments(one.list), HasSubstr(one.says)) << one.list;
  }
}

TEST(EngineArguments, AreTakenAsWritten) {
  const std::string list =
      "[--shm-size, 64m, --init, '--hostname=a b', --blkio-weight, 1e9, --stop-timeout, 2.50, -u1000, "
      "--isolation, label=disable, --oom-score-adj=-500]";
  EXPECT_EQ(answer_to_arguments(list), "accepted");
  const Experiment experiment =
      parse_experiment(testing::with("container", "{image: debian:12-slim, engine_args: " + list + "}"), "x.yaml");
  EXPECT_THAT(experiment.engine_args,
              ElementsAre("--shm-size", "64m", "--init", "--hostname=a b", "--blkio-weight", "1e9", "--stop-timeout",
                          "2.50", "-u1000", "--isolation", "label=disable", "--oom-score-adj=-500"));
}

TEST(EngineArguments, SeveralProblemsAreSaidAtOnce) {
  const std::string text = answer_to_arguments("[--rm, --cpuset-cpus, '1', --privileged]");
  EXPECT_THAT(text, HasSubstr("--rm"));
  EXPECT_THAT(text, HasSubstr("--cpuset-cpus"));
  EXPECT_THAT(text, HasSubstr("--privileged"));
}

TEST(EngineArguments, AValueWithWhiteSpaceIsOneArgument) {
  EXPECT_THAT(arguments_within("TZ=Europe/Berlin and more"), ElementsAre("TZ=Europe/Berlin and more"));
  EXPECT_THAT(arguments_within("--hostname=a b"), ElementsAre("--hostname=a b"));
}

}  // namespace
}  // namespace orchestrate
