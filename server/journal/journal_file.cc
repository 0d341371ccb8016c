#include "server/journal/journal_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

constexpr std::size_t kDigits = 8;
/// Of a file whose begin is not all there.
constexpr const char* kUnfinished = ".new";

constexpr std::size_t kFilesMax = 100'000;  // of a folder: another one was named by mistake

std::string name_of(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  return std::string(kDigits - std::min(kDigits, digits.size()), '0') + digits +
         std::string(kJournalEnding);
}

std::string path_in(const std::string& folder, std::uint64_t number) {
  return (std::filesystem::path(folder) / name_of(number)).string();
}

/// That the folder has the name of a new file is on the disk as well.
void sync_folder(const std::string& folder) {
  const int opened = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return;
  ::fsync(opened);
  ::close(opened);
}

}  // namespace

std::optional<std::uint64_t> journal_number(std::string_view name) {
  if (!name.ends_with(kJournalEnding)) return {};
  name.remove_suffix(kJournalEnding.size());
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  const bool is_number = error == std::errc() && end == name.data() + name.size();
  return is_number ? std::optional(number) : std::nullopt;
}

JournalFile::JournalFile(JournalFile&& other) noexcept
    : folder_(std::move(other.folder_)),
      number_(other.number_),
      path_(std::move(other.path_)),
      file_(std::exchange(other.file_, -1)),
      size_(other.size_),
      is_cut_owed_(other.is_cut_owed_),
      begins_anew_(other.begins_anew_) {}

JournalFile& JournalFile::operator=(JournalFile&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(number_, other.number_);
  std::swap(path_, other.path_);
  std::swap(file_, other.file_);
  std::swap(size_, other.size_);
  std::swap(is_cut_owed_, other.is_cut_owed_);
  std::swap(begins_anew_, other.begins_anew_);
  return *this;
}

JournalFile::~JournalFile() {
  if (file_ >= 0) ::close(file_);
}

Result<JournalFile> JournalFile::open_newest(const std::string& folder) {
  std::error_code error;
  std::uint64_t newest = 0;
  std::size_t files = 0;
  for (auto each = std::filesystem::directory_iterator(folder, error);
       !error && each != std::filesystem::directory_iterator(); each.increment(error)) {
    if (++files > kFilesMax) break;
    newest = std::max(newest, journal_number(each->path().filename().string()).value_or(0));
  }
  if (error || files > kFilesMax) {
    return Error{ErrorCode::Unsupported,
                 "no folder for a journal: " + (error ? error.message() : "it has too many files") +
                     ": " + quoted(folder)};
  }
  JournalFile file(folder, std::max<std::uint64_t>(newest, 1));
  if (auto opened = file.open(path_in(folder, file.number_)); !opened) return opened.error();
  return file;
}

Result<Done> JournalFile::begin_next() {
  JournalFile next(folder_, number_ + 1);
  if (auto opened = next.open(path_in(folder_, next.number_)); !opened) return opened.error();
  *this = std::move(next);
  return Done{};
}

Result<Done> JournalFile::open(std::string path) {
  path_ = std::move(path);
  constexpr mode_t kOwnerAlone = 0600;
  file_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, kOwnerAlone);
  if (file_ < 0) return fault("opened");
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    return Error{ErrorCode::Unsupported,
                 "another process has the journal; name another folder: " + quoted(folder_)};
  }
  struct stat status {};
  if (::fstat(file_, &status) != 0) return fault("read");
  size_ = static_cast<std::uint64_t>(status.st_size);
  sync_folder(folder_);
  return Done{};
}

Error JournalFile::fault(std::string_view doing) const {
  return {ErrorCode::Unsupported, "the journal cannot be " + std::string(doing) + ": " +
                                      std::strerror(errno) + ": " + quoted(path_)};
}

Result<std::string> JournalFile::read(std::uint64_t bytes_max) const {
  if (size_ > bytes_max) {
    return Error{ErrorCode::LimitExceeded,
                 "past journal_bytes_max of " + std::to_string(bytes_max) + ": " + quoted(path_)};
  }
  std::string bytes(size_, '\0');
  std::size_t taken = 0;
  while (taken < bytes.size()) {
    const ssize_t count =
        ::pread(file_, bytes.data() + taken, bytes.size() - taken, static_cast<off_t>(taken));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return fault("read");
    if (count == 0) break;
    taken += static_cast<std::size_t>(count);
  }
  bytes.resize(taken);
  return bytes;
}

Result<Done> JournalFile::cut_at(std::uint64_t bytes) {
  size_ = bytes;
  is_cut_owed_ = ::ftruncate(file_, static_cast<off_t>(bytes)) != 0;
  if (is_cut_owed_) return fault("cut off");
  return Done{};
}

/// A crash leaves the one before, or both, of which the newer one is whole.
Result<Done> JournalFile::keep_anew(std::string_view bytes) {
  JournalFile next(folder_, number_ + 1);
  const std::string path = path_in(folder_, next.number_);
  if (auto opened = next.open(path + kUnfinished); !opened) return opened;
  if (auto cut = next.cut_at(0); !cut) return cut;  // of a begin that failed
  if (auto kept = next.keep(bytes); !kept) return kept;
  if (::rename(next.path_.c_str(), path.c_str()) != 0) return next.fault("named");
  next.path_ = path;
  sync_folder(folder_);
  [[maybe_unused]] const int gone = ::unlink(path_.c_str());
  *this = std::move(next);
  return Done{};
}

Result<Done> JournalFile::keep(std::string_view bytes) {
  if (begins_anew_) return keep_anew(bytes);
  const std::uint64_t size = size_;
  auto done = append(bytes);
  if (!done) return done;
  done = sync();
  // It may be there or not: it is written once more.
  if (!done) [[maybe_unused]]
    const auto cut = cut_at(size);
  return done;
}

Result<Done> JournalFile::append(std::string_view bytes) {
  if (is_cut_owed_) {
    if (auto cut = cut_at(size_); !cut) return cut;
  }
  std::size_t written = 0;
  while (written < bytes.size()) {
    const ssize_t count = ::write(file_, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const Error error = fault("written");
      [[maybe_unused]] const auto cut = cut_at(size_);
      return error;
    }
    written += static_cast<std::size_t>(count);
  }
  size_ += bytes.size();
  return Done{};
}

Result<Done> JournalFile::sync() {
  if (::fdatasync(file_) != 0) return fault("written");
  return Done{};
}

}  // namespace kine::server
