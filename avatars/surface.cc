#include "avatars/surface.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace kine::avatars {
namespace {

constexpr std::uint32_t kNone = 0xffffffff;

/// The lattice over a box. In a half, the first layer of cells is cut by x == 0 in its middle.
struct Lattice {
  Vec3 origin;
  double cell_m;
  std::array<std::size_t, 3> nodes;

  std::size_t index(std::size_t x, std::size_t y, std::size_t z) const {
    return (z * nodes[1] + y) * nodes[0] + x;
  }
  Vec3 node(std::size_t x, std::size_t y, std::size_t z) const {
    return origin +
           cell_m * Vec3{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
  }
};

Lattice lattice_over(const Box& box, double cell_m, Part part) {
  Vec3 low = box.low;
  if (part == Part::LeftHalf) low.x = -cell_m / 2;
  const Vec3 size = box.high - low;
  const auto count = [&](double length_m) {
    return static_cast<std::size_t>(std::ceil(length_m / cell_m)) + 2;
  };
  return {low, cell_m, {count(size.x), count(size.y), count(size.z)}};
}

std::vector<double> sampled(const Field& field, const Lattice& lattice) {
  std::vector<double> values;
  values.reserve(lattice.nodes[0] * lattice.nodes[1] * lattice.nodes[2]);
  for (std::size_t z = 0; z < lattice.nodes[2]; ++z) {
    for (std::size_t y = 0; y < lattice.nodes[1]; ++y) {
      for (std::size_t x = 0; x < lattice.nodes[0]; ++x) {
        values.push_back(field(lattice.node(x, y, z)));
      }
    }
  }
  return values;
}

/// The mean of where the twelve edges of a cell are crossed, in cells; none where none is.
std::optional<Vec3> crossing(const Lattice& lattice, const std::vector<double>& values,
                             const std::array<std::size_t, 3>& at) {
  Vec3 sum;
  int crossings = 0;
  const auto value = [&](int corner) {
    return values[lattice.index(at[0] + (corner & 1), at[1] + (corner >> 1 & 1),
                                at[2] + (corner >> 2 & 1))];
  };
  const auto place = [](int corner) {
    return Vec3{static_cast<double>(corner & 1), static_cast<double>(corner >> 1 & 1),
                static_cast<double>(corner >> 2 & 1)};
  };
  for (int corner = 0; corner < 8; ++corner) {
    for (int axis = 1; axis < 8; axis *= 2) {
      if ((corner & axis) != 0) continue;
      const double a = value(corner);
      const double b = value(corner | axis);
      if ((a < 0) == (b < 0)) continue;
      sum = sum + mixed(place(corner), place(corner | axis), a / (a - b));
      ++crossings;
    }
  }
  if (crossings == 0) return {};
  return sum / crossings;
}

class Nets {
 public:
  Nets(const Field& field, const Lattice& lattice, Part part)
      : field_(field),
        lattice_(lattice),
        part_(part),
        values_(sampled(field, lattice)),
        vertex_of_cell_(values_.size(), kNone) {}

  Mesh mesh() {
    for_each_cell([this](const auto& at) { add_vertex(at); });
    for_each_cell([this](const auto& at) { add_faces(at); });
    return std::move(mesh_);
  }

 private:
  template <class Visit>
  void for_each_cell(Visit visit) {
    for (std::size_t z = 0; z + 1 < lattice_.nodes[2]; ++z) {
      for (std::size_t y = 0; y + 1 < lattice_.nodes[1]; ++y) {
        for (std::size_t x = 0; x + 1 < lattice_.nodes[0]; ++x) visit(std::array{x, y, z});
      }
    }
  }

  void add_vertex(const std::array<std::size_t, 3>& at) {
    const auto place = crossing(lattice_, values_, at);
    if (!place) return;
    const bool in_middle = part_ == Part::LeftHalf && at[0] == 0;
    Vec3 p = lattice_.node(at[0], at[1], at[2]) + lattice_.cell_m * *place;
    if (in_middle) p.x = 0;
    p = on_surface(field_, p);
    if (in_middle) p.x = 0;
    Vec3 normal = gradient(field_, p);
    if (in_middle) normal.x = 0;
    vertex_of_cell_[lattice_.index(at[0], at[1], at[2])] =
        static_cast<std::uint32_t>(mesh_.vertices.size());
    mesh_.vertices.push_back({p, unit(normal)});
  }

  /// A face for each of the three edges at the cell's first corner that crosses the surface.
  void add_faces(const std::array<std::size_t, 3>& at) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t second = (axis + 1) % 3;
      const std::size_t third = (axis + 2) % 3;
      if (at[second] == 0 || at[third] == 0) continue;
      auto far = at;
      ++far[axis];
      const bool inside = values_[lattice_.index(at[0], at[1], at[2])] < 0;
      if (inside == (values_[lattice_.index(far[0], far[1], far[2])] < 0)) continue;
      std::array<std::uint32_t, 4> around{};
      for (std::size_t i = 0; i < 4; ++i) {
        auto cell = at;
        if (i == 1 || i == 2) --cell[second];
        if (i == 2 || i == 3) --cell[third];
        around[i] = vertex_of_cell_[lattice_.index(cell[0], cell[1], cell[2])];
      }
      if (!inside) std::swap(around[1], around[3]);
      add_face(around);
    }
  }

  /// Cut along its shorter diagonal.
  void add_face(const std::array<std::uint32_t, 4>& c) {
    const auto span = [&](std::size_t i, std::size_t j) {
      return length(mesh_.vertices[c[i]].position - mesh_.vertices[c[j]].position);
    };
    if (span(0, 2) <= span(1, 3)) {
      mesh_.triangles.push_back({{c[0], c[1], c[2]}});
      mesh_.triangles.push_back({{c[0], c[2], c[3]}});
    } else {
      mesh_.triangles.push_back({{c[0], c[1], c[3]}});
      mesh_.triangles.push_back({{c[1], c[2], c[3]}});
    }
  }

  const Field& field_;
  Lattice lattice_;
  Part part_;
  std::vector<double> values_;
  std::vector<std::uint32_t> vertex_of_cell_;
  Mesh mesh_;
};

/// Three corners on a line, as thinning leaves them along straight edges: nobody sees them.
bool is_flat(const Mesh& mesh, const std::uint32_t* corners) {
  constexpr double kLeastM2 = 2e-10;
  const Vec3& a = mesh.vertices[corners[0]].position;
  const Vec3& b = mesh.vertices[corners[1]].position;
  const Vec3& c = mesh.vertices[corners[2]].position;
  return length(cross(b - a, c - a)) / 2 < kLeastM2;
}

/// Without the vertices that no triangle has.
Mesh with_triangles(const Mesh& mesh, const std::vector<std::uint32_t>& corners) {
  Mesh kept;
  std::vector<std::uint32_t> place(mesh.vertices.size(), kNone);
  const auto placed = [&](std::uint32_t vertex) {
    if (place[vertex] == kNone) {
      place[vertex] = static_cast<std::uint32_t>(kept.vertices.size());
      kept.vertices.push_back(mesh.vertices[vertex]);
    }
    return place[vertex];
  };
  const Material material = mesh.triangles.empty() ? Material::Skin : mesh.triangles[0].material;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    if (is_flat(mesh, &corners[i])) continue;
    const auto a = placed(corners[i]);
    const auto b = placed(corners[i + 1]);
    const auto c = placed(corners[i + 2]);
    kept.triangles.push_back({{a, b, c}, material});
  }
  return kept;
}

/// Takes away what lies beyond a plane.
class Cut {
 public:
  Cut(const Mesh& mesh, const Vec3& place, const Vec3& outwards)
      : mesh_(mesh), place_(place), outwards_(outwards) {
    constexpr double kSnap = 0.0006;  // a vertex nearer to the plane is moved into it
    for (Vertex& vertex : mesh_.vertices) {
      double beyond = dot(vertex.position - place_, outwards_);
      if (std::abs(beyond) < kSnap) {
        const bool in_middle = vertex.position.x == 0;
        vertex.position = vertex.position - beyond * outwards_;
        if (in_middle) vertex.position.x = 0;
        beyond = 0;
      }
      beyond_m_.push_back(beyond);
    }
  }

  Mesh remaining() {
    std::vector<std::uint32_t> corners;
    const std::vector<Triangle> all = std::move(mesh_.triangles);
    for (const Triangle& triangle : all) {
      std::vector<std::uint32_t> kept;
      bool has_inside = false;
      for (std::size_t i = 0; i < 3; ++i) {
        const auto a = triangle.corners[i];
        const auto b = triangle.corners[(i + 1) % 3];
        has_inside = has_inside || beyond_m_[a] < 0;
        if (beyond_m_[a] <= 0) kept.push_back(a);
        if (beyond_m_[a] * beyond_m_[b] < 0) kept.push_back(between(a, b));
      }
      if (!has_inside) continue;
      for (std::size_t i = 2; i < kept.size(); ++i) {
        corners.insert(corners.end(), {kept[0], kept[i - 1], kept[i]});
      }
    }
    if (!all.empty()) mesh_.triangles.push_back(all[0]);
    return with_triangles(mesh_, corners);
  }

 private:
  /// The vertex where an edge goes through the plane.
  std::uint32_t between(std::uint32_t a, std::uint32_t b) {
    const auto key = std::minmax(a, b);
    const auto next = static_cast<std::uint32_t>(mesh_.vertices.size());
    const auto [at, is_new] = crossings_.try_emplace(key, next);
    if (is_new) {
      const auto& [low, high] = key;
      const double h = beyond_m_[low] / (beyond_m_[low] - beyond_m_[high]);
      Vertex vertex = mesh_.vertices[low];
      vertex.position = mixed(vertex.position, mesh_.vertices[high].position, h);
      vertex.normal = unit(mixed(vertex.normal, mesh_.vertices[high].normal, h));
      mesh_.vertices.push_back(vertex);
    }
    return at->second;
  }

  Mesh mesh_;
  Vec3 place_;
  Vec3 outwards_;
  std::vector<double> beyond_m_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> crossings_;
};

/// Edges that only one triangle has, in its direction.
std::set<std::pair<std::uint32_t, std::uint32_t>> open_edges(const Mesh& mesh) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> open;
  for (const Triangle& triangle : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto from = triangle.corners[i];
      const auto to = triangle.corners[(i + 1) % 3];
      if (open.erase({to, from}) == 0) open.insert({from, to});
    }
  }
  return open;
}

}  // namespace

Mesh make_surface(const Field& field, const Box& box, double cell_m, Part part) {
  return Nets(field, lattice_over(box, cell_m, part), part).mesh();
}

Mesh cut(const Mesh& mesh, const Vec3& place, const Vec3& outwards) {
  return Cut(mesh, place, outwards).remaining();
}

Mesh with_rims(const Mesh& mesh, double width_m) {
  Mesh rimmed = mesh;
  std::map<std::uint32_t, std::array<std::uint32_t, 2>> rims;  // of a vertex: on the edge, inside
  for (const auto& [from, to] : open_edges(mesh)) {
    const Vertex& a = mesh.vertices[from];
    const Vertex& b = mesh.vertices[to];
    if (a.position.x == 0 && b.position.x == 0) continue;
    const Vec3 outwards = unit(cross(b.position - a.position, a.normal + b.normal));
    for (const auto vertex : {from, to}) {
      const auto next = static_cast<std::uint32_t>(rimmed.vertices.size());
      const auto [at, is_new] = rims.try_emplace(vertex, std::array{next, next + 1});
      if (is_new) {
        Vertex edge = mesh.vertices[vertex];
        edge.normal = {};
        rimmed.vertices.push_back(edge);
        edge.position = edge.position - width_m * mesh.vertices[vertex].normal;
        if (mesh.vertices[vertex].position.x == 0) edge.position.x = 0;
        rimmed.vertices.push_back(edge);
      }
      for (const auto corner : at->second) {
        rimmed.vertices[corner].normal = rimmed.vertices[corner].normal + outwards;
      }
    }
    const auto& [a_edge, a_inside] = rims.at(from);
    const auto& [b_edge, b_inside] = rims.at(to);
    const Material material = mesh.triangles[0].material;
    rimmed.triangles.push_back({{b_edge, a_edge, a_inside}, material});
    rimmed.triangles.push_back({{b_edge, a_inside, b_inside}, material});
  }
  for (std::size_t i = mesh.vertices.size(); i < rimmed.vertices.size(); ++i) {
    Vec3& normal = rimmed.vertices[i].normal;
    if (rimmed.vertices[i].position.x == 0) normal.x = 0;
    normal = unit(normal);
  }
  return rimmed;
}

Mesh thinned(const Mesh& mesh, const std::vector<Vec3>& shape_m, std::size_t triangles,
             Edges edges) {
  std::vector<std::uint32_t> corners;
  for (const Triangle& triangle : mesh.triangles) {
    corners.insert(corners.end(), triangle.corners.begin(), triangle.corners.end());
  }
  std::vector<float> positions;
  for (const Vec3& p : shape_m) {
    for (const double value : {p.x, p.y, p.z}) positions.push_back(static_cast<float>(value));
  }
  std::vector<std::uint32_t> fewer(corners.size());
  constexpr float kAnyError = 1.0F;
  fewer.resize(meshopt_simplify(fewer.data(), corners.data(), corners.size(), positions.data(),
                                shape_m.size(), 3 * sizeof(float), 3 * triangles, kAnyError,
                                edges == Edges::Kept ? meshopt_SimplifyLockBorder : 0));
  return with_triangles(mesh, fewer);
}

}  // namespace kine::avatars
