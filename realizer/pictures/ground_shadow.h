// How dark the ground is under a surface, for light from the whole sky: darkest and sharpest where
// something is just above, pale and wide under what is high.
#pragma once

#include <array>
#include <vector>

#include "realizer/pictures/skinned_mesh.h"

namespace kine::pictures {

class GroundShadow {
 public:
  explicit GroundShadow(const PosedMesh& mesh);

  /// In [0, 1), for the ground at y = 0.
  double darkness_at(double x_m, double z_m) const;

 private:
  double low_x_m_ = 0;
  double low_z_m_ = 0;
  int columns_ = 0;
  int rows_ = 0;
  std::vector<double> darkness_;
};

}  // namespace kine::pictures
