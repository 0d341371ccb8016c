// Random numbers that are a function of what they are for: of a seed, a character, a tick and a
// purpose. Nothing is kept, so the same tick of the same character draws the same numbers, whatever
// others there are and whatever was drawn before.
#pragma once

#include <cstdint>
#include <string_view>

namespace kine {

/// Every bit of the result depends on every bit of `bits` (the finalizer of splitmix64).
constexpr std::uint64_t mixed(std::uint64_t bits) {
  bits += 0x9E3779B97F4A7C15;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
  return bits ^ (bits >> 31);
}

/// A part of a key that is a text: the name of a character or of a script (FNV-1a).
constexpr std::uint64_t key_of(std::string_view text) {
  std::uint64_t key = 0xCBF29CE484222325;
  for (const char each : text) key = (key ^ static_cast<unsigned char>(each)) * 0x100000001B3;
  return key;
}

/// A few numbers for one purpose, drawn one after the other.
class Random {
 public:
  struct Key {
    std::uint64_t seed = 0;
    std::uint64_t character = 0;
    std::uint64_t tick = 0;
    std::uint64_t purpose = 0;
  };

  explicit constexpr Random(const Key& key)
      : state_(mixed(mixed(mixed(mixed(key.seed) ^ key.character) ^ key.tick) ^ key.purpose)) {}

  constexpr std::uint64_t bits() { return mixed(state_++); }

  /// Uniform in [low, high).
  constexpr double number(double low, double high) {
    constexpr double kStep = 1.0 / 9007199254740992.0;  // 53 bits
    return low + (high - low) * (static_cast<double>(bits() >> 11) * kStep);
  }

  /// Nearly normal, within 6 standard deviations: twelve uniforms, which need no library's
  /// logarithm.
  constexpr double normal() {
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += number(0, 1);
    return sum;
  }

 private:
  std::uint64_t state_;
};

}  // namespace kine
