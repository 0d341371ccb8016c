// Round bones as triangles, each vertex moved by one joint: what a glTF shows of a body.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "realizer/formats/round_bones.h"

namespace kine::formats {

struct RoundMesh {
  struct Vertex {
    std::array<float, 3> position_m;  // in T-pose, in the character's space
    std::array<float, 3> normal;      // unit, outwards
    Color color;
    body::Joint joint = body::Joint::Hips;
  };
  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> corners;  // three a triangle, counter-clockwise from outside
};

RoundMesh make_round_mesh(const body::Body& body, std::span<const RoundBone> bones);

}  // namespace kine::formats
