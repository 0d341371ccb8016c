// Where the bytes of a command go: a file, or a stream that is there already.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "realizer/core/result.h"
#include "server/base/output_file.h"

namespace kine::server {

class Destination {
 public:
  /// The file at `path`, or `stream` for "-", which then outlives this.
  static Result<Destination> open(const std::string& path, std::ostream& stream);

  Result<Done> write(const std::string& bytes);

  /// A file is in its place only then.
  Result<Done> close();

 private:
  Destination(std::ostream& stream, std::optional<OutputFile> file);

  std::ostream* stream_;
  std::optional<OutputFile> file_;
};

}  // namespace kine::server
