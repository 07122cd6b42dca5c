#include "report/page.hpp"

#include "report/page_data.hpp"
#include "report/page_text.hpp"

namespace orchestrate {
namespace {

/// JSON for a script element: HTML ends one at "</script" and changes its ways at "<!--" (HTML, 13.2.5.4), so no < is
/// left, and everything beyond ASCII is written as an escape.
std::string for_script_element(const nlohmann::ordered_json& value) {
  const std::string json = value.dump(-1, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
  std::string text;
  text.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      text += "\\u003c";
    } else if (c == '>') {
      text += "\\u003e";
    } else if (c == '&') {
      text += "\\u0026";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

std::string page(const Ledger& ledger, const Summary& summary) {
  std::string text(page_before_data);
  text += for_script_element(page_data(ledger, summary));
  text += page_after_data;
  return text;
}

}  // namespace orchestrate
