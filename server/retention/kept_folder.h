// A folder of what a server keeps, and its files, to be deleted.
//
//   FOLDER --open--> KeptFolder --files--> KeptFiles --remove--> they are gone
//
// Nothing outside of the folder is touched: no name leads out of it, and no symbolic link in it is
// followed. A file that a process writes is locked (flock) and stays.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

/// Of a folder: another one was named by mistake.
inline constexpr std::size_t kKeptFilesMax = 100'000;

struct KeptFile {
  std::string name;  // in its folder
  std::string path;  // for people
  std::uint64_t bytes = 0;
  std::chrono::system_clock::time_point written;
};

class KeptFolder {
 public:
  /// The operator named it, so links to it are followed.
  static Result<KeptFolder> open(const std::string& path);

  KeptFolder(KeptFolder&& other) noexcept
      : path_(std::move(other.path_)), folder_(std::exchange(other.folder_, -1)) {}
  KeptFolder& operator=(KeptFolder&&) = delete;
  ~KeptFolder();

  /// The folder of this name in it; nothing where there is none. A link is an error.
  Result<std::optional<KeptFolder>> below(const std::string& name) const;

  /// The names of the folders in it, in their order.
  Result<std::vector<std::string>> folders() const;

  /// The files in it whose names end so, in the order of their names. What is no plain file is
  /// passed over.
  Result<std::vector<KeptFile>> files(std::string_view ending) const;

  /// Whether a process writes it.
  bool is_in_use(const KeptFile& file) const;

  /// What it begins with, `bytes_max` at most; empty where it cannot be read.
  std::string begin_of(const KeptFile& file, std::size_t bytes_max) const;

  /// An error where a process writes it, or the disk refuses.
  Result<Done> remove(const KeptFile& file) const;

  /// A folder in it that has nothing any more goes; another one stays.
  void remove_if_empty(const std::string& name) const;

 private:
  KeptFolder(std::string path, int folder) : path_(std::move(path)), folder_(folder) {}
  Result<std::vector<std::string>> names() const;
  int opened(const std::string& name, int flags) const;

  std::string path_;
  int folder_ = -1;
};

/// The folder, and those in it that scenes of a server have. One that cannot be opened is alone.
std::vector<std::string> with_scenes(const std::string& folder);

}  // namespace kine::server
