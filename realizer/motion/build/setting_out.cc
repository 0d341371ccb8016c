#include "realizer/motion/build/setting_out.h"

#include <memory>

#include "realizer/motion/actuators/body_motion.h"
#include "realizer/motion/build/sequence_segments.h"

namespace kine::motion {

void add_drop(const plan::Sequence& sequence, Seconds start, double anticipation, Block& block) {
  constexpr double kDropMost_m = 0.06;
  constexpr Seconds kDown{0.35};  // while weight goes over to the foot that stays
  constexpr Seconds kUp{0.4};     // with the first step
  if (anticipation <= 0) return;
  pose::BodyKeys keys;
  append_body_key(start, {}, keys);
  append_body_key(start + kDown, {.pelvis_m = {0, -kDropMost_m * anticipation, 0}}, keys);
  append_body_key(start + kDown + kUp, {}, keys);
  Segment segment = segment_of(sequence, start, std::make_shared<BodyMotion>(std::move(keys)));
  segment.fade_in = segment.fade_out = Seconds{0};
  if (segment.end < start + kDown + kUp) return;  // a walk that is no longer needs no drop
  segment.end = start + kDown + kUp;
  block.segments.push_back(std::move(segment));
}

}  // namespace kine::motion
