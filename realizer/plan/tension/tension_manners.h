// Manners of tension that have a name: what an arm is like in each phase of a gesture.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "realizer/math/tension.h"
#include "realizer/script/document.h"

namespace kine::plan {

inline constexpr std::size_t kPhaseCount = 5;

struct TensionManner {
  std::array<std::optional<Tension>, kPhaseCount> by_phase;  // nothing: off

  const std::optional<Tension>& in(script::Phase phase) const {
    return by_phase[static_cast<std::size_t>(phase)];
  }
  friend bool operator==(const TensionManner&, const TensionManner&) = default;
};

/// One value in every phase; nothing: off.
TensionManner same_in_every_phase(const std::optional<Tension>& tension);

/// "off", "tense", "neutral" and so on.
std::span<const std::string_view> tension_manner_names();
std::optional<TensionManner> find_tension_manner(std::string_view name);

}  // namespace kine::plan
