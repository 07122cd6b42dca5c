#include "witness/message.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace orchestrate {
namespace {

using ::testing::HasSubstr;

nlohmann::json measured() {
  return {{"event", "measured"}, {"operation", "getpid"}, {"iterations", 5200},
          {"started_ns", 17},    {"elapsed_ns", 731204},  {"usage", {{"nvcsw", 1}, {"nivcsw", 2}, {"minflt", 3}}},
          {"cpu", {0, 1}}};
}

/// The message of the ProtocolError that reading `answer` throws; empty when it throws none.
std::string refusal(const nlohmann::json& answer) {
  try {
    read_measured(answer.dump(), "getpid", 5200);
  } catch (const ProtocolError& error) {
    return error.what();
  }
  return {};
}

TEST(Message, ReadsABatch) {
  const Measured batch = read_measured(measured().dump(), "getpid", 5200);
  EXPECT_EQ(batch.elapsed_ns, 731204);
  EXPECT_EQ(batch.started_ns, 17);
  EXPECT_EQ(batch.voluntary_switches, 1);
  EXPECT_EQ(batch.involuntary_switches, 2);
  EXPECT_EQ(batch.minor_faults, 3);
  EXPECT_EQ(batch.cpu_before, 0);
  EXPECT_EQ(batch.cpu_after, 1);
}

TEST(Message, ReadsTheOtherEnd) {
  EXPECT_FALSE(read_measured(measured().dump(), "getpid", 5200).other);
  nlohmann::json answer = measured();
  answer["other"] = {{"cpu", {0, 1}}, {"usage", {{"nvcsw", 5}, {"nivcsw", 6}, {"minflt", 0}}}};
  const auto other = read_measured(answer.dump(), "getpid", 5200).other;
  ASSERT_TRUE(other);
  EXPECT_EQ(other->cpu_before, 0);
  EXPECT_EQ(other->cpu_after, 1);
  EXPECT_EQ(other->voluntary_switches, 5);
  EXPECT_EQ(other->involuntary_switches, 6);
  answer["other"].erase("cpu");
  EXPECT_THAT(refusal(answer), HasSubstr("no whole number /other/cpu/0"));
}

nlohmann::json sampled() {
  return {{"event", "sampled"},
          {"operation", "getpid"},
          {"calls", 1000},
          {"every", 16},
          {"elapsed_ns", 95000},
          {"smallest", 40},
          {"largest", 900},
          {"ticks", {{40, 60}, {900, 2}}},
          {"timer", {{"source", "tsc"}, {"ns_per_tick", 0.5}, {"step_ticks", 2}, {"cost_ticks", 38}}}};
}

TEST(Message, ReadsSamples) {
  const Sampled samples = read_sampled(sampled().dump(), "getpid", 1000, 16);
  EXPECT_EQ(samples.calls, 1000);
  EXPECT_EQ(samples.every, 16);
  EXPECT_EQ(samples.elapsed_ns, 95000);
  EXPECT_EQ(samples.smallest_ticks, 40);
  EXPECT_EQ(samples.largest_ticks, 900);
  EXPECT_EQ(samples.ticks.back(), (std::pair<std::int64_t, std::int64_t>{900, 2}));
  EXPECT_EQ(samples.timer.source, "tsc");
  EXPECT_EQ(samples.timer.ns_per_tick, 0.5);
  EXPECT_EQ(samples.timer.step_ticks, 2);
  EXPECT_EQ(samples.timer.cost_ticks, 38);
}

TEST(Message, RefusesSamplesThatCannotBe) {
  const auto refused = [](const char* pointer, const nlohmann::json& value) -> std::string {
    nlohmann::json answer = sampled();
    answer[nlohmann::json::json_pointer(pointer)] = value;
    try {
      read_sampled(answer.dump(), "getpid", 1000, 16);
    } catch (const ProtocolError& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(refused("/largest", 901), "accepted");
  EXPECT_THAT(refused("/calls", 999), HasSubstr("did another number"));
  EXPECT_THAT(refused("/every", 1), HasSubstr("did another number"));
  EXPECT_THAT(refused("/elapsed_ns", 0), HasSubstr("no time"));
  EXPECT_THAT(refused("/ticks", nlohmann::json::array()), HasSubstr("sampled nothing"));
  EXPECT_THAT(refused("/ticks", {{900, 2}, {40, 60}}), HasSubstr("ascending"));
  EXPECT_THAT(refused("/ticks", {{40, 0}}), HasSubstr("not pairs"));
  EXPECT_THAT(refused("/ticks", {40}), HasSubstr("not pairs"));
  EXPECT_THAT(refused("/timer/ns_per_tick", 0), HasSubstr("does not run"));
  EXPECT_THAT(refused("/timer/step_ticks", "two"), HasSubstr("no whole number /timer/step_ticks"));
  EXPECT_THAT(refused("/operation", "getppid"), HasSubstr("another operation"));
}

TEST(Message, RefusesABatchThatWasNotAskedFor) {
  nlohmann::json answer = measured();
  answer["operation"] = "write";
  EXPECT_THAT(refusal(answer), HasSubstr("another operation"));
  answer = measured();
  answer["iterations"] = 52;
  EXPECT_THAT(refusal(answer), HasSubstr("did another number"));
  EXPECT_THAT(refusal({{"event", "witness"}}), HasSubstr("out of turn"));
}

TEST(Message, RefusesAbsurdTimes) {
  nlohmann::json answer = measured();
  answer["elapsed_ns"] = 0;
  EXPECT_THAT(refusal(answer), HasSubstr("no time"));
  answer["elapsed_ns"] = -5;
  EXPECT_THAT(refusal(answer), HasSubstr("no time"));
  answer["elapsed_ns"] = 3'600'000'000'001;
  EXPECT_THAT(refusal(answer), HasSubstr("absurd"));
  answer["elapsed_ns"] = 1.5;
  EXPECT_THAT(refusal(answer), HasSubstr("no whole number"));
  answer.erase("elapsed_ns");
  EXPECT_THAT(refusal(answer), HasSubstr("no whole number"));
}

TEST(Message, QuotesTheLineEscapedAndShortened) {
  try {
    read_witness_answer("\x1b[31m" + std::string(1000, 'x'));
    FAIL();
  } catch (const ProtocolError& error) {
    EXPECT_THAT(error.what(), HasSubstr("\\x1b[31mxxx"));
    EXPECT_LT(std::string(error.what()).size(), 400U);
  }
}

TEST(Message, RefusesWhatIsNestedTooDeep) {
  std::string line = R"({"event":"ready","protocol":1,"witness":{"a":)";
  line.append(1'000'000, '[').append(1'000'000, ']') += "}}";
  try {
    read_ready(line);
    FAIL();
  } catch (const ProtocolError& error) {
    EXPECT_THAT(error.what(), HasSubstr("nested too deep"));
  }
}

TEST(Message, ANumberBeyondItsRangeIsNoneAtAll) {
  nlohmann::json answer = measured();
  answer["elapsed_ns"] = 18'446'744'073'709'551'615U;
  EXPECT_THAT(refusal(answer), HasSubstr("no whole number"));
  EXPECT_FALSE(read_witness({{"seccomp", {{"mode", 4'294'967'298}}}}).seccomp_mode) << "a conversion would see 2";
}

TEST(Message, ACpuBeyondItsRangeIsNone) {
  EXPECT_TRUE(read_witness({{"affinity", {4'294'967'297}}, {"ends", {4'294'967'297}}}).affinity.empty());
  EXPECT_TRUE(read_witness({{"affinity", {4'294'967'297}}, {"ends", {4'294'967'297}}}).ends.empty());
  EXPECT_THROW(read_measured(R"({"event":"measured","operation":"getpid","iterations":1,"started_ns":1,"elapsed_ns":1,)"
                             R"("usage":{"nvcsw":0,"nivcsw":0,"minflt":0},"cpu":[4294967297,1]})",
                             "getpid", 1),
               ProtocolError);
}

TEST(Message, WhatIsNestedTooDeepIsNoErrorAndNoEndOfTurns) {
  const std::string line = R"({"event":"error","message":)" + std::string(100'000, '[');
  EXPECT_THROW(read_counted(line, "getpid", 1), ProtocolError);
  EXPECT_THROW(read_turns_taken(line), ProtocolError);
}

TEST(Message, RefusesAnotherProtocol) {
  EXPECT_THROW(read_ready(R"({"event":"ready","protocol":2,"witness":{}})"), ProtocolError);
  EXPECT_THROW(read_ready(R"({"event":"ready","protocol":1})"), ProtocolError) << "no witness";
  EXPECT_NO_THROW(read_ready(R"({"event":"ready","protocol":1,"witness":{}})"));
}

TEST(Message, ReadsACalibration) {
  EXPECT_EQ(read_calibrated(R"({"event":"calibrated","operation":"getpid","iterations":7})", "getpid"), 7);
  EXPECT_THROW(read_calibrated(R"({"event":"calibrated","operation":"getpid","iterations":0})", "getpid"),
               ProtocolError);
}

TEST(Message, ReadsACount) {
  const std::string line = R"({"event":"counted","operation":"getpid","calls":10,"syscalls":{"getpid":10}})";
  EXPECT_EQ(read_counted(line, "getpid", 10).system_calls.at("getpid"), 10);
  EXPECT_THROW(read_counted(line, "getpid", 11), ProtocolError);
  EXPECT_THROW(read_counted(line, "write", 10), ProtocolError);
  const char* absurd = R"({"event":"counted","operation":"getpid","calls":10,"syscalls":{"getpid":-1}})";
  EXPECT_THROW(read_counted(absurd, "getpid", 10), ProtocolError);
}

TEST(Message, AProbeThatCannotCountIsNotBroken) {
  EXPECT_EQ(read_counted(R"({"event":"error","message":"unknown command"})", "getpid", 10).refusal, "unknown command");
  const char* refused = R"({"event":"counted","operation":"getpid","calls":10,"refusal":"ptrace is refused"})";
  EXPECT_EQ(read_counted(refused, "getpid", 10).refusal, "ptrace is refused");
}

TEST(Message, ReadsTheWaysToPassATurn) {
  const char* line = R"({"event":"ready","protocol":1,"hand_over":["stdio","futex"],"witness":{}})";
  EXPECT_EQ(read_ready(line).hand_over, (std::vector<std::string>{"stdio", "futex"}));
  EXPECT_TRUE(read_ready(R"({"event":"ready","protocol":1,"witness":{}})").hand_over.empty());
}

TEST(Message, ReadsThatTurnsAreMapped) {
  EXPECT_EQ(read_turns_mapped(R"({"event":"turns mapped","slot":1,"nonce":"00ff"})").nonce, "00ff");
  EXPECT_EQ(read_turns_mapped(R"({"event":"error","message":"mmap: EPERM"})").refusal, "mmap: EPERM");
  EXPECT_THROW(read_turns_mapped(R"({"event":"witness"})"), ProtocolError);
}

TEST(Message, ReadsThatTurnsWereTaken) {
  const TurnsTaken taken = read_turns_taken(R"({"event":"turns taken","turns":7})");
  EXPECT_EQ(taken.turns, 7);
  EXPECT_EQ(taken.stopped, "");
  const TurnsTaken stopped = read_turns_taken(R"({"event":"turns stopped","turns":3,"message":"write: EIO"})");
  EXPECT_EQ(stopped.turns, 3);
  EXPECT_EQ(stopped.stopped, "write: EIO");
  EXPECT_EQ(read_turns_taken(R"({"event":"error","message":"write: EIO"})").stopped, "write: EIO");
  EXPECT_NE(read_turns_taken(R"({"event":"turns stopped","turns":3})").stopped, "");
  EXPECT_THROW(read_turns_taken(R"({"event":"turns taken"})"), ProtocolError);
  EXPECT_THROW(read_turns_taken("hello"), ProtocolError);
}

TEST(Message, TellsOfTurns) {
  using nlohmann::json;
  EXPECT_EQ(json::parse(map_turns_command("/turns", 2)), (json{{"do", "map turns"}, {"path", "/turns"}, {"slot", 2}}));
  EXPECT_EQ(json::parse(take_turns_command(9, {"getpid"}, std::chrono::seconds(60))),
            (json{{"do", "take turns"}, {"turns", 9}, {"operations", {"getpid"}}, {"patience_ms", 60000}}));
}

TEST(Message, AWitnessMayLackAnything) {
  const Witness witness = read_witness(nlohmann::json::object());
  EXPECT_FALSE(witness.seccomp_mode);
  EXPECT_FALSE(witness.cpus_allowed_list);
  EXPECT_TRUE(witness.fingerprint.empty());
}

}  // namespace
}  // namespace orchestrate
