// Tests for realizer/plan/schedule/elastic_net.h.
#include "realizer/plan/schedule/elastic_net.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/support/catch.h"

namespace kine::plan::elastic_net_test {
namespace {

using Pair = ElasticNet::Pair;

constexpr std::size_t kMuch = 1'000'000;

TEST_CASE("springs in a row give as the sum of their softness", "[elastic_net]") {
  const std::vector<Pair> pairs = {{0, 1}, {1, 2}};
  const auto net = ElasticNet::make(3, pairs, kMuch);
  REQUIRE(net);
  const std::vector<double> ground = {2, 0, 0};
  const std::vector<double> strengths = {4, 8};
  const std::vector<double> forces = {0, 0, 1};
  const std::vector<double> moved =
      net->displacements({.to_ground = ground, .strengths = strengths, .forces = forces});
  CHECK(moved[0] == Approx(0.5));
  CHECK(moved[1] == Approx(0.75));
  CHECK(moved[2] == Approx(0.875));
}

TEST_CASE("a net of random springs holds the forces that it answered", "[elastic_net]") {
  std::mt19937 bits(7);
  const auto number = [&] { return 0.1 + static_cast<double>(bits() % 1000) / 100; };
  for (int round = 0; round < 200; ++round) {
    const std::size_t nodes = 2 + bits() % 20;
    std::vector<Pair> pairs;
    for (std::size_t a = 0; a < nodes; ++a) {
      for (std::size_t b = a + 1; b < nodes; ++b) {
        if (b == a + 1 || bits() % 5 == 0) pairs.push_back({a, b});
      }
    }
    std::vector<double> ground(nodes, 0.0);
    ground[bits() % nodes] = number();
    std::vector<double> strengths;
    for (std::size_t i = 0; i < pairs.size(); ++i) strengths.push_back(number());
    std::vector<double> forces;
    for (std::size_t i = 0; i < nodes; ++i) forces.push_back(number() - 5);

    const auto net = ElasticNet::make(nodes, pairs, kMuch);
    REQUIRE(net);
    const std::vector<double> moved =
        net->displacements({.to_ground = ground, .strengths = strengths, .forces = forces});

    std::vector<double> left = forces;
    for (std::size_t i = 0; i < nodes; ++i) left[i] -= ground[i] * moved[i];
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const double force = strengths[i] * (moved[pairs[i].second] - moved[pairs[i].first]);
      left[pairs[i].first] += force;
      left[pairs[i].second] -= force;
    }
    for (const double each : left) REQUIRE(std::abs(each) < 1e-9);
  }
}

TEST_CASE("very stiff springs cost a soft one no digits", "[elastic_net]") {
  const std::vector<Pair> pairs = {{0, 1}, {1, 2}, {2, 3}};
  const auto net = ElasticNet::make(4, pairs, kMuch);
  REQUIRE(net);
  const std::vector<double> ground = {1e-3, 0, 0, 0};
  const std::vector<double> strengths = {1e12, 1e12, 1e12};
  const std::vector<double> forces = {0, 0, 0, 1e-3};
  const std::vector<double> moved =
      net->displacements({.to_ground = ground, .strengths = strengths, .forces = forces});
  for (const double each : moved) CHECK(each == Approx(1).epsilon(1e-14));
}

TEST_CASE("a row stays thin, and a net in which all are joined is refused", "[elastic_net]") {
  std::vector<Pair> row;
  for (std::size_t i = 0; i + 1 < 5000; ++i) row.push_back({i, i + 1});
  CHECK(ElasticNet::make(5000, row, 10'000));

  std::vector<Pair> all;
  for (std::size_t a = 0; a < 100; ++a) {
    for (std::size_t b = a + 1; b < 100; ++b) all.push_back({a, b});
  }
  CHECK_FALSE(ElasticNet::make(100, all, 100'000));
  CHECK(ElasticNet::make(100, all, 1'000'000));
}

}  // namespace
}  // namespace kine::plan::elastic_net_test
