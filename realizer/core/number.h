// Numbers as text: read strictly, printed so that they read back to the same value. Neither looks
// at the locale.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace kine {

/// The finite decimal number that all of `text` is ("-1.5", "2e3", "+3"), or nothing. NaN,
/// infinities, hexadecimal and surrounding blanks are no numbers.
std::optional<double> parse_number(std::string_view text);

/// The same for whole numbers.
std::optional<long long> parse_integer(std::string_view text);

/// The shortest text that reads back to the same value.
std::string format_number(double value);
std::string format_number(float value);
void append_number(std::string& text, float value);

/// `text` between single quotes for a message: cut after 40 bytes at a character's border, control
/// characters and what is no UTF-8 replaced, so that an error stays one readable line.
std::string quoted(std::string_view text);

// A std::string is taken by these, where it would find std::quoted.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }

}  // namespace kine
