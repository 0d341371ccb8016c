// Another PATH, and programs on it that stand in for others.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/support/temporary_folder.h"

namespace kine::test {

/// Another PATH, as long as this lives.
class OtherPath {
 public:
  explicit OtherPath(const std::string& path) : before_(std::getenv("PATH")) {
    ::setenv("PATH", path.c_str(), 1);
  }
  ~OtherPath() { ::setenv("PATH", before_.c_str(), 1); }
  OtherPath(const OtherPath&) = delete;
  OtherPath& operator=(const OtherPath&) = delete;

 private:
  std::string before_;
};

/// A program called ffmpeg that does what these lines of sh say.
inline OtherPath with_ffmpeg(const TemporaryFolder& folder, const std::string& lines) {
  const std::string file = folder.write("ffmpeg", "#!/bin/sh\n" + lines + "\n");
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  return OtherPath(folder.path().string() + ":/usr/bin:/bin");
}

}  // namespace kine::test
