#include "realizer/motion/clips/standing_clip.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/math/ease.h"
#include "realizer/math/two_bones.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/pose/clip_frames.h"
#include "realizer/solve/leg.h"

namespace kine::motion {
namespace {

using body::index_of;

constexpr Vec3 kUp = {0, 1, 0};
constexpr std::array<std::size_t, 2> kFeet = {0, 1};

/// A sole that stands and is tilted by less was meant to be level: recorders err.
constexpr double kMeantTilt_rad = 10 * std::numbers::pi / 180;

/// The toes lie on the ground when the ball of the foot is no higher.
constexpr double kBallDown_m = 0.03;

/// Feet of different lengths turn about their balls, up to this difference.
constexpr double kBallShiftMost_m = 0.15;

/// Hips follow uneven ground, a foot that leaves it or comes to it what it did there, and hips sink
/// for legs that would be too short, over this time to either side.
constexpr Seconds kEvenOver{0.25};
constexpr Seconds kSettleOver{0.12};
constexpr Seconds kSinkOver{0.15};

/// A leg on the ground is straightened up to this part of its length, unless the clip has it
/// straighter: near the end a little more length is a great turn of the knee.
constexpr double kStraight = 0.998;

/// Of the weight of hips, what a foot in the air has.
constexpr double kFootInAir = 0.05;

/// One foot: a value a frame.
struct FootTrack {
  std::vector<Vec3> ankles_m;
  std::vector<Quat> soles;       // character_from_sole
  std::vector<double> stands;    // in [0, 1]
  std::vector<double> raised_m;  // by how much the ground below it was
};

std::size_t frames_in(Seconds time, Seconds frame_time) {
  return static_cast<std::size_t>(std::ceil(time / frame_time));
}

/// The mean of the values up to `reach` frames away, or the greatest of them.
template <class Of>
std::vector<double> over_neighbours(const std::vector<double>& values, std::size_t reach, Of of) {
  std::vector<double> result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto first = static_cast<std::ptrdiff_t>(i - std::min(i, reach));
    const auto end = static_cast<std::ptrdiff_t>(std::min(i + reach + 1, values.size()));
    result.push_back(of(values.begin() + first, values.begin() + end));
  }
  return result;
}

std::vector<double> smoothed(const std::vector<double>& values, std::size_t reach) {
  return over_neighbours(values, reach, [](auto first, auto end) {
    double sum = 0;
    for (auto at = first; at != end; ++at) sum += *at;
    return sum / static_cast<double>(end - first);
  });
}

/// Changes slowly and is nowhere less than `values`.
std::vector<double> smooth_above(const std::vector<double>& values, std::size_t reach) {
  return smoothed(
      over_neighbours(values, reach,
                      [](auto first, auto end) { return *std::max_element(first, end); }),
      reach);
}

/// Values where they are known, and an eased way from one to the next between.
std::vector<Vec3> filled(const std::vector<std::optional<Vec3>>& values) {
  std::vector<Vec3> result(values.size());
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    const std::size_t from = before.value_or(0);
    const Vec3 first = before ? *values[from] : *values[i];
    for (std::size_t at = from; at < i; ++at) {
      const double share = static_cast<double>(at - from) / static_cast<double>(i - from);
      result[at] = first + eased(share) * (*values[i] - first);
    }
    result[i] = *values[i];
    before = i;
  }
  for (std::size_t at = before.value_or(values.size()); at < values.size(); ++at) {
    result[at] = *values[*before];
  }
  return result;
}

/// One value for each time in which the foot stands, of its first frame and the one behind it, and
/// an eased way between.
template <class Of>
std::vector<Vec3> held(const FootTrack& foot, Of of) {
  std::vector<std::optional<Vec3>> values(foot.stands.size());
  for (std::size_t first = 0, end = 0; first < values.size(); first = end + 1) {
    for (end = first; end < values.size() && foot.stands[end] == 1;) ++end;
    if (end > first) std::fill(&values[first], &values[first] + (end - first), of(first, end));
  }
  return filled(values);
}

double median_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

/// What is there while the foot stands, and less and less beside that.
std::vector<double> fading(const std::vector<std::optional<double>>& values, std::size_t over) {
  std::vector<double> result(values.size(), 0);
  const auto add = [&](std::size_t i, std::optional<std::size_t>& last, bool also) {
    if (values[i]) {
      last = i;
      if (also) result[i] += *values[i];
    } else if (last) {
      const auto away = static_cast<double>(std::max(i, *last) - std::min(i, *last));
      result[i] += *values[*last] * (1 - eased(away / static_cast<double>(over)));
    }
  };
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < values.size(); ++i) add(i, before, true);
  std::optional<std::size_t> after;
  for (std::size_t i = values.size(); i-- > 0;) add(i, after, false);
  return result;
}

/// How a sole is tilted, in its own axes before that.
Vec3 tilt_of(const Quat& sole) {
  return rotation_vector(conjugate(swing_twist(sole, kUp).twist) * sole);
}

/// How soles that all but lie level are tilted, in the middle.
Vec3 tilt_meant_level(const std::vector<Quat>& soles, std::size_t first, std::size_t end) {
  std::array<std::vector<double>, 3> tilts;
  for (std::size_t i = first; i < end; ++i) {
    const Vec3 tilt = tilt_of(soles[i]);
    if (length(tilt) > kMeantTilt_rad) continue;
    tilts[0].push_back(tilt.x);
    tilts[1].push_back(tilt.y);
    tilts[2].push_back(tilt.z);
  }
  if (tilts[0].empty()) return {};
  return {median_of(tilts[0]), median_of(tilts[1]), median_of(tilts[2])};
}

class ClipOnLegs {
 public:
  ClipOnLegs(const pose::Clip& clip, const body::Body& body)
      : clip_(clip), body_(body), stands_(standing_body(body)), result_(clip) {
    result_.footing = {};
    hips_rest_m_ = body.offsets_m[index_of(body::Joint::Hips)];
  }

  pose::Clip made() {
    place_feet();
    level_soles();
    bring_feet_together();
    settle_feet();
    place_hips();
    sink_hips();
    for (std::size_t i = 0; i < result_.frames.size(); ++i) {
      write_hips(i);
      std::array<float, 2>& soles_m = result_.soles_m.emplace_back();
      for (const std::size_t side : kFeet) {
        turn_leg(i, side);
        const FootTrack& foot = feet_[side];
        soles_m[side] = static_cast<float>(foot.ankles_m[i].y + lowest_m(side, foot.soles[i]));
      }
    }
    for (const std::size_t side : kFeet) result_.joints.insert(chain(side).toes);
    result_ = pose::with_seam(std::move(result_));
    for (std::size_t i = 0; i < result_.seam.size(); ++i) {
      for (const std::size_t side : kFeet) turn_leg_of_seam(i, side);
    }
    return std::move(result_);
  }

 private:
  static solve::LegChain chain(std::size_t side) {
    return solve::leg_chain(static_cast<body::Side>(side));
  }
  const Vec3& offset_m(body::Joint joint) const { return body_.offsets_m[index_of(joint)]; }
  double leg_m() const { return stands_.leg_m(); }
  std::size_t count() const { return clip_.frames.size(); }

  double lowest_m(std::size_t side, const Quat& sole) const {
    return pose::lowest_of_sole_m(stands_.legs[side], sole);
  }

  /// The recorded way in lengths of our leg, about the ball where the foot is tilted.
  void place_feet() {
    for (const std::size_t side : kFeet) {
      const pose::LegAtRest& leg = stands_.legs[side];
      const auto& recorded_ball = clip_.footing.balls[side];
      Vec3 longer = recorded_ball ? leg.ball_m - leg_m() * *recorded_ball : Vec3{};
      if (length(longer) > kBallShiftMost_m) longer = kBallShiftMost_m * unit(longer);
      for (std::size_t i = 0; i < count(); ++i) {
        const pose::ClipFooting::Moment& moment = clip_.footing.moments[i];
        const Quat sole =
            normalized(foot_turn(clip_.frames[i], side) * clip_.footing.foot_from_sole[side]);
        const Quat level = swing_twist(sole, kUp).twist;
        const Vec3 ankle_m = leg_m() * moment.ankles[side] + Vec3{0, leg.ankle_m.y, 0} -
                             sole * longer + level * longer;
        feet_[side].ankles_m.push_back(ankle_m);
        feet_[side].soles.push_back(sole);
        feet_[side].stands.push_back(moment.stands[side]);
      }
    }
  }

  /// What was meant to be level is, about the ball.
  void level_soles() {
    for (const std::size_t side : kFeet) {
      FootTrack& foot = feet_[side];
      const Vec3& ball_m = stands_.legs[side].ball_m;
      const std::vector<Vec3> tilts = held(foot, [&](std::size_t first, std::size_t end) {
        return tilt_meant_level(foot.soles, first, end);
      });
      for (std::size_t i = 0; i < count(); ++i) {
        const Quat level = swing_twist(foot.soles[i], kUp).twist;
        const Quat tilt = conjugate(level) * foot.soles[i];
        const Quat sole = normalized(level * conjugate(from_rotation_vector(tilts[i])) * tilt);
        foot.ankles_m[i] = foot.ankles_m[i] + foot.soles[i] * ball_m - sole * ball_m;
        foot.soles[i] = sole;
      }
    }
  }

  /// Feet stand as far from below their hip joints as in the recording, though the hips are of
  /// another width. A foot that stands is not moved meanwhile.
  void bring_feet_together() {
    const double wider_m =
        (offset_m(body::Joint::LeftUpperLeg).x - offset_m(body::Joint::RightUpperLeg).x) / 2 -
        leg_m() * clip_.footing.half_width;
    for (const std::size_t side : kFeet) {
      FootTrack& foot = feet_[side];
      const double aside_m = side == 0 ? wider_m : -wider_m;
      const std::vector<Vec3> shifts_m = held(foot, [&](std::size_t first, std::size_t end) {
        Vec3 left;
        for (std::size_t i = first; i < end; ++i) {
          left = left + pose::turn_in(clip_.frames[i], body::Joint::Hips) * Vec3{1, 0, 0};
        }
        return aside_m * unit(rejected(left, kUp), {1, 0, 0});
      });
      for (std::size_t i = 0; i < count(); ++i) {
        foot.ankles_m[i] = foot.ankles_m[i] + shifts_m[i];
      }
    }
  }

  /// What stands is on the ground, and nothing is below it.
  void settle_feet() {
    for (const std::size_t side : kFeet) {
      FootTrack& foot = feet_[side];
      const auto down_m = [&](std::size_t i) {
        return -foot.ankles_m[i].y - lowest_m(side, foot.soles[i]);
      };
      // Most of it is how the recorder's ground lies; the rest how a foot comes and goes.
      const std::vector<Vec3> ground = held(foot, [&](std::size_t first, std::size_t end) {
        std::vector<double> all_m;
        for (std::size_t i = first; i < end; ++i) all_m.push_back(down_m(i));
        return Vec3{0, median_of(std::move(all_m)), 0};
      });
      std::vector<std::optional<double>> rest_m(count());
      for (std::size_t i = 0; i < count(); ++i) {
        if (foot.stands[i] == 1) rest_m[i] = down_m(i) - ground[i].y;
      }
      const std::vector<double> more_m = fading(rest_m, frames_in(kSettleOver, clip_.frame_time));
      const bool ever = std::ranges::count(foot.stands, 1.0) > 0;
      for (std::size_t i = 0; i < count(); ++i) {
        double raised_m = ground[i].y + more_m[i];
        if (ever) raised_m = std::max(raised_m, down_m(i));
        foot.ankles_m[i].y += raised_m;
        foot.raised_m.push_back(ground[i].y);
      }
    }
  }

  void place_hips() {
    std::vector<double> raised_m;
    for (std::size_t i = 0; i < count(); ++i) {
      double sum_m = 0;
      double weight = 0;
      for (const FootTrack& foot : feet_) {
        sum_m += (foot.stands[i] + kFootInAir) * foot.raised_m[i];
        weight += foot.stands[i] + kFootInAir;
      }
      raised_m.push_back(sum_m / weight);
    }
    raised_m = smoothed(raised_m, frames_in(kEvenOver, clip_.frame_time));
    const Vec3 to_joints_m =
        0.5 * (offset_m(body::Joint::LeftUpperLeg) + offset_m(body::Joint::RightUpperLeg));
    const double ankle_m = (stands_.legs[0].ankle_m.y + stands_.legs[1].ankle_m.y) / 2;
    for (std::size_t i = 0; i < count(); ++i) {
      hips_m_.push_back(leg_m() * clip_.footing.moments[i].hip_joints +
                        Vec3{0, ankle_m + raised_m[i], 0} -
                        pose::turn_in(clip_.frames[i], body::Joint::Hips) * to_joints_m);
    }
    begin_in_place();
  }

  /// The hips begin where the clip has them, whatever stands between them and their joints.
  void begin_in_place() {
    const std::array<float, 4>& first = clip_.frames.front().hips;
    const Vec3 begin_m = hips_rest_m_ + hips_rest_m_.y * Vec3{first[0], first[1], first[2]};
    const Vec3 shift_m{begin_m.x - hips_m_.front().x, 0, begin_m.z - hips_m_.front().z};
    for (Vec3& hips_m : hips_m_) hips_m = hips_m + shift_m;
    for (FootTrack& foot : feet_) {
      for (Vec3& ankle_m : foot.ankles_m) ankle_m = ankle_m + shift_m;
    }
  }

  /// No leg on the ground is too short.
  void sink_hips() {
    std::vector<double> sinks_m(count(), 0);
    for (std::size_t i = 0; i < count(); ++i) {
      for (const std::size_t side : kFeet) {
        const Vec3 way_m = hip_joint_m(i, side) - feet_[side].ankles_m[i];
        const double reach_m = straight_m(i, side);
        const double aside_m = std::min(std::hypot(way_m.x, way_m.z), reach_m);
        const double missing_m = way_m.y - std::sqrt(reach_m * reach_m - aside_m * aside_m);
        sinks_m[i] = std::max(sinks_m[i], feet_[side].stands[i] * missing_m);
      }
    }
    sinks_m = smooth_above(sinks_m, frames_in(kSinkOver, clip_.frame_time));
    for (std::size_t i = 0; i < count(); ++i) hips_m_[i].y -= sinks_m[i];
  }

  Vec3 hip_joint_m(std::size_t i, std::size_t side) const {
    return hips_m_[i] +
           pose::turn_in(clip_.frames[i], body::Joint::Hips) * offset_m(chain(side).upper_leg);
  }

  /// How far the leg goes on the ground.
  double straight_m(std::size_t i, std::size_t side) const {
    const Vec3& thigh = offset_m(chain(side).lower_leg);
    const Vec3& shin = offset_m(chain(side).foot);
    const Quat knee = pose::turn_in(clip_.frames[i], chain(side).lower_leg);
    return std::max(kStraight * (length(thigh) + length(shin)), length(thigh + knee * shin));
  }

  void write_hips(std::size_t i) {
    const Vec3 way = (hips_m_[i] - hips_rest_m_) / hips_rest_m_.y;
    result_.frames[i].hips = {static_cast<float>(way.x), static_cast<float>(way.y),
                              static_cast<float>(way.z), 0};
  }

  Quat foot_turn(const pose::ClipFrame& frame, std::size_t side) const {
    const solve::LegChain leg = chain(side);
    return pose::turn_in(frame, body::Joint::Hips) * pose::turn_in(frame, leg.upper_leg) *
           pose::turn_in(frame, leg.lower_leg) * pose::turn_in(frame, leg.foot);
  }

  void turn_leg(std::size_t i, std::size_t side) {
    const FootTrack& foot = feet_[side];
    pose::ClipFrame& frame = result_.frames[i];
    const pose::ClipFrame& before = result_.frames[i == 0 ? 0 : i - 1];
    bring_foot(frame, before, side, foot.ankles_m[i], foot.soles[i]);

    const Quat& sole = foot.soles[i];
    const double ball_m = foot.ankles_m[i].y + (sole * stands_.legs[side].ball_m).y -
                          stands_.legs[side].ball_height_m();
    const double down = foot.stands[i] * (1 - eased(ball_m / kBallDown_m));
    const Quat toes = normalized(sole * pose::turn_in(frame, chain(side).toes));
    const Quat shown = slerp(toes, swing_twist(sole, kUp).twist, down);
    pose::set_turn(frame, chain(side).toes, normalized(conjugate(sole) * shown),
                   pose::turn_in(before, chain(side).toes));
  }

  /// Turns the legs of a frame whose hips are in place.
  void bring_foot(pose::ClipFrame& frame, const pose::ClipFrame& before, std::size_t side,
                  const Vec3& ankle_m, const Quat& sole) const {
    const solve::LegChain leg = chain(side);
    const Quat hips = pose::turn_in(frame, body::Joint::Hips);
    const Quat upper = hips * pose::turn_in(frame, leg.upper_leg);
    const Quat lower = upper * pose::turn_in(frame, leg.lower_leg);
    const Vec3 hips_m =
        hips_rest_m_ + hips_rest_m_.y * Vec3{frame.hips[0], frame.hips[1], frame.hips[2]};
    TwoBones bones;
    bones.root = hips_m + hips * offset_m(leg.upper_leg);
    bones.middle = bones.root + upper * offset_m(leg.lower_leg);
    bones.end = bones.middle + lower * offset_m(leg.foot);
    const TwoBoneReach reach = reached_exactly(bones, ankle_m, lower * Vec3{1, 0, 0});
    const Quat new_upper = normalized(reach.upper * upper);
    const Quat new_lower = normalized(reach.lower * lower);
    const auto turn = [&](body::Joint joint, const Quat& turned) {
      pose::set_turn(frame, joint, normalized(turned), pose::turn_in(before, joint));
    };
    turn(leg.upper_leg, conjugate(hips) * new_upper);
    turn(leg.lower_leg, conjugate(new_upper) * new_lower);
    turn(leg.foot, conjugate(new_lower) * sole);
  }

  /// Where the clip goes round, feet go to where they begin along the ground.
  void turn_leg_of_seam(std::size_t i, std::size_t side) {
    const std::size_t last = count() - 1;
    const FootTrack& foot = feet_[side];
    const std::size_t of = last + 1 - result_.seam.size() + i;
    const double share =
        eased(static_cast<double>(i + 1) / static_cast<double>(result_.seam.size()));
    const Vec3 ankle_m = foot.ankles_m[of] + share * (foot.ankles_m.front() - foot.ankles_m[last]);
    const Quat missing = normalized(foot.soles.front() * conjugate(foot.soles[last]));
    const Quat sole = normalized(slerp(Quat{}, missing, share) * foot.soles[of]);
    const pose::ClipFrame& before = i == 0 ? result_.frames[of - 1] : result_.seam[i - 1];
    bring_foot(result_.seam[i], before, side, ankle_m, sole);
  }

  const pose::Clip& clip_;
  const body::Body& body_;
  pose::StandingBody stands_;
  pose::Clip result_;
  Vec3 hips_rest_m_;
  std::array<FootTrack, 2> feet_;
  std::vector<Vec3> hips_m_;
};

bool is_near(const pose::ClipFooting& footing) {
  const auto near = [](const Vec3& place) {
    return std::max({std::abs(place.x), std::abs(place.y), std::abs(place.z)}) < kPositionMax_m;
  };
  return std::ranges::all_of(footing.moments, [&](const pose::ClipFooting::Moment& moment) {
    return near(moment.hip_joints) && std::ranges::all_of(moment.ankles, near);
  });
}

}  // namespace

std::shared_ptr<const pose::Clip> standing_clip(const std::shared_ptr<const pose::Clip>& clip,
                                                const body::Body& body) {
  if (clip->footing.empty() || !is_near(clip->footing)) return clip;
  return std::make_shared<const pose::Clip>(ClipOnLegs(*clip, body).made());
}

}  // namespace kine::motion
