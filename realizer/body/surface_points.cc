#include "realizer/body/surface_points.h"

#include <algorithm>

namespace kine::body {

std::optional<std::size_t> find_surface_point(std::span<const SurfacePoint> points,
                                              std::string_view name, std::string_view side) {
  if (name.empty()) return {};
  std::string of_side = std::string(side) + std::string(name);
  char& first = of_side[side.size()];
  if (first >= 'a' && first <= 'z') first = static_cast<char>(first - 'a' + 'A');
  for (const std::string_view wanted : {name, std::string_view(of_side)}) {
    const auto found = std::ranges::find(points, wanted, &SurfacePoint::name);
    if (found != points.end()) return static_cast<std::size_t>(found - points.begin());
  }
  return {};
}

}  // namespace kine::body
