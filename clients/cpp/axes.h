// Frames in the axes of other programs.
//
// A map is a signed permutation of the axes and the size of a metre. What it makes of a rotation
// follows from that: of a quaternion's vector part the same as of a vector, the other way round
// where the map mirrors. clients/renderers/axes.json has the same maps for people.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

namespace kine::client {

struct AxisMap {
  struct Row {
    std::size_t axis;  // here: 0, 1, 2 for x, y, z
    float sign;
  };

  std::string_view name;
  std::array<Row, 3> rows;  // of x, y and z there
  float unit = 1;           // what one metre becomes

  /// Whether the target is left-handed.
  bool mirrors() const;

  std::array<float, 3> direction(const std::array<float, 3>& v) const;

  /// A point or an offset, in the target's units.
  std::array<float, 3> vector(const std::array<float, 3>& v) const;

  /// x, y, z, w of a rotation.
  std::array<float, 4> quaternion(const std::array<float, 4>& q) const;
};

inline constexpr AxisMap kGltf = {"gltf", {{{0, 1}, {1, 1}, {2, 1}}}};
inline constexpr AxisMap kBlender = {"blender", {{{0, 1}, {2, -1}, {1, 1}}}};
inline constexpr AxisMap kUnity = {"unity", {{{0, -1}, {1, 1}, {2, 1}}}};
inline constexpr AxisMap kUnrealMesh = {"unreal-mesh", {{{0, 1}, {2, 1}, {1, 1}}}, 100};
inline constexpr AxisMap kUnrealActor = {"unreal-actor", {{{2, 1}, {0, -1}, {1, 1}}}, 100};
inline constexpr AxisMap kVrm0 = {"vrm0", {{{0, -1}, {1, 1}, {2, -1}}}};

std::span<const AxisMap> axis_maps();

}  // namespace kine::client
