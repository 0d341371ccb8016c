#include "realizer/motion/clips/shaped_clip.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/motion/clips/clip_arms.h"
#include "realizer/motion/clips/clip_paths.h"
#include "realizer/motion/clips/clip_timing.h"
#include "realizer/motion/clips/clip_transits.h"
#include "realizer/motion/transit_of.h"
#include "realizer/plan/sketches.h"
#include "realizer/pose/clip_frames.h"
#include "realizer/solve/held_arm.h"

namespace kine::motion {
namespace {

using body::Side;

/// How much of a fist there is in a hand at a power of 1, as in the shapes of key poses.
constexpr double kFistInShape = 0.35;

/// A wrist that moves by less than this keeps its arm, to the bit.
constexpr double kLeastShift_m = 1e-6;

bool shapes(const script::Expressivity& manner) {
  return manner[script::kSpatialExtent] != 0 || manner[script::kPower] != 0 ||
         manner[script::kFluidity] != 0;
}

std::vector<ClipArm> arms_of(const pose::Clip& clip, const body::Body& body,
                             body::JointSet joints) {
  std::vector<ClipArm> arms;
  for (const Side side : {Side::Left, Side::Right}) {
    if (auto arm = find_arm(clip, body, side, joints)) arms.push_back(*std::move(arm));
  }
  return arms;
}

/// The arm that goes the longer way says when the whole clip does what, so that it stays one.
const ClipArm& leading(const std::vector<ClipArm>& arms) {
  const auto way_m = [](const ClipArm& arm) {
    double sum_m = 0;
    for (std::size_t i = 1; i < arm.wrists_m.size(); ++i) {
      sum_m += length(arm.wrists_m[i] - arm.wrists_m[i - 1]);
    }
    return sum_m;
  };
  return *std::ranges::max_element(arms, {}, way_m);
}

/// The clip with time bent as power and fluidity ask; the phases of the arms go with it.
pose::Clip in_time(const pose::Clip& clip, const ClipTiming& timing, const ClipManner& manner,
                   const body::Body& body, std::vector<ClipArm>& arms) {
  if (timing.power == 0 && timing.fluidity == 0) return clip;
  const std::vector<double> places = retimed(leading(arms), timing);
  pose::Clip bent = pose::resampled(clip, places);
  for (ClipArm& arm : arms) {
    std::vector<ClipPhase> phases = moved(arm.phases, places);
    arm = *find_arm(bent, body, arm.side, manner.joints);
    arm.phases = std::move(phases);
  }
  return bent;
}

/// Turns the joints of one frame, each on the side on which it was in the frame before.
class FrameTurner {
 public:
  explicit FrameTurner(pose::Clip& clip) : clip_(clip) {}

  void turn(std::size_t frame, body::Joint joint, const Quat& turn) {
    const pose::ClipFrame& before = clip_.frames[frame == 0 ? 0 : frame - 1];
    pose::set_turn(clip_.frames[frame], joint, turn, pose::turn_in(before, joint));
  }

  /// As it is, but on the side of the frame before, which may have changed.
  void keep(std::size_t frame, body::Joint joint) {
    turn(frame, joint, pose::turn_in(clip_.frames[frame], joint));
  }

 private:
  pose::Clip& clip_;
};

/// An arm whose wrist is where it is meant, hung on a shoulder that was as far away: the shoulder
/// stays, so the wrist goes there.
void bring_along(const ClipArm& arm, const std::vector<Vec3>& path_m, const body::Body& body,
                 pose::Clip& clip) {
  const body::ArmChain chain = body::arm_chain(arm.side);
  FrameTurner turner(clip);
  for (std::size_t i = 0; i < path_m.size(); ++i) {
    const Vec3 shift_m = path_m[i] - arm.wrists_m[i];
    if (length(shift_m) < kLeastShift_m) {
      for (const body::Joint joint : {chain.upper_arm, chain.lower_arm, chain.hand}) {
        turner.keep(i, joint);
      }
      continue;
    }
    const pose::ClipFrame& frame = clip.frames[i];
    const solve::ArmRoot& root = arm.roots[i];
    const solve::ArmTurns turns =
        solve::hold_arm(body, {.side = arm.side,
                               .meant = {.upper_arm_m = root.upper_arm_m + shift_m,
                                         .character_from_shoulder = root.character_from_shoulder},
                               .actual = root,
                               .turns = {.upper_arm = pose::turn_in(frame, chain.upper_arm),
                                         .lower_arm = pose::turn_in(frame, chain.lower_arm),
                                         .hand = pose::turn_in(frame, chain.hand)},
                               .hand_held = 1});
    turner.turn(i, chain.upper_arm, turns.upper_arm);
    turner.turn(i, chain.lower_arm, turns.lower_arm);
    turner.turn(i, chain.hand, turns.hand);
  }
}

/// Fingers that were recorded close, the stronger the more, as long as the gesture lasts.
void close_hand(const ClipArm& arm, const ClipManner& manner, const body::Body& body,
                pose::Clip& clip) {
  const std::string_view group = arm.side == Side::Left ? "leftFingers" : "rightFingers";
  const body::Shape* fist = body.find_shape(group, "fist");
  if (fist == nullptr) return;
  const std::vector<double> shares = nucleus_shares(arm);
  FrameTurner turner(clip);
  for (const auto& [joint, closed] : fist->rotations) {
    if (!(clip.joints & manner.joints).contains(joint)) continue;
    for (std::size_t i = 0; i < clip.frames.size(); ++i) {
      const double share = kFistInShape * manner.expressivity[script::kPower] * shares[i];
      turner.turn(i, joint, slerp(pose::turn_in(clip.frames[i], joint), closed, share));
    }
  }
}

/// Whether transitions of a sketch change clips at all.
bool moves_clips(const plan::Sketch* sketch) {
  return sketch != nullptr &&
         std::ranges::any_of(sketch->transitions, [](const plan::Transition& each) {
           return each.curve || each.parameters[script::kTouch] != 0 ||
                  each.parameters[script::kWaves] > 0 || each.parameters[script::kFlow] < 0;
         });
}

}  // namespace

std::shared_ptr<const pose::Clip> shaped(const std::shared_ptr<const pose::Clip>& clip,
                                         const ClipManner& manner, const body::Body& body) {
  if (!shapes(manner.expressivity) || clip->frames.size() < 2) return clip;
  std::vector<ClipArm> arms = arms_of(*clip, body, manner.joints);
  if (arms.empty()) return clip;

  const Seconds frame_time = clip->frame_time / manner.speed;
  const ClipTiming timing{.power = manner.expressivity[script::kPower],
                          .fluidity = manner.expressivity[script::kFluidity],
                          .frame_time = frame_time};
  pose::Clip result = in_time(*clip, timing, manner, body, arms);
  const auto paths_m = new_paths(arms, manner.expressivity, frame_time, body);
  for (std::size_t a = 0; a < arms.size(); ++a) {
    bring_along(arms[a], paths_m[a], body, result);
    if (manner.expressivity[script::kPower] > 0) close_hand(arms[a], manner, body, result);
  }
  return std::make_shared<const pose::Clip>(pose::with_seam(std::move(result)));
}

std::shared_ptr<const pose::Clip> ClipShaper::make(
    const plan::Sequence& sequence, const plan::Clip& played,
    const std::shared_ptr<const pose::Clip>& clip) const {
  const body::JointSet joints = body_.groups[played.group].joints;
  auto result = clip;
  if (sequence.nucleus) {
    result = shaped(clip,
                    {.joints = joints,
                     .speed = played.speed,
                     .expressivity = plan_.nuclei[*sequence.nucleus].expressivity},
                    body_);
  }
  const plan::Sketch* const sketch = find_sketch(plan_, sequence);
  if (!moves_clips(sketch)) return result;
  const auto transits = [&](body::Joint joint, std::optional<script::Phase> phase) {
    return transit_of(plan_, sequence, plan::Pose{.phase = phase}, body_, joint);
  };
  return std::make_shared<const pose::Clip>(
      with_transits(*result, joints, transits, clip->frame_time / played.speed, body_));
}

std::shared_ptr<const pose::Clip> ClipShaper::operator()(
    const plan::Sequence& sequence, const plan::Clip& played,
    const std::shared_ptr<const pose::Clip>& clip) {
  // The first release knew no manner of clips.
  if (plan_.compat != script::Compat::None) return clip;
  const plan::Sketch* const sketch = find_sketch(plan_, sequence);
  const bool has_nucleus = sequence.nucleus && shapes(plan_.nuclei[*sequence.nucleus].expressivity);
  if (!has_nucleus && !moves_clips(sketch)) return clip;
  const Manner key{played.clip, played.group, sequence.nucleus, sketch, played.speed};
  if (const auto made = made_.find(key); made != made_.end()) return made->second;

  auto& result = made_[key];
  result = clip;
  if (frames_ + clip->frames.size() > kShapedFramesMax) {
    diagnostics_.warn(sequence.where,
                      "a script has at most " + std::to_string(kShapedFramesMax) +
                          " frames of clips shaped by nuclei and sketches, so this one plays as "
                          "it was recorded: " +
                          quoted(played.clip));
    return result;
  }
  result = make(sequence, played, clip);
  if (result != clip) frames_ += clip->frames.size();
  return result;
}

}  // namespace kine::motion
