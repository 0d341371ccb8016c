// A file that is there whole or not at all: written beside its place, and put there at the end.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::server {

class OutputFile {
 public:
  /// Opens a file beside `path`. What is no ordinary file (a device, a pipe) is written directly.
  static Result<OutputFile> open(const std::string& path);

  OutputFile(OutputFile&&) noexcept = default;
  OutputFile& operator=(OutputFile&&) noexcept = delete;

  /// Removes what was written unless it was put in its place.
  ~OutputFile();

  Result<Done> write(std::string_view bytes);

  /// Puts the file in its place; nothing more can be written.
  Result<Done> put_in_place();

 private:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };

  OutputFile() = default;

  std::filesystem::path place_;
  std::filesystem::path
      beside_;  // where it is written; `place_` itself for what is written directly
  std::unique_ptr<std::FILE, Closer> file_;  // null when done or moved from
};

/// All of it at once.
Result<Done> write_whole(const std::string& path, std::string_view bytes);

}  // namespace kine::server
