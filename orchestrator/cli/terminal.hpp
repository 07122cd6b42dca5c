#pragma once

namespace orchestrate {

/// Whether standard output is a terminal that wants colour (https://no-color.org: NO_COLOR, set and not empty, says
/// no).
bool output_is_coloured();

}  // namespace orchestrate
