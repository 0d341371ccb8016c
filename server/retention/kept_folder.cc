#include "server/retention/kept_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

Error kept_fault(const std::string& what, const std::string& path) {
  return {ErrorCode::Unsupported, what + ": " + std::strerror(errno) + ": " + quoted(path)};
}

std::chrono::system_clock::time_point time_of(const timespec& time) {
  return std::chrono::system_clock::time_point(
      std::chrono::duration_cast<std::chrono::system_clock::duration>(
          std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec)));
}

/// A file that is closed in the end.
class OpenFile {
 public:
  explicit OpenFile(int file) : file_(file) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (file_ >= 0) ::close(file_);
  }
  int get() const { return file_; }
  bool is_locked() const { return ::flock(file_, LOCK_EX | LOCK_NB) != 0; }

 private:
  int file_;
};

}  // namespace

Result<KeptFolder> KeptFolder::open(const std::string& path) {
  const int folder = ::open(path.c_str(), kFolderFlags);
  if (folder < 0) return kept_fault("the folder cannot be looked at", path);
  return KeptFolder(path, folder);
}

KeptFolder::~KeptFolder() {
  if (folder_ >= 0) ::close(folder_);
}

Result<std::optional<KeptFolder>> KeptFolder::below(const std::string& name) const {
  const int folder = opened(name, kFolderFlags);
  if (folder >= 0) return std::optional(KeptFolder(path_ + "/" + name, folder));
  if (errno == ENOENT) return std::optional<KeptFolder>();
  return kept_fault("no folder, and links are not followed", path_ + "/" + name);
}

Result<std::vector<std::string>> KeptFolder::folders() const {
  auto all = names();
  if (!all) return all.error();
  std::erase_if(*all, [&](const std::string& name) {
    return OpenFile(opened(name, kFolderFlags)).get() < 0;
  });
  return all;
}

Result<std::vector<KeptFile>> KeptFolder::files(std::string_view ending) const {
  const auto all = names();
  if (!all) return all.error();
  std::vector<KeptFile> files;
  for (const std::string& name : *all) {
    struct stat status {};
    const bool is_there =
        ::fstatat(folder_, name.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0;  // not gone meanwhile
    if (!is_there || !S_ISREG(status.st_mode) || !name.ends_with(ending)) continue;
    files.push_back({.name = name,
                     .path = path_ + "/" + name,
                     .bytes = static_cast<std::uint64_t>(status.st_size),
                     .written = time_of(status.st_mtim)});
  }
  return files;
}

bool KeptFolder::is_in_use(const KeptFile& file) const {
  const OpenFile open(opened(file.name, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  return open.get() >= 0 && open.is_locked();
}

std::string KeptFolder::begin_of(const KeptFile& file, std::size_t bytes_max) const {
  const OpenFile open(opened(file.name, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  std::string bytes(bytes_max, '\0');
  const ssize_t count = open.get() < 0 ? 0 : ::read(open.get(), bytes.data(), bytes.size());
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  return bytes;
}

Result<Done> KeptFolder::remove(const KeptFile& file) const {
  const OpenFile open(opened(file.name, O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (open.get() < 0) return kept_fault("cannot be deleted", file.path);
  if (open.is_locked()) {
    return Error{ErrorCode::Unsupported, "a server writes it: " + quoted(file.path)};
  }
  if (::unlinkat(folder_, file.name.c_str(), 0) != 0) {
    return kept_fault("cannot be deleted", file.path);
  }
  ::fsync(folder_);  // a machine that loses power does not bring it back
  return Done{};
}

void KeptFolder::remove_if_empty(const std::string& name) const {
  ::unlinkat(folder_, name.c_str(), AT_REMOVEDIR);
}

Result<std::vector<std::string>> KeptFolder::names() const {
  const int again = ::openat(folder_, ".", kFolderFlags);
  const std::unique_ptr<DIR, int (*)(DIR*)> entries(again < 0 ? nullptr : ::fdopendir(again),
                                                    ::closedir);
  if (!entries) return kept_fault("the folder cannot be looked at", path_);
  std::vector<std::string> names;
  while (const dirent* const entry = ::readdir(entries.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
    if (names.size() > kKeptFilesMax) {
      return Error{ErrorCode::LimitExceeded, "the folder has too many files: " + quoted(path_)};
    }
  }
  std::ranges::sort(names);
  return names;
}

/// A name leads nowhere but into this folder. Below 0: errno says why.
int KeptFolder::opened(const std::string& name, int flags) const {
  constexpr std::string_view kNeverInNames("/\0", 2);  // what stands behind a 0 is not looked at
  if (name.empty() || name == "." || name == ".." ||
      name.find_first_of(kNeverInNames) != std::string::npos) {
    errno = EINVAL;
    return -1;
  }
  return ::openat(folder_, name.c_str(), flags | O_NOFOLLOW);
}

std::vector<std::string> with_scenes(const std::string& folder) {
  constexpr std::string_view kOfScene = ".scene";
  std::vector<std::string> all{folder};
  const auto opened = KeptFolder::open(folder);
  const auto below = opened ? opened->folders() : std::vector<std::string>();
  if (!below) return all;
  for (const std::string& name : *below) {
    if (name.ends_with(kOfScene)) all.push_back(folder + "/" + name);
  }
  return all;
}

}  // namespace kine::server
