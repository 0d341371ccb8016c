// What the commands are given to read: files, or standard input where the name is "-".
#pragma once

#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::server {

/// All of a text file of at most kScriptBytesMax.
Result<std::string> read_script_file(const std::string& path);

/// All of a file with captured motion of at most kClipBytesMax.
Result<std::string> read_clip_file(const std::string& path);

/// All of a file with a figure or captured motion of at most formats::kFigureBytesMax.
Result<std::string> read_figure_file(const std::string& path);

/// Classic texts of the years of Latin-1 have umlauts in their comments, and the protocol carries
/// UTF-8. An XML text says its encoding, so there a bad byte is an error.
std::string as_utf8(const std::string& text);

/// How messages call it: "<stdin>" for "-".
std::string_view shown_name(std::string_view path);

}  // namespace kine::server
