#pragma once

#include <string>

#include "analysis/summary.hpp"

namespace orchestrate {

/// report.html: one file that opens from disk and needs nothing else. Its data is JSON within it, in which no text can
/// end the element that it stands in.
std::string page(const Ledger& ledger, const Summary& summary);

}  // namespace orchestrate
