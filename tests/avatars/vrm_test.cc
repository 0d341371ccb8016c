#include "avatars/vrm.h"

#include <tiny_gltf.h>

#include "realizer/body/channels.h"
#include "realizer/pictures/avatar_reader.h"
#include "tests/avatars/made.h"
#include "tests/support/catch.h"

namespace kine::avatars::vrm_test {
namespace {

const std::string& bytes_of(const char* name) {
  static const std::string kAda = write_vrm(test::made("ada").avatar, test::made("ada").body);
  static const std::string kBen = write_vrm(test::made("ben").avatar, test::made("ben").body);
  return name == std::string_view("ada") ? kAda : kBen;
}

tinygltf::Model read_back(const char* name) {
  tinygltf::Model model;
  tinygltf::TinyGLTF gltf;
  std::string error;
  std::string warning;
  const std::string& bytes = bytes_of(name);
  const bool read = gltf.LoadBinaryFromMemory(&model, &error, &warning,
                                              reinterpret_cast<const unsigned char*>(bytes.data()),
                                              static_cast<unsigned>(bytes.size()));
  INFO(error << warning);
  REQUIRE(read);
  return model;
}

TEST_CASE("A file is at most two megabytes, and the same each time") {
  for (const char* name : {"ada", "ben"}) {
    CHECK(bytes_of(name).size() < 2'000'000);
    CHECK(bytes_of(name).starts_with("glTF"));
    const auto& body = test::made(name).body;
    CHECK(write_vrm(make_avatar(body), body) == bytes_of(name));
  }
}

TEST_CASE("Pictures read the surface that was written") {
  for (const char* name : {"ada", "ben"}) {
    const auto& avatar = test::made(name).avatar;
    const auto mesh = pictures::read_avatar(bytes_of(name));
    REQUIRE(mesh);
    std::size_t triangles = 0;
    Vec3 written;
    for (const Mesh* part : {&avatar.head, &avatar.eyes, &avatar.body}) {
      triangles += part->triangles.size();
      for (const Triangle& triangle : part->triangles) {
        for (const auto corner : triangle.corners) {
          written = written + part->vertices[corner].position;
        }
      }
    }
    Vec3 read;
    for (const auto corner : mesh->corners) read = read + mesh->vertices[corner].position_m;
    CHECK(mesh->corners.size() == 3 * triangles);
    CHECK(length(read - written) / static_cast<double>(triangles) < 1e-6);

    std::size_t moves = 0;  // of faces: where materials meet, a vertex is there twice
    for (const FaceShape& shape : avatar.shapes) moves += shape.moves.size();
    std::size_t read_moves = 0;
    for (const auto& shape : mesh->shapes) read_moves += shape.moves.size();
    CHECK(mesh->shapes.size() == avatar.shapes.size());
    CHECK(read_moves > moves * 9 / 10);
  }
}

TEST_CASE("Nodes are the body's joints: names, parents, offsets, and no rotation") {
  for (const char* name : {"ada", "ben"}) {
    const auto model = read_back(name);
    const auto& body = test::made(name).body;
    REQUIRE(model.skins.size() == 1);
    REQUIRE(model.skins[0].joints.size() == body::kJointCount);
    for (std::size_t i = 0; i < body::kJointCount; ++i) {
      const auto& node = model.nodes[static_cast<std::size_t>(model.skins[0].joints[i])];
      CHECK(node.name == name_of(body::joint_at(i)));
      CHECK(node.rotation.empty());
      CHECK(node.scale.empty());
      REQUIRE(node.translation.size() == 3);
      const Vec3 offset{node.translation[0], node.translation[1], node.translation[2]};
      CHECK(length(offset - body.offsets_m[i]) < 1e-9);
      for (const int child : node.children) {
        CHECK(parent_of(body::joint_at(static_cast<std::size_t>(child))) == body::joint_at(i));
      }
    }
  }
}

TEST_CASE("The extension says VRM 1.0, names every bone and binds every expression") {
  const auto model = read_back("ben");
  REQUIRE(model.extensions.count("VRMC_vrm") == 1);
  const auto& vrm = model.extensions.at("VRMC_vrm");
  CHECK(vrm.Get("specVersion").Get<std::string>() == "1.0");
  CHECK(vrm.Get("meta").Get("name").Get<std::string>() == "ben");
  CHECK(vrm.Get("meta").Get("authors").ArrayLen() == 1);
  CHECK(vrm.Get("meta").Has("licenseUrl"));
  const auto& bones = vrm.Get("humanoid").Get("humanBones");
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const std::string joint(name_of(body::joint_at(i)));
    REQUIRE(bones.Has(joint));
    const auto node = static_cast<std::size_t>(bones.Get(joint).Get("node").Get<int>());
    CHECK(model.nodes[node].name == joint);
  }
  const auto& presets = vrm.Get("expressions").Get("preset");
  for (const char* name :
       {"happy", "angry", "sad", "relaxed", "surprised", "aa", "blink", "lookUp"}) {
    REQUIRE(presets.Has(name));
    const auto& binds = presets.Get(name).Get("morphTargetBinds");
    REQUIRE(binds.ArrayLen() > 0);
    const auto node = static_cast<std::size_t>(binds.Get(0).Get("node").Get<int>());
    CHECK(model.nodes[node].name == "head");
  }
}

TEST_CASE("The head's parts have all of ARKit's shapes, under their names") {
  const auto model = read_back("ada");
  const auto& head = model.meshes[0];
  const auto& names = head.extras.Get("targetNames");
  REQUIRE(names.ArrayLen() == body::kArkitChannelCount);
  for (std::size_t i = 0; i < body::kArkitChannelCount; ++i) {
    CHECK(names.Get(static_cast<int>(i)).Get<std::string>() == body::channel_names()[i]);
  }
  for (const auto& primitive : head.primitives) {
    CHECK(primitive.targets.size() == body::kArkitChannelCount);
  }
}

TEST_CASE("Each part has a material of its own, with a name") {
  const auto model = read_back("ada");
  for (const auto& mesh : model.meshes) {
    for (const auto& primitive : mesh.primitives) {
      REQUIRE(primitive.material >= 0);
      CHECK_FALSE(model.materials[static_cast<std::size_t>(primitive.material)].name.empty());
      CHECK(primitive.attributes.count("COLOR_0") == 1);
    }
  }
}

}  // namespace
}  // namespace kine::avatars::vrm_test
