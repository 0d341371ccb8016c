#include "tests/avatars/made.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "realizer/body/reader.h"
#include "schemas/embedded.h"

namespace kine::test {
namespace {

Made make(const std::string& name) {
  auto body =
      body::read(*schemas::find_embedded("bodies/" + name + ".xml"),
                 *schemas::find_embedded("hands.xml"), *schemas::find_embedded("poses.xml"));
  avatars::Avatar avatar = avatars::make_avatar(*body);
  return {*std::move(body), std::move(avatar)};
}

}  // namespace

const Made& made(std::string_view name) {
  static const Made kAda = make("ada");
  static const Made kBen = make("ben");
  return name == "ada" ? kAda : kBen;
}

std::size_t open_edge_count(const avatars::Mesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
  for (const auto& triangle : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const auto from = triangle.corners[i];
      const auto to = triangle.corners[(i + 1) % 3];
      balance[std::minmax(from, to)] += from < to ? 1 : -1;
    }
  }
  return static_cast<std::size_t>(std::count_if(balance.begin(), balance.end(),
                                                [](const auto& edge) { return edge.second != 0; }));
}

avatars::Mesh only(const avatars::Mesh& mesh, avatars::Material material) {
  avatars::Mesh part{mesh.vertices, {}};
  for (const auto& triangle : mesh.triangles) {
    if (triangle.material == material) part.triangles.push_back(triangle);
  }
  return part;
}

double share_of(const avatars::Vertex& vertex, body::Joint joint) {
  double share = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    if (vertex.skinning.joints[i] == joint) share += vertex.skinning.shares[i];
  }
  return share;
}

}  // namespace kine::test
