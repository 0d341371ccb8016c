// Triangles of a field's zero: surface nets, laid on the field itself, thinned where it is flat.
#pragma once

#include "avatars/mesh.h"
#include "avatars/solids.h"

namespace kine::avatars {

struct Box {
  Vec3 low;
  Vec3 high;
};

enum class Part : std::uint8_t {
  LeftHalf,  // the field is symmetric: only x >= 0 is made, with vertices exactly at x == 0
  All,
};

/// Vertices on the field's zero with the field's normals, about one for each `cell_m` squared. The
/// zero lies within the box, or at x < 0 for a half.
Mesh make_surface(const Field& field, const Box& box, double cell_m, Part part);

/// What is not beyond the plane through `place` that faces `outwards`, with an edge exactly in it.
Mesh cut(const Mesh& mesh, const Vec3& place, const Vec3& outwards);

/// With a strip turned inwards along every open edge but those at x == 0: the thickness of cloth.
Mesh with_rims(const Mesh& mesh, double width_m);

enum class Edges : std::uint8_t {
  Thinned,  // open edges too
  Kept,     // for seams that would show
};

/// At most `triangles` of them, chosen so that `shape_m`, a position of each vertex, changes least:
/// a shape in which joints are bent keeps the rings that bending needs. Kept edges may need more.
Mesh thinned(const Mesh& mesh, const std::vector<Vec3>& shape_m, std::size_t triangles,
             Edges edges = Edges::Thinned);

}  // namespace kine::avatars
