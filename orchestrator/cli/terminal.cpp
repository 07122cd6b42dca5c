#include "cli/terminal.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <clocale>
#include <cstdlib>
#include <string>

namespace orchestrate {
namespace {

bool is_coloured(int stream) {
  const char* no_color = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool refused = no_color != nullptr && *no_color != '\0';
  const bool dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return ::isatty(stream) == 1 && !refused && !dumb;
}

std::size_t width_of(int stream) {
  winsize size{};
  const bool known = ::isatty(stream) == 1 && ::ioctl(stream, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : Paper(false).width;
}

/// The variable that decides about letters (POSIX, 8.2): the first of these that is set and not empty.
std::string locale_of_letters() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* value = std::getenv(name);
    if (value != nullptr && *value != '\0') return value;
  }
  return {};
}

bool is_ascii() {
  const std::string name = locale_of_letters();
  // The program's own locale stays "C", so that numbers are written one way.
  const locale_t locale = ::newlocale(LC_CTYPE_MASK, name.c_str(), nullptr);
  // Small images have no locales, but their terminals show what others show.
  if (locale == nullptr) return !names_utf8(name);
  const bool utf8 = std::string_view(::nl_langinfo_l(CODESET, locale)) == "UTF-8";
  ::freelocale(locale);
  return !utf8;
}

Paper paper_of(int stream) {
  return {is_coloured(stream), width_of(stream), is_ascii()};
}

}  // namespace

Paper paper_of_output() {
  return paper_of(STDOUT_FILENO);
}

Paper paper_of_errors() {
  return paper_of(STDERR_FILENO);
}

bool names_utf8(std::string_view locale) {
  std::string letters;
  for (const char c : locale) {
    if (c != '-') letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return letters.find(".utf8") != std::string::npos;
}

}  // namespace orchestrate
