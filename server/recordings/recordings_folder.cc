#include "server/recordings/recordings_folder.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

constexpr std::string_view kRecordingEnding = ".ksr";

Error unreadable(const std::error_code& error) {
  return {.code = ErrorCode::Unsupported,
          .message = "the folder for recordings cannot be looked at: " + error.message()};
}

}  // namespace

Result<std::uint64_t> RecordingsFolder::bytes_held() const {
  std::error_code error;
  std::uint64_t bytes = 0;
  for (std::filesystem::directory_iterator entry(path_, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() != kRecordingEnding) continue;
    std::error_code none;  // it is no file, or was deleted meanwhile
    const auto size = entry->file_size(none);
    if (!none) bytes += size;
  }
  if (error) return unreadable(error);
  return bytes;
}

Result<std::uint64_t> RecordingsFolder::bytes_free() const {
  std::error_code error;
  const auto space = std::filesystem::space(path_, error);
  if (error) return unreadable(error);
  return std::uint64_t{space.available};
}

Result<RecordingsFolder::File> RecordingsFolder::create(const std::string& name) const {
  const std::string path = path_ + "/" + name + std::string(kRecordingEnding);
  File file(std::fopen(path.c_str(), "wbxe"));  // never over one that is there
  if (file) return Result<File>(std::move(file));
  const std::string why =
      errno == EEXIST ? "there is a recording of this name" : std::string(std::strerror(errno));
  return Error{.code = ErrorCode::Unsupported, .message = why + ": " + quoted(name)};
}

}  // namespace kine::server
