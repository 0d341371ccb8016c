#include "server/script_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "realizer/core/limits.h"

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

std::string_view shown_name(std::string_view path) { return path == "-" ? "<stdin>" : path; }

}  // namespace kine::server
