#include "server/learning/captured_motion.h"

#include <cmath>
#include <string_view>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/formats/read/clip_file.h"
#include "realizer/pose/clip_frames.h"
#include "server/base/folder.h"

namespace kine::server {
namespace {

/// Files round the time of a frame: a rate so near to a whole number is that.
double rate_of_frames(Seconds frame_time) {
  constexpr double kRounded = 1e-4;
  const double rate_hz = 1 / frame_time.count();
  const double whole_hz = std::round(rate_hz);
  return std::abs(rate_hz - whole_hz) <= kRounded * whole_hz ? whole_hz : rate_hz;
}

gesture::RecordedMotion motion_of(const pose::Clip& clip) {
  gesture::RecordedMotion motion{.rate_hz = rate_of_frames(clip.frame_time), .frames = {}};
  motion.frames.reserve(clip.frames.size());
  for (const pose::ClipFrame& frame : clip.frames) {
    gesture::Rotations& turns = motion.frames.emplace_back();
    for (std::size_t j = 0; j < turns.size(); ++j) {
      turns[j] = normalized(pose::turn_in(frame, body::joint_at(j)));
    }
    motion.hips.push_back({frame.hips[0], frame.hips[1], frame.hips[2]});
  }
  return motion;
}

}  // namespace

Result<Done> check_take(double rate_hz, std::size_t frames) {
  constexpr double kNearly = 1.01;  // 29.97 is called 30
  if (rate_hz * kNearly < kTakeRateMin_hz || rate_hz > kNearly * kTakeRateMax_hz) {
    return Error{.code = ErrorCode::OutOfRange,
                 .message = "motion to learn from has " + format_number(kTakeRateMin_hz) + " to " +
                            format_number(kTakeRateMax_hz) + " frames a second, not " +
                            kine::quoted(format_number(rate_hz))};
  }
  const double length_s = static_cast<double>(frames) / rate_hz;
  if (length_s >= kTakeLengthMin_s) return Done{};
  return Error{.code = ErrorCode::OutOfRange,
               .message = "motion to learn from lasts " + format_number(kTakeLengthMin_s) +
                          " s at least, not " + kine::quoted(format_number(length_s))};
}

Result<gesture::RecordedMotion> captured_motion_of(const std::string& path, std::string_view bytes,
                                                   const pose::JointNames& names) {
  const auto clip = formats::read_clip(path, bytes, names);
  if (!clip) return clip.error();
  const gesture::RecordedMotion motion = motion_of(*clip);
  const auto checked = check_take(motion.rate_hz, motion.frames.size());
  if (!checked) return checked.error();
  return gesture::at_rate(motion, gesture::kTakeRate_hz);
}

Result<gesture::RecordedMotion> read_captured_motion(const std::string& path,
                                                     const pose::JointNames& names) {
  const auto bytes = read_file_up_to(path, kClipBytesMax);
  if (!bytes) return bytes.error();  // it names the file
  auto motion = captured_motion_of(path, *bytes, names);
  if (!motion) return error_in_file(path, motion.error());
  return motion;
}

}  // namespace kine::server
