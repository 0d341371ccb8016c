#include "realizer/motion/build/sequence_segments.h"

#include <algorithm>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/script/sequence.h"

namespace kine::motion {
namespace {

WarpCurve curve_of(const script::TimeWarp& warp) {
  return warp.kind == script::TimeWarp::Kind::Exp ? exp_warp(warp.symmetry)
                                                  : tan_warp(warp.symmetry);
}

}  // namespace

pose::Warps warps_of(const plan::Sequence& sequence) {
  pose::Warps warps;
  const double end_s = sequence.end_of_holds().count();
  double before_s = sequence.start.count();
  if (sequence.warp && end_s > before_s) {
    warps.whole = pose::WarpSpan{before_s, end_s, curve_of(*sequence.warp)};
  }
  for (const plan::Pose& pose : sequence.poses) {
    const double time_s = pose.time.count();
    if (pose.warp && time_s > before_s) {
      warps.movements.push_back({before_s, time_s, curve_of(*pose.warp)});
    }
    before_s = std::max(before_s, (pose.time + pose.hold).count());
  }
  return warps;
}

Seconds first_time_of(Seconds key_time, const pose::Warps& warps) {
  return Seconds(warps.first_time_s_of(key_time.count()));
}

Segment segment_of(const plan::Sequence& sequence, Seconds start,
                   std::shared_ptr<const Actuator> actuator) {
  const Seconds length = sequence.end() - start;
  const Seconds fade_out = std::min(sequence.gives_back_over(), length);
  Segment segment{.start = start,
                  .end = sequence.end(),
                  .fade_in = std::min(sequence.fade_in, length - fade_out),
                  .fade_out = fade_out,
                  .priority = sequence.lasting ? kLastingPriority : sequence.priority,
                  .lasting = sequence.lasting,
                  .actuator = std::move(actuator)};
  KINE_ASSERT(segment.valid());
  return segment;
}

Segment segment_of(const plan::Sequence& sequence, const plan::Track& track,
                   const pose::Warps& warps, std::shared_ptr<const Actuator> actuator) {
  Segment segment = segment_of(sequence, first_time_of(track.start, warps), std::move(actuator));
  if (!track.retraction) return segment;
  segment.end = track.retraction->from + track.retraction->over;
  segment.fade_out = track.retraction->over;
  segment.fade_in = std::min(segment.fade_in, track.retraction->from - segment.start);
  KINE_ASSERT(segment.valid());
  return segment;
}

}  // namespace kine::motion
