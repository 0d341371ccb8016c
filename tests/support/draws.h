// Numbers drawn from a seed, for property tests: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>

namespace kine::test {

/// From the bits alone: std's distributions differ between libraries.
class Draws {
 public:
  explicit Draws(std::uint32_t seed) : bits_(seed) { bits_.discard(8); }

  double number(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_()) / 4294967296.0);
  }
  std::size_t below(std::size_t count) { return bits_() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }

  template <class Values>
  auto one_of(const Values& values) {
    return values[below(values.size())];
  }

 private:
  std::mt19937 bits_;
};

}  // namespace kine::test
