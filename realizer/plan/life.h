// What a script may say of autonomous life: its parameters, under our names and under those that
// classic scripts use.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kine::plan {

enum class LifeParameter : std::uint8_t {
  BlinkRate,
  BlinkAmount,
  BreathRate,
  BreathAmplitude,
  SaccadeRate,
  SaccadeAmplitude,
  SwayRate,
  SwayAmplitude,
  WeightRate,
  WeightAmplitude,
  BalanceRate,
  BalanceAmplitude,
  FidgetRate,
  FidgetAmplitude,
};
inline constexpr std::size_t kLifeParameterCount = 14;

/// What a parameter is where nobody says anything, and how far it goes; 0 is none of it. Rates are
/// a minute, amplitudes are shares of what is usual.
struct LifeRange {
  double usual = 1;
  double max = 1;
};
LifeRange range_of(LifeParameter parameter);

/// One parameter and its new value, in our terms.
struct LifeSetting {
  LifeParameter parameter = LifeParameter::BlinkRate;
  double value = 0;   // as said; may be out of range
  bool back = false;  // to what the character has of itself, whatever the value

  friend bool operator==(const LifeSetting&, const LifeSetting&) = default;
};

/// What `name` and `value` of a script set; nothing for a name that is none.
std::optional<LifeSetting> find_life_setting(std::string_view name, double value);

/// Whether the value is in range, and the setting with the value brought there.
bool is_in_range(const LifeSetting& setting);
LifeSetting brought_in_range(const LifeSetting& setting);

}  // namespace kine::plan
