#include "realizer/gesture/measures/variety.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace kine::gesture {
namespace {

constexpr double kLeastShare = 1e-3;
constexpr double kCube_m = 0.05;

using Cube = std::array<int, 3>;

std::set<Cube> cubes_of(std::span<const Vec3> places) {
  std::set<Cube> cubes;
  const auto number = [](double metres) { return static_cast<int>(std::floor(metres / kCube_m)); };
  for (const Vec3& each : places) cubes.insert({number(each.x), number(each.y), number(each.z)});
  return cubes;
}

}  // namespace

std::vector<double> occupancy(std::span<const TimedMotion> sequence, std::size_t motions) {
  std::vector<double> shares(motions, 0);
  double sum_s = 0;
  for (const TimedMotion& each : sequence) sum_s += each.length_s;
  if (sum_s <= 0) return shares;
  for (const TimedMotion& each : sequence) shares[each.motion] += each.length_s / sum_s;
  return shares;
}

double effective_count(std::span<const double> shares) {
  double entropy = 0;
  for (const double share : shares) entropy -= share > 0 ? share * std::log(share) : 0;
  return std::exp(entropy);
}

double compute_divergence(std::span<const double> shares, std::span<const double> truth) {
  const double least = kLeastShare / static_cast<double>(truth.size());
  double divergence = 0;
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const double share = std::max(shares[i], least);
    divergence += share * std::log(share / std::max(truth[i], least));
  }
  return divergence;
}

std::size_t longest_repeat(std::span<const TimedMotion> sequence) {
  std::size_t longest = 0;
  std::size_t length = 0;
  for (std::size_t i = 0; i < sequence.size(); ++i) {
    length = i > 0 && sequence[i].motion == sequence[i - 1].motion ? length + 1 : 1;
    longest = std::max(longest, length);
  }
  return longest;
}

double compute_coverage_dice(std::span<const Vec3> one, std::span<const Vec3> other) {
  const std::set<Cube> a = cubes_of(one);
  const std::set<Cube> b = cubes_of(other);
  if (a.empty() && b.empty()) return 1;
  const auto common = static_cast<double>(
      std::ranges::count_if(a, [&](const Cube& cube) { return b.contains(cube); }));
  return 2 * common / static_cast<double>(a.size() + b.size());
}

}  // namespace kine::gesture
