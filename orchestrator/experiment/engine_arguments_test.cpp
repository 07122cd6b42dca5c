#include "experiment/engine_arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/testing.hpp"

namespace orchestrate {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What the reader says of `engine_args: list`, which begins at line 3, column 45.
std::string answer(const std::string& list) {
  return testing::answer(testing::with("container", "{image: debian:12-slim, engine_args: " + list + "}"));
}

struct Case {
  const char* list;
  const char* says;
};

TEST(EngineArguments, AnItemIsOneArgument) {
  for (const Case& one :
       {Case{"['--shm-size 64m']",
             "this is two arguments in one item, which the engine takes for one; write "
             "[\"--shm-size\", \"64m\"]"},
        Case{"[\"--shm-size\\t64m\"]", "write [\"--shm-size\", \"64m\"]"},
        Case{"['-e X=1 --cpuset-cpus=1']",
             "these are three arguments in one item, which the engine takes for one; "
             "write [\"-e\", \"X=1\", \"--cpuset-cpus=1\"]"},
        Case{"['-e', 'X=1 --cpuset-cpus=1']",
             "an option hides inside the value: this is two arguments in one item, "
             "which the engine takes for one; write [\"X=1\", \"--cpuset-cpus=1\"]"},
        Case{"[\"--hostname\", \"x\\n--init\"]", "an option hides inside the value"},
        Case{"['--annotation=a=b --cpuset-cpus=1']", "an option hides inside the value: this is two arguments"},
        Case{"['--hostname=x --security-opt seccomp=unconfined']",
             "these are three arguments in one item, which the engine takes for one; write [\"--hostname=x\", "
             "\"--security-opt\", \"seccomp=unconfined\"]"},
        Case{"[' --init']", "white space around an argument; write \"--init\""},
        Case{"['--init ']", "white space around an argument; write \"--init\""}, Case{"['']", "an empty argument"},
        Case{"['   ']", "white space around an argument"}, Case{"[\"--hostname=a\\0b\"]", "a NUL byte"}}) {
    EXPECT_THAT(answer(one.list), HasSubstr(one.says)) << one.list;
  }
}

TEST(EngineArguments, AreOptionsAndTheirValuesOnly) {
  for (const Case& one : {Case{"[evil-image]", "found evil-image; an option, which begins with -, is wanted here"},
                          Case{"[--init, evil-image]", "3:58: found evil-image"},
                          Case{"[--shm-size=64m, evil-image]", "found evil-image"},
                          Case{"[--shm-size, 64m, evil-image]", "found evil-image"},
                          Case{"[--shm-size]", "--shm-size has no value, and would swallow the next argument"},
                          Case{"[--shm-size, --init]", "--shm-size has no value, and would swallow the next argument"},
                          Case{"[--, --init]", "found --; an option with a name is wanted"},
                          Case{"['-', --init]", "found -; an option with a name is wanted"}}) {
    EXPECT_THAT(answer(one.list), HasSubstr(one.says)) << one.list;
  }
}

TEST(EngineArguments, OfAFactorAreRefused) {
  for (const Case& one :
       {Case{"[--cpuset-cpus, '1']", "--cpuset-cpus belongs to the factor cpus"},
        Case{"[--cpuset-cpus=1]", "--cpuset-cpus belongs to the factor cpus"},
        Case{"[--security-opt, seccomp=unconfined]", "--security-opt seccomp belongs to the factor seccomp"},
        Case{"[--security-opt=seccomp=unconfined]", "--security-opt seccomp belongs to the factor seccomp"},
        Case{"[--security-opt, 'seccomp:unconfined']", "belongs to the factor seccomp"},
        Case{"[-e, X=1]", "-e belongs to the factor env"}, Case{"[-eX=1]", "-e belongs to the factor env"},
        Case{"[--env=X=1]", "--env belongs to the factor env"},
        Case{"[--privileged]", "--privileged belongs to the factor privileged"},
        Case{"[--cpuset-cpus=1]", "set it under factors, as a level of cpus (unpinned, pinned, split"},
        Case{"[--init, --cpuset-cpus=1]", "3:58: --cpuset-cpus belongs"}}) {
    EXPECT_THAT(answer(one.list), HasSubstr(one.says)) << one.list;
  }
}

TEST(EngineArguments, ThatWeakenTheWallMustBeALevel) {
  for (const char* list : {"[--pid, host]", "[--pid=host]", "[--device, /dev/kvm]", "[--ipc=host]", "[--userns, host]",
                           "[--security-opt, systempaths=unconfined]", "[--security-opt=label=disable]"}) {
    EXPECT_THAT(answer(list), HasSubstr("weakens the wall between container and host")) << list;
  }
  EXPECT_EQ(
      testing::answer(testing::with(
          "factors",
          "{engine_args: {pid: {host: {args: [--pid, host], verify: {inspect: /HostConfig/PidMode, equals: host}}}}}")),
      "accepted");
}

TEST(EngineArguments, ThatOrchestrateSetsAreRefused) {
  for (const Case& one : {Case{"[-i]", "-i is not allowed here: orchestrate sets this itself"},
                          Case{"[--interactive]", "--interactive is not allowed"},
                          Case{"[-t]", "-t is not allowed"},
                          Case{"[--tty]", "--tty is not allowed"},
                          Case{"[-it]", "-i is not allowed"},
                          Case{"[-qt]", "-t is not allowed"},
                          Case{"[-d]", "-d is not allowed"},
                          Case{"[--detach=true]", "--detach is not allowed"},
                          Case{"[-i=true]", "-i is not allowed"},
                          Case{"[-a, stdout]", "-a is not allowed"},
                          Case{"[--rm]", "--rm is not allowed"},
                          Case{"[-p, '80:80']", "-p is not allowed"},
                          Case{"[--env-host]", "this host's whole environment"},
                          Case{"[--use-api-socket=true]", "the engine itself"},
                          Case{"[--name, x]", "--name is not allowed"},
                          Case{"[--cidfile=x]", "--cidfile is not allowed"},
                          Case{"[-l, a=b]", "-l is not allowed"},
                          Case{"[--label=a=b]", "--label is not allowed"},
                          Case{"[--label-file, x]", "--label-file is not allowed"},
                          Case{"[--network, host]", "--network belongs to the factor network"},
                          Case{"[--net=host]", "--net belongs to the factor network"},
                          Case{"[--log-driver, json-file]", "--log-driver is not allowed"},
                          Case{"[--entrypoint, sh]", "--entrypoint is not allowed"},
                          Case{"[--restart=always]", "--restart is not allowed"},
                          Case{"[--mount, 'type=bind,src=/,dst=/host']", "--mount is not allowed"},
                          Case{"[-v, '/:/host']", "-v is not allowed"},
                          Case{"['-v/:/host']", "-v is not allowed"},
                          Case{"[--volume=/:/host]", "--volume is not allowed"},
                          Case{"[--volumes-from, x]", "--volumes-from is not allowed"},
                          Case{"[--help]", "nothing would be run"}}) {
    EXPECT_THAT(answer(one.list), HasSubstr(one.says)) << one.list;
  }
}

TEST(EngineArguments, AreTakenAsWritten) {
  const std::string list =
      "[--shm-size, 64m, --init, '--hostname=a b', --blkio-weight, 1e9, --stop-timeout, 2.50, -u1000, "
      "--isolation, label=disable, --oom-score-adj=-500]";
  EXPECT_EQ(answer(list), "accepted");
  const Experiment experiment =
      parse_experiment(testing::with("container", "{image: debian:12-slim, engine_args: " + list + "}"), "x.yaml");
  EXPECT_THAT(experiment.engine_args,
              ElementsAre("--shm-size", "64m", "--init", "--hostname=a b", "--blkio-weight", "1e9", "--stop-timeout",
                          "2.50", "-u1000", "--isolation", "label=disable", "--oom-score-adj=-500"));
}

TEST(EngineArguments, SeveralProblemsAreSaidAtOnce) {
  const std::string text = answer("[--rm, --cpuset-cpus, '1', --privileged]");
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
