#include "realizer/gesture/measures/likeness.h"

#include <eigen3/Eigen/Dense>

#include <algorithm>
#include <cmath>
#include <map>

#include "realizer/core/assert.h"

namespace kine::gesture {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr double kLeastDeviation = 1e-6;

Matrix matrix_of(const FeatureRows& rows) {
  return Eigen::Map<const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
      rows.numbers.data(), static_cast<Eigen::Index>(rows.size()),
      static_cast<Eigen::Index>(rows.dimensions));
}

struct Normal {
  Vector mean;
  Matrix covariance;
};

Normal normal_of(const Matrix& rows) {
  const Vector mean = rows.colwise().mean();
  const Matrix centred = rows.rowwise() - mean.transpose();
  return {mean, centred.transpose() * centred / static_cast<double>(rows.rows() - 1)};
}

/// Of a symmetric matrix without negative eigenvalues.
Matrix root_of(const Matrix& matrix) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(matrix);
  const Vector roots = solver.eigenvalues().cwiseMax(0).cwiseSqrt();
  return solver.eigenvectors() * roots.asDiagonal() * solver.eigenvectors().transpose();
}

struct MeanAndDeviation {
  double mean = 0;
  double deviation = 0;
};

MeanAndDeviation mean_and_deviation(std::span<const double> values) {
  const Eigen::Map<const Vector> all(values.data(), static_cast<Eigen::Index>(values.size()));
  const double mean = all.mean();
  return {mean, std::sqrt((all.array() - mean).square().mean())};
}

}  // namespace

FeatureRows window_features(std::span<const double> rows, std::size_t dimensions, double rate_hz) {
  KINE_ASSERT(dimensions > 0 && dimensions % 3 == 0);
  const std::size_t joints = dimensions / 3;
  const auto length = static_cast<std::size_t>(std::max(std::round(rate_hz), 2.0));
  FeatureRows features{.dimensions = joints * 9, .numbers = {}};
  for (std::size_t first = 0; (first + length) * dimensions <= rows.size(); first += length) {
    for (std::size_t joint = 0; joint < joints; ++joint) {
      std::array<std::vector<double>, 3> places;
      std::vector<double> speeds;
      for (std::size_t i = first; i < first + length; ++i) {
        double squares = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
          const std::size_t at = i * dimensions + 3 * joint + axis;
          places[axis].push_back(rows[at]);
          if (i == first) continue;
          const double step = (rows[at] - rows[at - dimensions]) * rate_hz;
          squares += step * step;
        }
        if (i > first) speeds.push_back(std::sqrt(squares));
      }
      const auto speed = mean_and_deviation(speeds);
      features.numbers.insert(features.numbers.end(),
                              {speed.mean, speed.deviation, std::ranges::max(speeds)});
      for (const auto& axis : places) {
        const auto place = mean_and_deviation(axis);
        features.numbers.insert(features.numbers.end(), {place.mean, place.deviation});
      }
    }
  }
  return features;
}

double compute_frechet_distance(const FeatureRows& truth, const FeatureRows& other) {
  KINE_ASSERT(truth.size() > 1 && other.size() > 1 && truth.dimensions == other.dimensions);
  Matrix a = matrix_of(truth);
  Matrix b = matrix_of(other);
  const Vector scale =
      normal_of(a).covariance.diagonal().cwiseSqrt().cwiseMax(kLeastDeviation).cwiseInverse();
  a = a * scale.asDiagonal();
  b = b * scale.asDiagonal();
  const Normal one = normal_of(a);
  const Normal two = normal_of(b);
  const Matrix root = root_of(one.covariance);
  const Matrix product = root_of(root * two.covariance * root);
  return (one.mean - two.mean).squaredNorm() + one.covariance.trace() + two.covariance.trace() -
         2 * product.trace();
}

double compute_hellinger_distance(std::span<const double> one, std::span<const double> other,
                                  double bin) {
  if (one.empty() || other.empty()) return 1;
  const auto histogram = [bin](std::span<const double> values) {
    std::map<long, double> shares;
    for (const double value : values) {
      shares[std::lround(std::floor(value / bin))] += 1.0 / static_cast<double>(values.size());
    }
    return shares;
  };
  const auto of_other = histogram(other);
  double common = 0;
  for (const auto& [place, share] : histogram(one)) {
    if (const auto found = of_other.find(place); found != of_other.end()) {
      common += std::sqrt(share * found->second);
    }
  }
  return std::sqrt(std::max(1 - common, 0.0));
}

}  // namespace kine::gesture
