#include "engine/fault.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orchestrate {
namespace {

TEST(Fault, EachHasAWordOfItsOwn) {
  std::set<std::string> words;
  constexpr int count = static_cast<int>(Fault::turns_unshared) + 1;
  for (int i = 0; i < count; ++i) {
    const std::string word = word_of(static_cast<Fault>(i));
    EXPECT_NE(word, "") << i;
    EXPECT_TRUE(words.insert(word).second) << word;
  }
}

}  // namespace
}  // namespace orchestrate
