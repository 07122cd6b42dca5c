#include "line_reader.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "file_descriptor.hpp"

namespace probe {
namespace {

using Outcome = LineReader::Outcome;

/// The reading end of a pipe that holds the text and then ends.
FileDescriptor ending_after(const std::string& text) {
  int ends[2];
  EXPECT_EQ(pipe2(ends, O_CLOEXEC), 0);
  const FileDescriptor writing(ends[1]);
  write_all(ends[1], text);
  return FileDescriptor(ends[0]);
}

TEST(ProbeLineReader, CutsAtNewlines) {
  const FileDescriptor input = ending_after("one\n\ntwo\nlast");
  LineReader reader(input.get(), 100);
  std::string line;
  for (const char* expected : {"one", "", "two", "last"}) {
    EXPECT_EQ(reader.next(line), Outcome::line);
    EXPECT_EQ(line, expected);
  }
  EXPECT_EQ(reader.next(line), Outcome::end);
}

TEST(ProbeLineReader, SkipsALineThatIsTooLongAndGoesOn) {
  const FileDescriptor input = ending_after(std::string(20000, 'x') + "\nnext\n");
  LineReader reader(input.get(), 100);
  std::string line;
  EXPECT_EQ(reader.next(line), Outcome::too_long);
  EXPECT_EQ(reader.next(line), Outcome::line);
  EXPECT_EQ(line, "next");
}

TEST(ProbeLineReader, TheLimitItselfIsAllowed) {
  const FileDescriptor input = ending_after(std::string(100, 'x') + "\n" + std::string(101, 'x') + "\n");
  LineReader reader(input.get(), 100);
  std::string line;
  EXPECT_EQ(reader.next(line), Outcome::line);
  EXPECT_EQ(reader.next(line), Outcome::too_long);
  EXPECT_EQ(reader.next(line), Outcome::end);
}

TEST(ProbeLineReader, ATooLongLineMayEndWithTheInput) {
  const FileDescriptor input = ending_after(std::string(20000, 'x'));
  LineReader reader(input.get(), 100);
  std::string line;
  EXPECT_EQ(reader.next(line), Outcome::too_long);
  EXPECT_EQ(reader.next(line), Outcome::end);
}

}  // namespace
}  // namespace probe
