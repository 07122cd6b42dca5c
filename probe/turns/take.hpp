#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "operation.hpp"
#include "turns/shared_file.hpp"

namespace probe {

/// What the host says of a segment beside what stands in the file.
struct Segment {
  std::uint32_t turns;
  std::vector<const Operation*> operations;  ///< which turns::Order::operation counts through
  std::chrono::milliseconds patience;        ///< how long one turn, of whichever probe, may last
};

/// What became of it.
struct Taken {
  std::uint32_t turns;  ///< that this probe took
  std::string stopped;  ///< why not all of the segment's turns were taken; empty where they were
};

/// Takes this probe's turns of a segment: prepares their operations, waits until every probe has, then sleeps until it
/// is woken for a turn, measures, writes the record and wakes the next one, until the segment's last turn is over; so
/// nobody has anything to say while another measures. A failure, of an operation or of the order, stops the turns of
/// all and is thrown on.
Taken take_turns(const SharedFile& shared, const Segment& segment,
                 const std::function<const PreparedOperation&(const Operation&)>& prepare);

}  // namespace probe
