#include "realizer/dynamics/physical/firmness.h"

#include <cmath>
#include <limits>

#include "realizer/dynamics/physical/standing.h"

namespace kine::dynamics::physical {
namespace {

/// Of the way that takes a time, a twentieth is left behind it: (1 + x) exp(-x).
constexpr double kNearlyThere = 4.744;
constexpr double kAtOnce = std::numeric_limits<double>::infinity();

/// A number follows another one, which follows what is wanted: so it sets out without a jump in its
/// speed, whatever is asked meanwhile, and never goes beyond all that is asked. `passed` counts the
/// time in which each of both would be all but 1/e there.
void come_to(double wanted, double passed, double& leading, double& led) {
  if (passed == kAtOnce) {
    leading = led = wanted;
    return;
  }
  const double left = std::exp(-passed);
  led = wanted + left * (led - wanted + passed * (leading - wanted));
  leading = wanted + left * (leading - wanted);
}

struct DegreeFirmness {
  double stiffness_Nm_rad;
  double damping_Nms_rad;
  double compensation;
};

DegreeFirmness firmness_of(const Figure& figure, const FigureJoint& joint, double inertia_kg_m2,
                           const JointTension& said) {
  const double frequency = said.tension.natural_frequency();
  const bool carries = is_of_leg(joint.joint);
  const double usual =
      carries ? leg_stiffness_Nm_rad(figure, said.tension) : inertia_kg_m2 * frequency * frequency;
  const double stiffness = said.stiffness_Nm_rad.value_or(usual);
  const double usual_damping =
      carries ? kLegDamping.count() * stiffness : 2 * std::sqrt(stiffness * inertia_kg_m2);
  const double damping = said.stiffness_Nm_rad || carries
                             ? said.damping_Nms_rad.value_or(usual_damping)
                             : said.tension.zeta * usual_damping;
  return {stiffness, damping, said.compensates ? 1.0 : 0.0};
}

using OfDegrees = std::array<double, kDegreesMax>;

bool differ(const OfDegrees& from, const OfDegrees& to) {
  constexpr double kDiffers = 1e-3;
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (std::abs(to[i] - from[i]) > kDiffers * std::abs(from[i])) return true;
  }
  return false;
}

DegreeFirmness between(const DegreeFirmness& from, const DegreeFirmness& to, double share) {
  return {std::lerp(from.stiffness_Nm_rad, to.stiffness_Nm_rad, share),
          std::lerp(from.damping_Nms_rad, to.damping_Nms_rad, share),
          std::lerp(from.compensation, to.compensation, share)};
}

}  // namespace

JointTensions same_at_all_joints(const Tension& tension) {
  JointTensions all;
  all.fill({.tension = tension});
  return all;
}

double asked_stiffness_Nm_rad(const Figure& figure, const FigureJoint& joint, double inertia_kg_m2,
                              const JointTension& said) {
  return firmness_of(figure, joint, inertia_kg_m2, said).stiffness_Nm_rad;
}

bool differ(const Firmness& from, const Firmness& to) {
  return differ(from.stiffness_Nm_rad, to.stiffness_Nm_rad) ||
         differ(from.damping_Nms_rad, to.damping_Nms_rad) ||
         differ(from.compensation, to.compensation);
}

void come_between(const Firmness& left, double share, Firmness& firmness) {
  for (std::size_t i = 0; i < kDegreesMax; ++i) {
    const auto come = [&](OfDegrees Firmness::*of) {
      (firmness.*of)[i] = std::lerp((firmness.*of)[i], (left.*of)[i], share);
    };
    come(&Firmness::stiffness_Nm_rad);
    come(&Firmness::damping_Nms_rad);
    come(&Firmness::compensation);
  }
}

void scale(const OfDegrees& factors, Firmness& firmness) {
  for (std::size_t i = 0; i < kDegreesMax; ++i) {
    firmness.stiffness_Nm_rad[i] *= factors[i];
    firmness.damping_Nms_rad[i] *= factors[i];
  }
}

bool swings_by_inertia(const FigureJoint& joint, const JointTension& said) {
  return !said.stiffness_Nm_rad && !is_of_leg(joint.joint);
}

void follow_tensions(const Figure& figure, std::span<const double> inertias_kg_m2,
                     const TensionsAsked& tensions, Firmness& leading, Firmness& led) {
  for (const FigureJoint& joint : figure.joints) {
    const std::size_t row = body::index_of(joint.joint);
    const JointTension& said = tensions.asked[row];
    const bool at_once = tensions.at_once || said.over == Seconds{0};
    const Seconds asked_for = said.asked_for.value_or(tensions.step);
    const double passed = at_once ? kAtOnce : kNearlyThere * (asked_for / said.over);
    for (std::size_t i = joint.degree; i < joint.degree + joint.degrees(); ++i) {
      DegreeFirmness to = firmness_of(figure, joint, inertias_kg_m2[i], said);
      if (said.share < 1 && tensions.left != nullptr) {
        const JointTension& left = (*tensions.left)[row];
        to = between(firmness_of(figure, joint, inertias_kg_m2[i], left), to, said.share);
      }
      come_to(to.stiffness_Nm_rad, passed, leading.stiffness_Nm_rad[i], led.stiffness_Nm_rad[i]);
      come_to(to.damping_Nms_rad, passed, leading.damping_Nms_rad[i], led.damping_Nms_rad[i]);
      come_to(to.compensation, passed, leading.compensation[i], led.compensation[i]);
    }
  }
}

}  // namespace kine::dynamics::physical
