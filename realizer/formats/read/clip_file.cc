#include "realizer/formats/read/clip_file.h"

#include <algorithm>
#include <array>
#include <string>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/formats/read/bvh_reader.h"
#include "realizer/formats/read/ending.h"
#include "realizer/formats/read/vrma_reader.h"

namespace kine::formats {
namespace {

/// What clips are read from: one row each.
struct ClipForm {
  std::string_view ending;  // in small letters
  Result<pose::FoundRecording> (*read)(std::string_view bytes);
};

constexpr std::array kClipForms = {
    ClipForm{".bvh", find_in_bvh},
    ClipForm{".vrma", find_in_vrma},
    ClipForm{".glb", find_in_vrma},
};

bool is_name(std::string_view name) {
  return !name.empty() && name.size() <= kNameBytesMax && std::ranges::none_of(name, [](char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
  });
}

}  // namespace

bool is_clip_file(std::string_view file_name) {
  return find_by_ending(kClipForms, file_name) != nullptr;
}

Result<pose::FoundRecording> read_recording(std::string_view file_name, std::string_view bytes) {
  const ClipForm* form = find_by_ending(kClipForms, file_name);
  KINE_ASSERT(form != nullptr);
  return form->read(bytes);
}

Result<std::string> clip_name(std::string_view file_name) {
  const ClipForm* form = find_by_ending(kClipForms, file_name);
  KINE_ASSERT(form != nullptr);
  std::string_view name = file_name.substr(file_name.find_last_of('/') + 1);
  name.remove_suffix(form->ending.size());
  if (is_name(name)) return std::string(name);
  return Error{ErrorCode::OutOfRange, "a clip has a name of 1 to " + std::to_string(kNameBytesMax) +
                                          " bytes, none of them a control character, not " +
                                          quoted(name)};
}

Result<pose::Clip> read_clip(std::string_view file_name, std::string_view bytes,
                             const pose::JointNames& names) {
  auto name = clip_name(file_name);
  if (!name) return name.error();
  const auto found = read_recording(file_name, bytes);
  if (!found) return found.error();
  return pose::retarget(found->recording, names, *std::move(name));
}

}  // namespace kine::formats
