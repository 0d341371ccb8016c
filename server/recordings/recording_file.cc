#include "server/recordings/recording_file.h"

#include <utility>

namespace kine::server {

Result<std::shared_ptr<const RecordingFile>> RecordingFile::open(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  const auto motion = protocol::RecordedMotion::open(file->bytes());
  if (!motion) return motion.error();
  for (protocol::RecordedMotion looked_at = *motion;;) {
    const auto moment = looked_at.next();
    if (!moment) return moment.error();
    if (!*moment) break;
  }
  return std::shared_ptr<const RecordingFile>(new RecordingFile(*std::move(file), *motion));
}

}  // namespace kine::server
