#include "server/recordings/recordings_folder.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

Error unreadable(const std::error_code& error) {
  return {.code = ErrorCode::Unsupported,
          .message = "the folder for recordings cannot be looked at: " + error.message()};
}

/// Of the recordings that lie in a folder, and in no folder below.
std::uint64_t bytes_of_recordings(const std::filesystem::path& folder, std::error_code& error) {
  std::uint64_t bytes = 0;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() != kRecordingEnding) continue;
    std::error_code none;  // it is no file, or was deleted meanwhile
    const auto size = entry->file_size(none);
    if (!none) bytes += size;
  }
  return bytes;
}

/// A folder, made where it is missing; a link is none. Below 0: errno says why.
int open_folder_of_tenant(int folder, const std::string& tenant) {
  constexpr mode_t kAsUmaskSays = 0777;
  if (::mkdirat(folder, tenant.c_str(), kAsUmaskSays) != 0 && errno != EEXIST) return -1;
  return ::openat(folder, tenant.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
}

/// Below 0: errno says why.
int create_in(const std::string& path, const std::string& tenant, const std::string& file) {
  constexpr mode_t kAsUmaskSays = 0666;
  int folder = ::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder >= 0 && !tenant.empty()) {
    const int below = open_folder_of_tenant(folder, tenant);
    const int why = errno;
    ::close(folder);
    errno = why;
    folder = below;
  }
  if (folder < 0) return -1;
  const int created = ::openat(folder, file.c_str(),
                               O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kAsUmaskSays);
  const int why = errno;
  ::close(folder);
  errno = why;
  return created;
}

}  // namespace

Result<std::uint64_t> RecordingsFolder::bytes_held() const {
  std::error_code error;
  std::uint64_t bytes = bytes_of_recordings(path_, error);
  for (std::filesystem::directory_iterator entry(path_, error), end; !error && entry != end;
       entry.increment(error)) {
    std::error_code none;  // it was deleted meanwhile
    if (entry->is_symlink(none) || !entry->is_directory(none)) continue;
    bytes += bytes_of_recordings(entry->path(), none);
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
  const std::size_t slash = name.find('/');
  const std::string tenant = slash == std::string::npos ? std::string() : name.substr(0, slash);
  const std::string file_name = slash == std::string::npos ? name : name.substr(slash + 1);
  const int created = create_in(path_, tenant, file_name + std::string(kRecordingEnding));
  if (created < 0) {
    const std::string why =
        errno == EEXIST ? "there is a recording of this name" : std::string(std::strerror(errno));
    return Error{.code = ErrorCode::Unsupported, .message = why + ": " + quoted(file_name)};
  }
  ::flock(created, LOCK_EX | LOCK_NB);  // it is new: nobody else has it
  return Result<File>(File(::fdopen(created, "wb")));
}

}  // namespace kine::server
