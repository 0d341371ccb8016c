// A recording opened from a file, read through once, so that nothing is wrong with it when it
// plays.
#pragma once

#include <memory>
#include <string>

#include "protocol/recorded_motion.h"
#include "server/base/mapped_file.h"

namespace kine::server {

class RecordingFile {
 public:
  /// An error with the file's fault, wherever in it that is.
  static Result<std::shared_ptr<const RecordingFile>> open(const std::string& path);

  /// From its beginning. This outlives it.
  protocol::RecordedMotion motion() const { return motion_; }

 private:
  RecordingFile(MappedFile file, protocol::RecordedMotion motion)
      : file_(std::move(file)), motion_(std::move(motion)) {}

  MappedFile file_;
  protocol::RecordedMotion motion_;
};

}  // namespace kine::server
