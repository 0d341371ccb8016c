#include "server/commands/lexicon_ranges.h"

#include <cmath>
#include <cstddef>

#include "realizer/core/number.h"
#include "realizer/formats/figure.h"
#include "realizer/math/units.h"
#include "server/base/columns.h"

namespace kine::server {
namespace {

constexpr std::size_t kGestureWidth = 20;
constexpr std::size_t kShareWidth = 32;

/// A stop, as that of an elbow that is straight: nobody feels a share of it.
constexpr double kStop_rad = 5 / kDegreesPerRadian;

bool is_finger(body::Joint joint) {
  const auto index = body::index_of(joint);
  const auto between = [&](body::Joint first, body::Joint last) {
    return index >= body::index_of(first) && index <= body::index_of(last);
  };
  return between(body::Joint::LeftThumbMetacarpal, body::Joint::LeftLittleDistal) ||
         between(body::Joint::RightThumbMetacarpal, body::Joint::RightLittleDistal);
}

double share_of(double turn_rad, double min_rad, double max_rad) {
  const double limit_rad = turn_rad < 0 ? -min_rad : max_rad;
  return limit_rad > kStop_rad ? std::abs(turn_rad) / limit_rad : 0;
}

/// The largest of the three shares of a joint.
JointShare share_in(const body::JointLimits& limits, body::Joint joint, const Frame& frame) {
  const Quat rotation = formats::rotation_of(frame.parent_from_joint[body::index_of(joint)].data());
  const Vec3 turns_rad = body::turns_of(limits.bone, rotation);
  JointShare largest{.joint = joint, .at = frame.tick};
  const auto take = [&](char axis, double share) {
    if (share <= largest.share) return;
    largest.axis = axis;
    largest.share = share;
  };
  take('x', share_of(turns_rad.x, limits.min_rad.x, limits.max_rad.x));
  take('y', share_of(turns_rad.y, limits.min_rad.y, limits.max_rad.y));
  take('z', share_of(turns_rad.z, limits.min_rad.z, limits.max_rad.z));
  return largest;
}

std::string text_of(const JointShare& share, TickRate rate) {
  const long long percent = std::llround(100 * share.share);
  const double hundredths = std::round(100 * rate.time_of(share.at).count());
  return padded(std::to_string(percent) + " %", 7) + std::string(body::name_of(share.joint)) + " " +
         share.axis + " " + format_number(hundredths / 100) + " s";
}

}  // namespace

LargestShares largest_shares(const body::Body& body, std::span<const Frame> frames) {
  LargestShares shares;
  for (const Frame& frame : frames) {
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const body::Joint joint = body::joint_at(i);
      if (is_finger(joint)) continue;
      const bool wrist = joint == body::Joint::LeftHand || joint == body::Joint::RightHand;
      JointShare& largest = wrist ? shares.of_wrists : shares.of_others;
      const JointShare here = share_in(body.limits[i], joint, frame);
      if (here.share > largest.share) largest = here;
    }
  }
  return shares;
}

std::string head_of_shares() {
  return padded("gesture", kGestureWidth) + "  " + padded("of a wrist's range", kShareWidth) +
         "of any other joint's\n";
}

std::string line_of_shares(std::string_view gesture, const LargestShares& shares, TickRate rate) {
  return padded(gesture, kGestureWidth) + "  " +
         padded(text_of(shares.of_wrists, rate), kShareWidth) + text_of(shares.of_others, rate) +
         "\n";
}

}  // namespace kine::server
