#include "kernel/proc.hpp"

#include <gtest/gtest.h>

namespace probe {
namespace {

TEST(ProbeProc, StatusFieldsLoseTheirWhiteSpace) {
  const auto fields = parse_status(
      "Name:\tcat\nCapEff:\t00000000a80425fb\nSeccomp:\t2\nSpeculation_Store_Bypass:\tthread force mitigated\n"
      "Cpus_allowed_list:\t0-1,4\nVmPTE:\t      40 kB\nempty:\nno colon\n");
  EXPECT_EQ(fields.at("Seccomp"), "2");
  EXPECT_EQ(fields.at("CapEff"), "00000000a80425fb");
  EXPECT_EQ(fields.at("Speculation_Store_Bypass"), "thread force mitigated");
  EXPECT_EQ(fields.at("Cpus_allowed_list"), "0-1,4");
  EXPECT_EQ(fields.at("VmPTE"), "40 kB");
  EXPECT_EQ(fields.at("empty"), "");
  EXPECT_EQ(fields.size(), 7u);
}

TEST(ProbeProc, VdsoLinesAreFoundByName) {
  const std::string maps =
      "00400000-00401000 r--p 00000000 08:01 42       /tmp/[vdso]/probe\n"
      "0135b000-0137e000 rw-p 00000000 00:00 0        [heap]\n"
      "7f95ffa57000-7f95ffa5b000 r--p 00000000 00:00 0   [vvar]\n"
      "7f95ffa5b000-7f95ffa5d000 r--p 00000000 00:00 0   [vvar_vclock]\n"
      "7f95ffa5d000-7f95ffa5f000 r-xp 00000000 00:00 0   [vdso]\n";
  const auto lines = parse_vdso_lines(maps);
  EXPECT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines.at("vdso"), "7f95ffa5d000-7f95ffa5f000 r-xp 00000000 00:00 0   [vdso]");
  EXPECT_EQ(lines.count("vvar"), 1u);
  EXPECT_EQ(lines.count("vvar_vclock"), 1u);
}

TEST(ProbeProc, WithoutAVdsoThereAreNoLines) {
  EXPECT_TRUE(parse_vdso_lines("0135b000-0137e000 rw-p 0 [heap]\n").empty());
}

TEST(ProbeProc, StealTicksAreThoseOfAllCpus) {
  const StealTicks steal = parse_steal_ticks("cpu  1 2 3 4 5 6 7 88 9 10\ncpu0 1 2 3 4 5 6 7 44 9 10\nintr 1\n");
  EXPECT_TRUE(steal.known);
  EXPECT_EQ(steal.ticks, 88u);
}

TEST(ProbeProc, StealTicksAreUnknownWhereTheKernelIsSilent) {
  EXPECT_FALSE(parse_steal_ticks("cpu  1 2 3 4\n").known);
  EXPECT_FALSE(parse_steal_ticks("").known);
}

}  // namespace
}  // namespace probe
