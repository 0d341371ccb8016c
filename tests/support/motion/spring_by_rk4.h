// The mass tracker's equation by the classic Runge-Kutta method: the oracle of what is solved in
// closed form under realizer/math.
#pragma once

#include <cmath>

#include "realizer/math/mass_tracker.h"

namespace kine::test {

/// x'' = wn^2 (p - x) - 2 zeta wn x', the target p a function of time.
///
/// A step of h leaves out (wn h)^5 / 120 of the swing: over a second, for the stiffest spring of
/// the tests (wn = 99 / s), 8e-9 of it at h = 1e-4 s, 8e-13 at 1e-5.
template <class Target>
class SpringByRk4 {
 public:
  SpringByRk4(const Tension& tension, Mass mass, Target target)
      : stiffness_(kGravity_m_s2 / tension.rest_error_m),
        damping_(2 * tension.zeta * std::sqrt(stiffness_)),
        mass_(mass),
        target_(target) {}

  const Mass& mass() const { return mass_; }
  double time_s() const { return time_s_; }

  void advance(double h) {
    const double middle = target_(time_s_ + h / 2);
    const double a1 = pull(mass_.x, mass_.v, target_(time_s_));
    const double v2 = mass_.v + h / 2 * a1;
    const double a2 = pull(mass_.x + h / 2 * mass_.v, v2, middle);
    const double v3 = mass_.v + h / 2 * a2;
    const double a3 = pull(mass_.x + h / 2 * v2, v3, middle);
    const double v4 = mass_.v + h * a3;
    const double a4 = pull(mass_.x + h * v3, v4, target_(time_s_ + h));
    mass_.x += h / 6 * (mass_.v + 2 * v2 + 2 * v3 + v4);
    mass_.v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    ++steps_;
    time_s_ = static_cast<double>(steps_) * h;
  }

 private:
  double pull(double x, double v, double target) const {
    return stiffness_ * (target - x) - damping_ * v;
  }

  double stiffness_;
  double damping_;
  Mass mass_;
  Target target_;
  long steps_ = 0;
  double time_s_ = 0;
};

}  // namespace kine::test
