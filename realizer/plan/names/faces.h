// Faces by their names: feelings, morphs of the vocabulary and channels, as sums of our channels.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/script/sketch.h"

namespace kine::plan {

/// The six that are known the world over (Ekman 1992), in the order of messages; each is a name of
/// the vocabulary.
inline constexpr std::array<std::string_view, 6> kFeelings = {"happy",  "sad",       "angry",
                                                              "afraid", "surprised", "disgusted"};

/// What a face may be called. Feelings come first: they are what is offered to people who try a
/// name.
std::vector<std::string_view> face_names(const Vocabulary& vocabulary);

/// Of `known` what is offered for a name that is none: those near to it, else the feelings.
std::span<const std::string_view> faces_near(std::string_view name,
                                             std::span<const std::string_view> known);

/// Which of `known` is meant, or an error that says the nearest ones.
Result<std::string_view> find_face(std::string_view name, std::span<const std::string_view> known);

/// The channels of one of face_names.
std::vector<MorphPart> channels_of_face(std::string_view name, const Vocabulary& vocabulary);

/// The sum of the faces, by channel; an error says where a name is none.
Result<std::vector<MorphPart>> add_faces(std::span<const script::SketchFace> faces,
                                         const Vocabulary& vocabulary);

}  // namespace kine::plan
