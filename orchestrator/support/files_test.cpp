#include "support/files.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>

#include "support/failure.hpp"

namespace orchestrate {
namespace {

TEST(Files, WritesAndReadsBack) {
  const TemporaryFolder folder;
  write_file(folder.path() / "a", "one");
  write_file(folder.path() / "a", "two");
  EXPECT_EQ(read_file(folder.path() / "a"), "two");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.new"));
}

TEST(Files, RefusesAFolderAPipeAMissingAndATooLargeFile) {
  const TemporaryFolder folder;
  EXPECT_THROW(read_file(folder.path()), UsageFailure);
  ASSERT_EQ(::mkfifo((folder.path() / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(read_file(folder.path() / "pipe"), UsageFailure);
  EXPECT_THROW(read_file(folder.path() / "missing"), UsageFailure);
  write_file(folder.path() / "large", "12345");
  EXPECT_THROW(read_file(folder.path() / "large", 4), UsageFailure);
}

TEST(Files, WritingDoesNotFollowALink) {
  const TemporaryFolder folder;
  write_file(folder.path() / "victim", "kept");
  std::filesystem::create_symlink(folder.path() / "victim", folder.path() / "a.new");
  write_file(folder.path() / "a", "content");
  EXPECT_EQ(read_file(folder.path() / "victim"), "kept");
}

TEST(Files, ContentMayComeAndGoInPieces) {
  const TemporaryFolder folder;
  write_file(folder.path() / "a", [](const TextSink& sink) {
    for (int piece = 0; piece < 100'000; ++piece) sink("12345");
  });
  std::size_t size = 0;
  int pieces = 0;
  read_file(folder.path() / "a", [&](std::string_view piece) {
    size += piece.size();
    ++pieces;
  });
  EXPECT_EQ(size, 500'000U);
  EXPECT_GT(pieces, 1);
}

TEST(Files, AWriterThatFailsLeavesTheOldContent) {
  const TemporaryFolder folder;
  write_file(folder.path() / "a", "old");
  const auto failing = [](const TextSink& sink) {
    sink("new");
    throw UsageFailure("the source is damaged");
  };
  EXPECT_THROW(write_file(folder.path() / "a", failing), UsageFailure);
  EXPECT_EQ(read_file(folder.path() / "a"), "old");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a.new"));
}

TEST(Files, WritingIntoAMissingFolderFails) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_file(folder.path() / "no" / "a", ""), EnvironmentFailure);
}

TEST(Files, HashesAsTheStandardSays) {
  // FIPS 180-2, appendix B.1.
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const TemporaryFolder folder;
  write_file(folder.path() / "abc", "abc");
  EXPECT_EQ(sha256_of_file(folder.path() / "abc"), sha256("abc"));
}

TEST(Files, ATemporaryFolderGoesWithItsObject) {
  std::filesystem::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    write_file(path / "a", "");
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Files, TemporaryFoldersOfTheDeadAreRemovedAndNothingElse) {
  const TemporaryFolder base;
  const std::string dead(36, '0');  // a boot that never was
  const auto made = [&](const std::string& name) {
    std::filesystem::create_directory(base.path() / name);
    write_file(base.path() / name / "id", "x");
    return base.path() / name;
  };
  const std::filesystem::path left = made("orchestrate-" + dead + ":1:1-abcdef");
  const std::filesystem::path turns = made("orchestrate-turns-" + dead + ":1:1-abcdef");
  const std::filesystem::path others = made("orchestrate-abcdef");
  const TemporaryFolder living(base.path() / "orchestrate-");
  const std::filesystem::path link = base.path() / ("orchestrate-" + dead + ":2:2-abcdef");
  std::filesystem::create_directory_symlink(others, link);
  remove_left_folders(base.path() / "orchestrate-");
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(turns)) << "another prefix's";
  EXPECT_TRUE(std::filesystem::exists(others / "id")) << "nobody's, as its name says";
  EXPECT_TRUE(std::filesystem::exists(living.path()));
  EXPECT_TRUE(std::filesystem::is_symlink(link)) << "not a folder";
}

TEST(Files, ATemporaryFolderCanBeMadeElsewhere) {
  const TemporaryFolder folder;
  const TemporaryFolder inner(folder.path() / "turns-");
  EXPECT_EQ(inner.path().parent_path(), folder.path());
  EXPECT_TRUE(inner.path().filename().string().starts_with("turns-"));
  EXPECT_THROW(TemporaryFolder(folder.path() / "no" / "turns-"), EnvironmentFailure);
}

}  // namespace
}  // namespace orchestrate
