// A model of body language as a file, NAME.kinemodel.
//
//   GestureModel --encode_model--> bytes --decode_model--> GestureModel
//
//   8 bytes    89 'K' 'M' 'D' 0D 0A 1A 0A
//   u32        kModelLayout
//   u64        the joints for which it was learnt: a hash of their names
//   2 texts    name, licence: u32 length, and so many bytes of UTF-8
//   settings   u64 seed; four reals of cutting, two of features; u32 motions of each section, u32
//              segments a motion, u32 kept ones
//   prosody    mean and deviation: rise, fall, level, duration, context
//   u32        sections, in their order. Of each: u32 which; u32 motions, and their tables in
//              reals; u32 segments, and of each its motion, its rate and its turns
//   turns      u32 frames; u64 the joints that move, a bit for each played one; of each other joint
//              its turn; then, frame by frame, those of the joints that move; u8 whether there are
//              hips, and of each frame their place in three signed numbers of 16 bits, in
//              ten-thousandths of their height
//
// All numbers are little-endian, reals are doubles, turns have 6 bytes (math/packed_quat.h). What
// is read may come from anybody: all of it is bounded by core/limits.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "realizer/core/result.h"
#include "realizer/gesture/training/gesture_model.h"

namespace kine::gesture {

inline constexpr std::uint32_t kModelLayout = 1;
inline constexpr std::string_view kModelEnding = ".kinemodel";

/// The same model gives the same bytes. A joint that stays within 0.3 degrees of where its segment
/// begins is written once, as it is there. Pre: no fault_of(model).
std::string encode_model(const GestureModel& model);

Result<GestureModel> decode_model(std::string_view bytes);

}  // namespace kine::gesture
