#include "server/scene/clips.h"

#include <memory>
#include <string_view>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/utf8.h"
#include "realizer/formats/read/clip_file.h"
#include "schemas/embedded.h"
#include "server/base/folder.h"
#include "server/base/limits.h"

namespace kine::server {
namespace {

constexpr std::string_view kEmbeddedFolder = "clips/";

Result<Done> add_clip(const std::string& file, std::string_view bytes,
                      const plan::Vocabulary& vocabulary, pose::Clips& clips,
                      std::vector<MappedClip>* mapped) {
  auto called = formats::clip_name(file);
  if (!called) return error_in_file(file, called.error());
  const auto found = formats::read_recording(file, bytes);
  if (!found) return error_in_file(file, found.error());
  auto clip = pose::retarget(found->recording, vocabulary.joints, *std::move(called));
  if (!clip) return error_in_file(file, clip.error());
  const std::string name = clip->name;
  if (!is_utf8(name)) {
    return Error{ErrorCode::Syntax, "a clip's name is no UTF-8: " + kine::quoted(file)};
  }
  if (!clips.emplace(name, std::make_shared<const pose::Clip>(*std::move(clip))).second) {
    return Error{ErrorCode::OutOfRange,
                 file + ": there is another clip with the name " + kine::quoted(name)};
  }
  if (mapped != nullptr) {
    mapped->push_back({file, pose::coverage_of(*found, vocabulary.joints)});
  }
  return Done{};
}

Result<Done> add_file(const std::string& file, const plan::Vocabulary& vocabulary,
                      std::size_t& bytes_in_all, pose::Clips& clips,
                      std::vector<MappedClip>* mapped) {
  const Result<std::string> bytes = read_file_up_to(file, kClipBytesMax);
  if (!bytes) return bytes.error();
  bytes_in_all += bytes->size();
  if (bytes_in_all > kClipFolderBytesMax) {
    return Error{ErrorCode::LimitExceeded, file + ": the clips of a folder have at most " +
                                               std::to_string(kClipFolderBytesMax) + " bytes"};
  }
  return add_clip(file, *bytes, vocabulary, clips, mapped);
}

Result<pose::Clips> load_folder(const ClipFolder& folder, const plan::Vocabulary& vocabulary) {
  pose::Clips clips;
  if (folder.mapped != nullptr) folder.mapped->clear();
  if (folder.path.empty()) return clips;
  const auto files = files_of_folder(
      folder.path, {.what = "clips", .accepts = formats::is_clip_file, .files_max = kClipFilesMax});
  if (!files) return files.error();
  std::size_t bytes_in_all = 0;
  for (const std::string& file : *files) {
    const auto added = add_file(file, vocabulary, bytes_in_all, clips, folder.mapped);
    if (added) continue;
    if (folder.left_out == nullptr) return added.error();
    folder.left_out->warn({}, added.error().message);
  }
  return clips;
}

}  // namespace

Diagnostics losses_of(const MappedClip& clip) {
  Diagnostics losses;
  for (const Warning& lost : clip.coverage.lost) losses.warn(lost);
  return losses;
}

Result<pose::Clips> load_clips(const ClipFolder& folder, const plan::Vocabulary& vocabulary) {
  auto clips = load_folder(folder, vocabulary);
  if (!clips) return clips.error();
  pose::Clips own;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (!file.path.starts_with(kEmbeddedFolder) || !formats::is_clip_file(file.path)) continue;
    const auto added =
        add_clip("schemas/" + std::string(file.path), file.text, vocabulary, own, nullptr);
    if (!added) return added.error();
  }
  clips->merge(own);
  return *std::move(clips);
}

}  // namespace kine::server
