// A value that somebody sets while a character moves: it goes over to another one, eased.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>

#include "realizer/core/time.h"
#include "realizer/math/ease.h"

namespace kine {

template <std::size_t kCount>
std::array<float, kCount> mixed(const std::array<float, kCount>& from,
                                const std::array<float, kCount>& to, double share) {
  const auto h = static_cast<float>(share);
  std::array<float, kCount> between;
  for (std::size_t i = 0; i < kCount; ++i) between[i] = from[i] + h * (to[i] - from[i]);
  return between;
}

/// From one value to another, of a type that `mixed` takes.
template <class Value>
struct Eased {
  Value from = {};
  Value to = {};
  Tick since;
  Seconds over{0};

  Value at(Tick tick, TickRate rate) const {
    if (is_settled(tick, rate)) return to;
    return mixed(from, to, eased(rate.between(since, tick) / over));
  }

  /// Whether it changes no more from this tick on.
  bool is_settled(Tick tick, TickRate rate) const { return rate.between(since, tick) >= over; }

  friend bool operator==(const Eased&, const Eased&) = default;
};

/// From what is seen at `tick`, so that it does not jump.
template <class Value>
Eased<Value> changed(const std::optional<Eased<std::type_identity_t<Value>>>& before,
                     const Value& to, Seconds over, Tick tick, TickRate rate) {
  return {.from = before ? before->at(tick, rate) : Value{}, .to = to, .since = tick, .over = over};
}

}  // namespace kine
