// Tests for realizer/formats/read/gltf_skeleton.h. What clips make of it is in vrma_reader_test.cc.
#include "realizer/formats/read/gltf_skeleton.h"

#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/glb.h"

namespace kine::formats::gltf_skeleton_test {
namespace {

Result<tinygltf::Model> load(const std::string& rest) {
  return load_gltf(test::glb(R"({"asset":{"version":"2.0"})" + rest + "}"), kClipBytesMax);
}

}  // namespace

TEST_CASE("nodes come with their parents first, and know where they went", "[gltf_skeleton]") {
  const auto model =
      load(R"(,"nodes":[{"name":"b"},{"name":"a","children":[0],"translation":[1,2,3]}])");
  REQUIRE(model);
  GltfSkeleton skeleton(*model);
  pose::Recording recording;
  std::vector<std::string> left_out;
  CHECK_FALSE(skeleton.add_to(recording));
  REQUIRE(recording.nodes.size() == 2);
  CHECK(recording.nodes[0].name == "a");
  CHECK(recording.nodes[0].offset == Vec3{1, 2, 3});
  CHECK(recording.nodes[1].parent == std::size_t{0});
  CHECK(skeleton.place_of(0) == 1);
  CHECK(skeleton.name_bones(recording, left_out) == nullptr);
}

TEST_CASE("bones that are none of ours are left out with a word", "[gltf_skeleton]") {
  const auto model =
      load(R"(,"nodes":[{"name":"x"}],"extensions":{"VRMC_vrm":{"humanoid":{"humanBones":)"
           R"({"hips":{"node":0},"tail":{"node":0},"head":{"node":7}}}}})");
  REQUIRE(model);
  GltfSkeleton skeleton(*model);
  pose::Recording recording;
  std::vector<std::string> left_out;
  REQUIRE_FALSE(skeleton.add_to(recording));
  CHECK(skeleton.name_bones(recording, left_out) != nullptr);
  CHECK(recording.nodes[0].joint == body::Joint::Hips);
  CHECK(left_out == std::vector<std::string>{"the bone 'head'", "the bone 'tail'"});
}

TEST_CASE("a skeleton that is none is an error", "[gltf_skeleton]") {
  for (const std::string nodes :
       {R"([{"children":[1]},{"children":[0]}])", R"([{"children":[1]},{},{"children":[1]}])",
        R"([{"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]}])"}) {
    CAPTURE(nodes);
    const auto model = load(",\"nodes\":" + nodes);
    REQUIRE(model);
    GltfSkeleton skeleton(*model);
    pose::Recording recording;
    std::vector<std::string> left_out;
    CHECK(skeleton.add_to(recording));
  }
  CHECK_FALSE(load_gltf("glTF", kClipBytesMax));
  const std::string sound = test::glb(R"({"asset":{"version":"2.0"}})");
  CHECK(load_gltf(sound, sound.size()));
  CHECK_FALSE(load_gltf(sound, sound.size() - 1));
}

}  // namespace kine::formats::gltf_skeleton_test
