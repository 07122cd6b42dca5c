#pragma once

#include <string>
#include <vector>

namespace orchestrate {

/// Text as it stands in Markdown, in a table's cell too: nothing in it is markup, a link or a new line.
std::string in_markdown(const std::string& text);

/// A Markdown table. All text is taken for Markdown already.
std::string markdown_table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows);

}  // namespace orchestrate
