#include "server/offline/destination.h"

#include <ostream>
#include <utility>

namespace kine::server {
namespace {

Error stream_error() {
  return {.code = ErrorCode::Unsupported, .message = "cannot write to standard output"};
}

}  // namespace

Result<Destination> Destination::open(const std::string& path, std::ostream& stream) {
  if (path == "-") return Destination(stream, {});
  Result<OutputFile> file = OutputFile::open(path);
  if (!file) return file.error();
  return Destination(stream, *std::move(file));
}

Result<Done> Destination::write(const std::string& bytes) {
  if (file_) return file_->write(bytes);
  return stream_->write(bytes.data(), static_cast<std::streamsize>(bytes.size()))
             ? Result<Done>(Done{})
             : stream_error();
}

Result<Done> Destination::close() {
  if (file_) return file_->put_in_place();
  return stream_->flush() ? Result<Done>(Done{}) : stream_error();
}

Destination::Destination(std::ostream& stream, std::optional<OutputFile> file)
    : stream_(&stream), file_(std::move(file)) {}

}  // namespace kine::server
