// libFuzzer: what a probe writes. The first byte chooses what was asked: 0 to 7.

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "support/text.hpp"
#include "witness/message.hpp"

namespace {

using namespace orchestrate;

void require(bool kept) {
  if (!kept) std::abort();
}

/// Reads `line` as the answer to one of the questions; what is accepted holds what the runner relies on.
void read(unsigned question, std::string_view line) {
  switch (question) {
    case 0:
      read_ready(line);
      break;
    case 1:
      read_witness_answer(line);
      break;
    case 2:
      require(read_calibrated(line, "getpid") > 0);
      break;
    case 3: {
      const Measured measured = read_measured(line, "getpid", 5200);
      require(measured.iterations == 5200 && !absurd_time(measured.elapsed_ns));
      break;
    }
    case 4:
      require(read_counted(line, "getpid", 10).calls == 10);
      break;
    case 5: {
      const Sampled sampled = read_sampled(line, "getpid", 100, 10);
      require(sampled.elapsed_ns > 0 && sampled.timer.ns_per_tick > 0 && !sampled.ticks.empty());
      break;
    }
    case 6:
      read_turns_mapped(line);
      break;
    default:
      read_turns_taken(line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  try {
    read(data[0] % 8, {reinterpret_cast<const char*>(data) + 1, size - 1});
  } catch (const ProtocolError& error) {
    // The one way to refuse.
    require(escaped(error.what()) == error.what());
  }
  return 0;
}
