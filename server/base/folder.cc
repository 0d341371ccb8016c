#include "server/base/folder.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace kine::server {
namespace {

struct FolderFileCloser {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Result<std::vector<std::string>> files_of_folder(const std::string& path, const FolderWish& wish) {
  namespace fs = std::filesystem;
  std::error_code fault;
  fs::directory_iterator entries(path, fault);
  std::vector<std::string> files;
  for (; !fault && entries != fs::directory_iterator(); entries.increment(fault)) {
    const std::string file = entries->path().string();
    std::error_code ignored;
    if (wish.accepts(file) && entries->is_regular_file(ignored)) files.push_back(file);
    if (files.size() > wish.files_max) {
      return Error{ErrorCode::LimitExceeded, path + ": the " + std::string(wish.what) +
                                                 " of a folder must be at most " +
                                                 std::to_string(wish.files_max)};
    }
  }
  if (fault) return Error{ErrorCode::Unsupported, path + ": " + fault.message()};
  std::ranges::sort(files);
  return files;
}

Result<std::string> read_file_up_to(const std::string& path, std::size_t bytes_max) {
  const std::unique_ptr<std::FILE, FolderFileCloser> file(std::fopen(path.c_str(), "rb"));
  if (!file) return Error{ErrorCode::Unsupported, path + ": cannot be opened"};
  std::string bytes;
  std::string piece(std::size_t{64} << 10, '\0');
  while (bytes.size() <= bytes_max) {
    const std::size_t size = std::fread(piece.data(), 1, piece.size(), file.get());
    if (size == 0) break;
    bytes.append(piece, 0, size);
  }
  if (std::ferror(file.get()) != 0) return Error{ErrorCode::Unsupported, path + ": cannot be read"};
  return bytes;
}

Error error_in_file(const std::string& path, const Error& error) {
  std::string place = path + ": ";
  if (error.where.line > 0) {
    place = path + ":" + std::to_string(error.where.line) + ":" +
            std::to_string(error.where.column) + ": ";
  }
  return {error.code, place + error.message};
}

}  // namespace kine::server
