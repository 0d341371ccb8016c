#include "realizer/plan/life.h"

#include <algorithm>
#include <iterator>

namespace kine::plan {
namespace {

using enum LifeParameter;

/// How a name counts: our value is the written one times `scale`, or `scale` divided by it.
enum class Counts : std::uint8_t { Times, Per };

struct LifeRow {
  std::string_view name;
  LifeParameter parameter;
  Counts counts = Counts::Times;
  double scale = 1;
};

constexpr double kMinute_s = 60;
constexpr double kMinute_ms = 60'000;

constexpr LifeRow kLifeRows[] = {
    {"blink-rate", BlinkRate},
    {"blink-amount", BlinkAmount},
    {"breath-rate", BreathRate},
    {"breath-amplitude", BreathAmplitude},
    {"saccade-rate", SaccadeRate},
    {"saccade-amplitude", SaccadeAmplitude},
    {"sway-rate", SwayRate},
    {"sway-amplitude", SwayAmplitude},
    {"weight-shift-rate", WeightRate},
    {"weight-shift-amplitude", WeightAmplitude},
    {"balance-rate", BalanceRate},
    {"balance-amplitude", BalanceAmplitude},
    {"fidget-rate", FidgetRate},
    {"fidget-amplitude", FidgetAmplitude},

    // Of classic scripts: a blink every so many milliseconds; breaths a second; an amplitude of
    // which .1 was shallow and 1 the deepest.
    {"blinkProbability", BlinkRate, Counts::Per, kMinute_ms},
    {"blinkIntensity", BlinkAmount},
    {"breathingFrequency", BreathRate, Counts::Times, kMinute_s},
    {"breathingAmplitude", BreathAmplitude, Counts::Times, 3},
    {"ambientFrequency", SwayRate, Counts::Times, kMinute_s},
    {"ambientValue", SwayAmplitude},
};

}  // namespace

LifeRange range_of(LifeParameter parameter) {
  switch (parameter) {
    case BlinkRate:
      return {.usual = 17, .max = 120};
    case BlinkAmount:
      return {.usual = 1, .max = 1};
    case BreathRate:
      return {.usual = 15, .max = 90};
    case SaccadeRate:
      return {.usual = 45, .max = 240};
    case SwayRate:
      return {.usual = 14, .max = 60};
    case WeightRate:
      return {.usual = 0.5, .max = 12};
    case WeightAmplitude:
      return {.usual = 1, .max = 2};  // farther aside, nobody stands on both feet
    case BalanceRate:
      return {.usual = 30, .max = 120};
    case FidgetRate:
      return {.usual = 1.35, .max = 12};
    case BreathAmplitude:
    case SaccadeAmplitude:
    case SwayAmplitude:
    case BalanceAmplitude:
    case FidgetAmplitude:
      break;
  }
  return {.usual = 1, .max = 5};
}

std::optional<LifeSetting> find_life_setting(std::string_view name, double value) {
  const auto row = std::ranges::find(kLifeRows, name, &LifeRow::name);
  if (row == std::end(kLifeRows)) return {};
  if (row->counts == Counts::Times) return LifeSetting{row->parameter, row->scale * value};
  // One every so often: never, if that is no time at all.
  return LifeSetting{row->parameter, value > 0 ? row->scale / value : 0};
}

bool is_in_range(const LifeSetting& setting) {
  return setting.value >= 0 && setting.value <= range_of(setting.parameter).max;
}

LifeSetting brought_in_range(const LifeSetting& setting) {
  LifeSetting within = setting;
  within.value = std::clamp(setting.value, 0.0, range_of(setting.parameter).max);
  return within;
}

}  // namespace kine::plan
