// The folder that recordings are written to.
//
//   what it holds, what its disk has left --> whether one more may be written;  NAME --> its file
//
// What a tenant has recorded lies in a folder of its own, FOLDER/TENANT/NAME.ksr, which is how it
// is found to be forgotten (server/retention). While a recording is written its file is locked.
//
// Every call takes as long as the disk likes, so nobody but the recorder's own thread makes one.
#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/result.h"

namespace kine::server {

inline constexpr std::string_view kRecordingEnding = ".ksr";

class RecordingsFolder {
 public:
  struct Closer {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  using File = std::unique_ptr<std::FILE, Closer>;

  explicit RecordingsFolder(std::string path) : path_(std::move(path)) {}
  virtual ~RecordingsFolder() = default;

  /// Bytes of all recordings in it, of any writer.
  virtual Result<std::uint64_t> bytes_held() const;

  /// Bytes that its disk still takes of this program.
  virtual Result<std::uint64_t> bytes_free() const;

  /// A new file NAME.ksr, never null; NAME may be TENANT/NAME. An error where there is one already.
  virtual Result<File> create(const std::string& name) const;

 private:
  const std::string path_;
};

}  // namespace kine::server
