// How like two bodies of motion are, by the distributions of what can be measured of them. They say
// nothing of whether people find it natural.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace kine::gesture {

/// Rows of so many numbers.
struct FeatureRows {
  std::size_t dimensions = 0;
  std::vector<double> numbers;

  std::size_t size() const { return dimensions == 0 ? 0 : numbers.size() / dimensions; }
};

/// A row a second, of key joints in rows of three numbers each: the mean, deviation and largest
/// speed, and the mean and deviation of the place. Pre: `dimensions` is a multiple of 3.
FeatureRows window_features(std::span<const double> rows, std::size_t dimensions, double rate_hz);

/// Frechet's distance of the two normal distributions: |m - n|^2 + tr(C + D - 2 (C D)^(1/2)). Each
/// dimension is divided by its deviation in `truth`. Pre: two rows at least, of the same
/// dimensions.
double compute_frechet_distance(const FeatureRows& truth, const FeatureRows& other);

/// Hellinger's distance of two histograms, from 0 (alike) to 1 (nothing in common). 1 where either
/// is empty.
double compute_hellinger_distance(std::span<const double> one, std::span<const double> other,
                                  double bin = 0.05);

}  // namespace kine::gesture
