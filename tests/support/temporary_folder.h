// A folder of a test's own, gone when the test is over.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace kine::test {

class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// Where a file of this name is, or would be.
  std::string file(std::string_view name) const { return (path_ / name).string(); }

  /// Writes a file and says where it is.
  std::string write(std::string_view name, std::string_view text) const;

  /// How many files there are.
  std::size_t file_count() const;

 private:
  std::filesystem::path path_;
};

}  // namespace kine::test
