// The avatars of the bodies of schemas/, made once a test program.
#pragma once

#include "avatars/avatar.h"
#include "realizer/body/body.h"

namespace kine::test {

struct Made {
  body::Body body;
  avatars::Avatar avatar;
};

/// ada's and ben's.
const Made& made(std::string_view name);

/// How many edges have not as many triangles on one side as on the other.
std::size_t open_edge_count(const avatars::Mesh& mesh);

/// Those triangles of a mesh, with all its vertices.
avatars::Mesh only(const avatars::Mesh& mesh, avatars::Material material);

/// The joint's share of a vertex.
double share_of(const avatars::Vertex& vertex, body::Joint joint);

}  // namespace kine::test
