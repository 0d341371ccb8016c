// Flesh in flesh: how deep one part of a body is in another, in a pose.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "realizer/body/body.h"

namespace kine::body {

/// Two capsules of a body, and how far the one is within the other; negative: how far apart.
struct Overlap {
  std::size_t a = 0;  // into Body::capsules
  std::size_t b = 0;
  double depth_m = 0;
};

/// The pairs of a body's capsules that should not meet. Those that are grown together do: parts of
/// a joint, of a joint and its parent, of one hand, and whatever overlaps in T-pose.
class Overlaps {
 public:
  explicit Overlaps(const Body& body);

  /// The deepest, in this pose.
  Overlap deepest(const Body::Model& model) const;

  /// Calls `see` with each that is deeper than that.
  template <class See>
  void for_each_deeper_than(double depth_m, const Body::Model& model, See see) const {
    for (const auto& [a, b] : pairs_) {
      const Overlap overlap{a, b, depth_of(a, b, model)};
      if (overlap.depth_m > depth_m) see(overlap);
    }
  }

 private:
  double depth_of(std::size_t a, std::size_t b, const Body::Model& model) const;

  std::vector<Capsule> capsules_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
};

/// How deep one capsule is in another that stands elsewhere: of two bodies, say.
double depth_m(const Capsule& a, const Body::Model& model_of_a, const Capsule& b,
               const Body::Model& model_of_b);

}  // namespace kine::body
