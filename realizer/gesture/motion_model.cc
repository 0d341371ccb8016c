#include "realizer/gesture/motion_model.h"

#include <cmath>
#include <numeric>

namespace kine::gesture {
namespace {

template <typename Probabilities>
bool is_distribution(const Probabilities& all) {
  constexpr double kRounded = 1e-6;
  double sum = 0;
  for (const double each : all) {
    if (!(each >= 0)) return false;
    sum += each;
  }
  return std::abs(sum - 1) <= kRounded;
}

bool is_emission(const Emission& emission) {
  return is_distribution(emission.symbols) && is_distribution(emission.contexts);
}

std::string fault_of(const Motion& motion, std::size_t motions) {
  if (!(motion.length_s > 0) || !std::isfinite(motion.length_s)) return "has no length";
  const Completion& completion = motion.completion;
  if (!(completion.slope > 0) || !std::isfinite(completion.slope + completion.half)) {
    return "does not say when it is over";
  }
  if (motion.next.size() != motions || !is_distribution(motion.next)) {
    return "does not say what follows it";
  }
  std::vector<double> from_start = motion.switches;
  from_start.push_back(motion.continues);
  if (motion.switches.size() != motions || !is_distribution(from_start)) {
    return "does not say what follows its start";
  }
  if (!is_emission(motion.start) || !is_emission(motion.going_on)) {
    return "does not say what is heard with it";
  }
  for (const double share : {motion.start_share, motion.going_on_share}) {
    if (!(share >= 0 && share <= 1)) return "has a share that is not from 0 to 1";
  }
  return "";
}

}  // namespace

double Completion::goes_on(double fraction) const {
  return 1 / (1 + std::exp(slope * (fraction - half)));
}

std::string fault_of(const MotionModel& model) {
  if (model.motions.empty()) return "it has no motion";
  if (model.size() > kMotionsMax) {
    return "it has more than " + std::to_string(kMotionsMax) + " motions";
  }
  for (std::size_t i = 0; i < model.size(); ++i) {
    const std::string fault = fault_of(model.motions[i], model.size());
    if (!fault.empty()) return "motion " + std::to_string(i) + " " + fault;
  }
  return "";
}

}  // namespace kine::gesture
