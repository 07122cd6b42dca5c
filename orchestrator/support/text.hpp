#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orchestrate {

/// `text` with everything that could act on a terminal or mislead its reader made visible: control characters (escape
/// sequences among them), bidirectional overrides, zero-width and other invisible format characters, and bytes that
/// are not UTF-8 become `\x1b` or `\u{202e}`. New line and tab become `\n` and `\t`.
std::string escaped(std::string_view text);

/// Offset of the first byte that is not well-formed UTF-8 (no overlong forms, no surrogates); npos when there is none.
std::size_t first_not_utf8(std::string_view text);

/// The word of `allowed` nearest to `word` by edit distance (a swap of neighbours counts once, case is ignored), if it
/// is near enough that a typing mistake explains it: at most a third of the letters.
std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& allowed);

/// " Did you mean getpid?", or nothing where no word of `allowed` is near.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& allowed);

/// "a, b, c"
std::string joined(const std::vector<std::string>& words, std::string_view between = ", ");

/// `text` with every `piece` in it replaced.
std::string replaced(std::string_view text, std::string_view piece, std::string_view by);

/// "1 round", "6 rounds"
std::string counted(std::size_t number, std::string_view noun);

/// Up to the first new line.
std::string first_line(const std::string& text);

/// argv as a line that a POSIX shell reads back as the same argv.
std::string shell_quoted(const std::vector<std::string>& arguments);

/// Display width in columns of UTF-8 text without control characters: one column a code point, two for East Asian wide
/// ones, none for combining marks (wcwidth of a UTF-8 locale, without needing the locale).
std::size_t display_width(std::string_view text);

}  // namespace orchestrate
