// A file with captured motion, as takes have it.
//
//   .bvh, .vrma, .glb --read_captured_motion--> RecordedMotion on our joints, at kTakeRate_hz
#pragma once

#include <string>
#include <string_view>

#include "realizer/core/result.h"
#include "realizer/gesture/training/training_take.h"
#include "realizer/pose/retarget/retarget.h"

namespace kine::server {

/// Frames a second that a take may have been recorded with.
inline constexpr double kTakeRateMin_hz = 30;
inline constexpr double kTakeRateMax_hz = 120;

/// How long a take must be: less says nothing about anybody.
inline constexpr double kTakeLengthMin_s = 2;

/// What is wrong with a recording of so many frames at such a rate: Done where nothing is.
Result<Done> check_take(double rate_hz, std::size_t frames);

/// Of the bytes of such a file. Pre: formats::is_clip_file(path).
Result<gesture::RecordedMotion> captured_motion_of(const std::string& path, std::string_view bytes,
                                                   const pose::JointNames& names);

/// Pre: formats::is_clip_file(path). An error names the file.
Result<gesture::RecordedMotion> read_captured_motion(const std::string& path,
                                                     const pose::JointNames& names);

}  // namespace kine::server
