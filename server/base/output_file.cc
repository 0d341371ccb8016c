#include "server/base/output_file.h"

#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"

namespace kine::server {
namespace {

Error cannot_write(int code, const std::filesystem::path& path) {
  return {.code = ErrorCode::Unsupported,
          .message =
              std::string(std::strerror(code)) + ": cannot write " + kine::quoted(path.string())};
}

}  // namespace

Result<OutputFile> OutputFile::open(const std::string& path) {
  OutputFile output;
  std::error_code error;
  // A link stays a link: what it points to is replaced.
  output.place_ = std::filesystem::weakly_canonical(path, error);
  if (error) output.place_ = path;
  const std::filesystem::file_status status = std::filesystem::status(output.place_, error);
  if (std::filesystem::is_directory(status)) return cannot_write(EISDIR, path);

  const bool in_the_way = std::filesystem::exists(status);
  const bool directly = in_the_way && !std::filesystem::is_regular_file(status);
  output.beside_ = output.place_;
  if (!directly) output.beside_ += ".part" + std::to_string(::getpid());
  output.file_.reset(std::fopen(output.beside_.c_str(), "wb"));
  if (!output.file_) return cannot_write(errno, path);
  return output;
}

OutputFile::~OutputFile() {
  if (!file_) return;
  file_.reset();
  std::error_code ignored;
  if (beside_ != place_) std::filesystem::remove(beside_, ignored);
}

Result<Done> OutputFile::write(std::string_view bytes) {
  KINE_ASSERT(file_ != nullptr);
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size()) {
    return cannot_write(errno, place_);
  }
  return Done{};
}

Result<Done> OutputFile::put_in_place() {
  KINE_ASSERT(file_ != nullptr);
  if (std::fflush(file_.get()) != 0) return cannot_write(errno, place_);
  if (beside_ != place_) {
    std::error_code error;
    std::filesystem::rename(beside_, place_, error);
    if (error) return cannot_write(error.value(), place_);
  }
  file_.reset();
  return Done{};
}

Result<Done> write_whole(const std::string& path, std::string_view bytes) {
  Result<OutputFile> file = OutputFile::open(path);
  if (!file) return file.error();
  const Result<Done> written = file->write(bytes);
  return written ? file->put_in_place() : written;
}

}  // namespace kine::server
