// A surface that joints and channels of the face move: somebody as pictures show them.
//
//   .vrm --read_avatar--> SkinnedMesh --fitted--> of another body --posed--> PosedMesh
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/formats/figure.h"
#include "realizer/formats/round_mesh.h"
#include "realizer/tick/state/frame.h"

namespace kine::pictures {

struct SkinnedMesh {
  struct Vertex {
    Vec3 position_m;  // in T-pose, in the character's space
    Vec3 normal;      // unit, outwards
    Vec3 color;       // linear RGB, each in [0, 1]
    std::array<std::size_t, 4> joints = {};
    std::array<double, 4> shares = {};  // of the joints; they add up to 1
  };

  /// How far a vertex goes where the weight of its shape is 1.
  struct Move {
    std::size_t vertex = 0;
    Vec3 position_m;
    Vec3 normal;
  };
  /// A shape of the face. Its weight is the sum of channels, each times its factor.
  struct Shape {
    struct Driver {
      std::size_t channel = 0;
      double factor = 1;
    };
    std::vector<Driver> drivers;
    std::vector<Move> moves;
  };

  std::vector<Vertex> vertices;
  std::vector<std::uint32_t> corners;  // three a triangle, counter-clockwise from outside
  std::vector<Shape> shapes;
  std::array<Vec3, body::kJointCount> joints_m;  // in T-pose, in the character's space
};

/// A surface as it is at one moment, in the space of a figure.
struct PosedMesh {
  std::vector<Vec3> positions_m;
  std::vector<Vec3> normals;           // unit
  std::vector<Vec3> colors;            // linear RGB
  std::vector<std::uint32_t> corners;  // as in SkinnedMesh
};

/// Linear-blend skinning, after the shapes of the face.
PosedMesh posed(const SkinnedMesh& mesh, const formats::Figure& figure,
                const std::array<float, body::kChannelCount>& channels);

/// The surface of one body on another: each joint's part is made longer and thicker as the offsets
/// of its children are, and stays joined to the parts beside it.
SkinnedMesh fitted(SkinnedMesh mesh, const body::Body& body);

/// A surface whose vertices each follow one joint.
SkinnedMesh skinned(const formats::RoundMesh& round, const body::Body& body);

}  // namespace kine::pictures
