#include "realizer/plan/names/faces.h"

#include <algorithm>
#include <map>
#include <string>

#include "realizer/core/number.h"
#include "realizer/plan/names/near_names.h"

namespace kine::plan {

std::vector<std::string_view> face_names(const Vocabulary& vocabulary) {
  std::vector<std::string_view> names(kFeelings.begin(), kFeelings.end());
  for (const auto& [name, parts] : vocabulary.morphs) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  const auto channels = body::channel_names();
  names.insert(names.end(), channels.begin(), channels.end());
  return names;
}

std::span<const std::string_view> faces_near(std::string_view name,
                                             std::span<const std::string_view> known) {
  return names_near(name, known).empty() ? kFeelings : known;
}

Result<std::string_view> find_face(std::string_view name, std::span<const std::string_view> known) {
  if (const auto found = find_name(name, known)) return *found;
  return Error{
      ErrorCode::UnknownName,
      "there is no face" + known_names(name, faces_near(name, known)) + ": " + quoted(name)};
}

std::vector<MorphPart> channels_of_face(std::string_view name, const Vocabulary& vocabulary) {
  const auto morph = vocabulary.morphs.find(name);
  if (morph != vocabulary.morphs.end()) return morph->second;
  const auto channel = body::find_channel(name);
  return channel ? std::vector<MorphPart>{{.channel = *channel}} : std::vector<MorphPart>();
}

Result<std::vector<MorphPart>> add_faces(std::span<const script::SketchFace> faces,
                                         const Vocabulary& vocabulary) {
  const std::vector<std::string_view> known = face_names(vocabulary);
  std::map<std::size_t, double> sums;
  for (const script::SketchFace& face : faces) {
    const auto name = find_face(face.name.text, known);
    if (!name) return Error{name.error().code, name.error().message, face.name.where};
    for (const MorphPart& part : channels_of_face(*name, vocabulary)) {
      double& sum = sums[part.channel.index];
      sum = std::clamp(sum + face.amount * part.weight, 0.0, body::kChannelMax);
    }
  }
  std::vector<MorphPart> all;
  for (const auto& [index, weight] : sums) {
    all.push_back({.channel = {static_cast<std::uint8_t>(index)}, .weight = weight});
  }
  return all;
}

}  // namespace kine::plan
