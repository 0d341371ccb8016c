#include "tests/support/movement/talking.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <random>

#include "realizer/core/number.h"
#include "realizer/math/units.h"

namespace kine::test::movement {
namespace {

using enum body::Joint;

/// Root mean square of the angles to the mean turn.
double rms_deg(const std::vector<Quat>& turns) {
  Quat sum{0, 0, 0, 0};
  for (const Quat& each : turns) {
    const double sign = dot(each, turns.front()) < 0 ? -1 : 1;
    sum = {sum.x + sign * each.x, sum.y + sign * each.y, sum.z + sign * each.z,
           sum.w + sign * each.w};
  }
  const Quat mean = normalized(sum);
  double squares = 0;
  for (const Quat& each : turns) squares += std::pow(angle_between(mean, each), 2);
  return std::sqrt(squares / static_cast<double>(turns.size())) * kDegreesPerRadian;
}

double rms(const std::vector<double>& values) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double each : values) squares += (each - mean) * (each - mean);
  return std::sqrt(squares / n);
}

/// Pearson's, of a against b that is moved by a lag.
double correlation_at(const std::vector<double>& a, const std::vector<double>& b, int lag) {
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const auto j = static_cast<std::ptrdiff_t>(i) + lag;
    if (j < 0 || j >= static_cast<std::ptrdiff_t>(b.size())) continue;
    x.push_back(a[i]);
    y.push_back(b[static_cast<std::size_t>(j)]);
  }
  const auto n = static_cast<double>(x.size());
  const double mean_x = std::accumulate(x.begin(), x.end(), 0.0) / n;
  const double mean_y = std::accumulate(y.begin(), y.end(), 0.0) / n;
  double xy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) xy += (x[i] - mean_x) * (y[i] - mean_y);
  return xy / (n * rms(x) * rms(y));
}

double quantile_95(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(0.95 * static_cast<double>(values.size() - 1))];
}

}  // namespace

TalkingFigures talking_figures(const std::vector<Frame>& frames, const body::Body& body,
                               std::uint32_t ticks_a_second) {
  constexpr std::uint32_t kHz = 30;  // as the speaker was recorded
  constexpr double kVertical_m_s = 0.2;
  constexpr int kLagMost = 8;
  const std::size_t every = ticks_a_second / kHz;
  std::vector<Quat> chest, chest_on_hips, hips, head_on_chest;
  std::array<std::vector<Quat>, 2> clavicles;
  std::array<std::vector<Vec3>, 2> wrists_m;
  std::vector<double> aside_cm;
  for (std::size_t i = 0; i < frames.size(); i += every) {
    const Figure figure = figure_of(frames[i], body);
    chest.push_back(figure.turn(UpperChest));
    hips.push_back(figure.turn(Hips));
    chest_on_hips.push_back(conjugate(figure.turn(Hips)) * figure.turn(UpperChest));
    head_on_chest.push_back(conjugate(figure.turn(UpperChest)) * figure.turn(Head));
    aside_cm.push_back(figure.place_m(Hips).x * kCentimetresPerMetre);
    for (const body::Side side : body::kSides) {
      const body::ArmChain arm = body::arm_chain(side);
      const auto at = static_cast<std::size_t>(side);
      clavicles[at].push_back(figure.local(arm.shoulder));
      wrists_m[at].push_back(figure.place_m(arm.hand));
    }
  }
  std::vector<double> chest_speed, hands_speed, up, down;
  for (std::size_t i = 1; i < chest.size(); ++i) {
    chest_speed.push_back(angle_between(chest[i - 1], chest[i]) * kHz);
    hands_speed.push_back(0);
    for (const auto& wrist_m : wrists_m) {
      const Vec3 velocity = kHz * (wrist_m[i] - wrist_m[i - 1]);
      hands_speed.back() += length(velocity);
      if (velocity.y > kVertical_m_s) up.push_back(length(velocity));
      if (velocity.y < -kVertical_m_s) down.push_back(length(velocity));
    }
  }
  TalkingFigures figures{.chest_on_hips_deg = rms_deg(chest_on_hips),
                         .hips_deg = rms_deg(hips),
                         .hips_aside_cm = rms(aside_cm),
                         .clavicles_deg = {rms_deg(clavicles[0]), rms_deg(clavicles[1])},
                         .head_on_chest_deg = rms_deg(head_on_chest),
                         .chest_with_hands = -1,
                         .up_m_s = quantile_95(up),
                         .down_m_s = quantile_95(down)};
  for (int lag = -kLagMost; lag <= kLagMost; ++lag) {
    const double r = correlation_at(chest_speed, hands_speed, lag);
    if (r <= figures.chest_with_hands) continue;
    figures.chest_with_hands = r;
    figures.best_lag = lag;
  }
  return figures;
}

std::string talk(std::uint32_t seed, double length_s, const plan::Vocabulary& vocabulary) {
  std::mt19937 bits(seed);
  const auto share = [&] { return static_cast<double>(bits()) / 4294967296.0; };
  std::string text;
  double start_s = 0.5;
  while (start_s < length_s) {
    const auto lexeme =
        std::next(vocabulary.lexemes.begin(),
                  static_cast<long>(share() * static_cast<double>(vocabulary.lexemes.size())));
    const bool both = lexeme->second.hands == script::LexemeHands::Both;
    const char* hand = both ? "both" : share() < 0.5 ? "left" : "right";
    text += "<gesture lexeme=\"" + lexeme->first + "\" hand=\"" + hand + "\" start=\"" +
            format_number(std::round(100 * start_s) / 100) + "\"/>";
    start_s += 2 + 2 * share();
  }
  return text;
}

}  // namespace kine::test::movement
