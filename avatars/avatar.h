// All of one avatar, and how it is made of a body: the one call of the program.
//
//   Body --look_of--> Look --make_avatar--> Avatar --write_vrm--> bytes of a .vrm
#pragma once

#include <string_view>
#include <vector>

#include "avatars/look.h"
#include "avatars/mesh.h"
#include "realizer/body/body.h"

namespace kine::avatars {

/// How far a vertex of the head moves when a channel of the face is 1.
struct Move {
  std::uint32_t vertex = 0;
  Vec3 position;
  Vec3 normal;
};

/// A channel of the face, under ARKit's name, and all that it moves, in the order of vertices.
struct FaceShape {
  std::string_view name;
  std::vector<Move> moves;
};

struct Avatar {
  Look look;
  Mesh head;  // all that a face moves
  std::vector<FaceShape> shapes;
  Mesh eyes;
  Mesh body;  // clothes, hands, hair
};

Avatar make_avatar(const body::Body& body);

}  // namespace kine::avatars
