#include "journal/turn_line.hpp"

#include <gtest/gtest.h>

#include "support/json.hpp"

namespace orchestrate {
namespace {

constexpr std::uint64_t number_read = 4711;

Turn turn_of(std::optional<OtherEnd> other) {
  const Batch batch{2, 1'000'000'000'001, 731'204, 3, 4, 5, -1, 1, other};
  return {7, 1, 12, "getpid", {batch, {0, 1, 2, 0, 0, 0, 0, 0, other}}};
}

/// As the general writer writes it.
std::string object_of(const Fact& fact) {
  nlohmann::json keys = to_json(fact);
  keys["seq"] = number_read;
  return to_line(keys);
}

std::vector<Turn> turns() {
  return {turn_of({}), turn_of(OtherEnd{0, 1, 5, 6}), {1, 0, 0, "getpid", {}}, {1, 0, 0, "", turn_of({}).batches}};
}

TEST(TurnLine, IsWhatTheGeneralWriterWrites) {
  for (const Turn& turn : turns()) EXPECT_EQ(turn_object(turn, number_read).value_or("nothing"), object_of(turn));
}

TEST(TurnLine, LeavesNamesThatNeedAnEscapeToTheGeneralWriter) {
  for (const char* name : {"a\"b", "a\\b", "a\nb", "a\xff", "\x7f"}) {
    EXPECT_FALSE(turn_object({1, 0, 0, name, {}}, number_read)) << name;
  }
}

TEST(TurnLine, ReadsWhatTheJournalWrites) {
  for (const Turn& turn : turns()) {
    const auto read = read_turn(object_of(turn));
    ASSERT_TRUE(read) << object_of(turn);
    EXPECT_EQ(object_of(read->turn), object_of(turn));
    EXPECT_EQ(read->number, number_read);
  }
}

TEST(TurnLine, LeavesEverythingElseToTheGeneralReader) {
  const std::string line = object_of(turn_of({}));
  const auto replaced = [&](const std::string& piece, const std::string& by) {
    std::string other = line;
    const std::size_t at = other.find(piece);
    EXPECT_NE(at, std::string::npos) << piece;
    return other.replace(at, piece.size(), by);
  };
  EXPECT_FALSE(read_turn(object_of(Calibrated{"getpid", 5000})));
  EXPECT_FALSE(read_turn(line + " ")) << "something after it";
  EXPECT_FALSE(read_turn(replaced(",\"fact\"", ", \"fact\""))) << "written by another program";
  EXPECT_FALSE(read_turn(replaced("\"turn\":12}", "\"turn\":12,\"more\":1}"))) << "a later version";
  EXPECT_FALSE(read_turn(replaced("getpid", "get\xffpid"))) << "what no writer would write as it is";
  EXPECT_FALSE(read_turn(replaced("getpid", "get\x1bpid")));
  EXPECT_FALSE(read_turn(replaced("731204", "731204.5")));
  EXPECT_FALSE(read_turn(replaced("731204", "9999999999999999999")));
  EXPECT_FALSE(read_turn(replaced("\"seq\":4711", "\"seq\":-1")));
  EXPECT_FALSE(read_turn(replaced("getpid", "get\\u0070id")));
  EXPECT_FALSE(read_turn(replaced(",-1,1]", ",-1]"))) << "a row too short";
  EXPECT_FALSE(read_turn(replaced(",-1,1]", ",-1,1,2]"))) << "or too long";
  for (std::size_t length = 0; length < line.size(); ++length) {
    EXPECT_FALSE(read_turn(std::string_view(line).substr(0, length))) << length;
  }
}

}  // namespace
}  // namespace orchestrate
