#include "server/base/script_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "clients/cpp/utf8.h"
#include "realizer/core/limits.h"
#include "realizer/formats/read/gltf_figure.h"

namespace kine::server {
namespace {

struct FileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

Error system_error(const std::string& what) {
  return {.code = ErrorCode::Unsupported, .message = what + ": " + std::strerror(errno)};
}

Result<std::string> read_bounded(std::FILE* file, std::size_t bytes_max, const char* what) {
  std::string text;
  char piece[64 * 1024];
  while (text.size() <= bytes_max) {
    const std::size_t size = std::fread(piece, 1, sizeof piece, file);
    if (size == 0) break;
    text.append(piece, size);
  }
  if (std::ferror(file) != 0) return system_error("cannot be read");
  if (text.size() > bytes_max) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "the bytes of a " + std::string(what) + " must be at most " +
                            std::to_string(bytes_max) + ", not '" + std::to_string(text.size()) +
                            " or more'",
                 .where = {1, 1}};
  }
  return text;
}

Result<std::string> read_named(const std::string& path, std::size_t bytes_max, const char* what) {
  if (path == "-") return read_bounded(stdin, bytes_max, what);
  const std::unique_ptr<std::FILE, FileCloser> file(std::fopen(path.c_str(), "rb"));
  if (!file) return system_error("cannot be opened");
  return read_bounded(file.get(), bytes_max, what);
}

}  // namespace

Result<std::string> read_script_file(const std::string& path) {
  return read_named(path, kScriptBytesMax, "script");
}

Result<std::string> read_clip_file(const std::string& path) {
  return read_named(path, kClipBytesMax, "clip");
}

Result<std::string> read_figure_file(const std::string& path) {
  return read_named(path, formats::kFigureBytesMax, "figure");
}

std::string_view shown_name(std::string_view path) { return path == "-" ? "<stdin>" : path; }

std::string as_utf8(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_xml = first != std::string::npos && text[first] == '<';
  if (is_xml || !client::find_bad_utf8(text)) return text;
  std::string utf8;
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < 0x80) {
      utf8 += byte;
    } else {
      utf8 += static_cast<char>(0xC0 | code >> 6);
      utf8 += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return utf8;
}

}  // namespace kine::server
