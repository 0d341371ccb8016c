// Tests for realizer/formats/read/gltf_figure.h.
#include "realizer/formats/read/gltf_figure.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/glb.h"

namespace kine::formats::gltf_figure_test {
namespace {

std::string figure(const std::string& extensions) {
  return test::glb(R"({"asset":{"version":"2.0"},"nodes":[{"name":"a","children":[1]},)"
                   R"({"name":"b"}],"meshes":[{"primitives":[],"extras":{"targetNames":)"
                   R"(["jawOpen","blob","jawOpen"]}}])" +
                   extensions + "}");
}

using Strings = std::vector<std::string>;

}  // namespace

TEST_CASE("an avatar of VRM 1.0 has bones, presets and shapes", "[gltf_figure]") {
  const auto read = read_figure(figure(
      R"(,"extensions":{"VRMC_vrm":{"humanoid":{"humanBones":{"hips":{"node":0},)"
      R"("leftThumbProximal":{"node":1}}},"expressions":{"preset":{"happy":{"isBinary":true}},)"
      R"("custom":{"eyeWideLeft":{"isBinary":false}}}}})"));
  REQUIRE(read);
  CHECK(read->kind == "VRM 1.0");
  CHECK(read->presets == Strings{"happy"});
  CHECK(read->shapes == Strings{"eyeWideLeft", "jawOpen", "blob"});
  CHECK(read->found.recording.nodes[1].joint == body::Joint::LeftThumbProximal);
  CHECK(read->found.left_out.empty());
  CHECK(valid(read->found.recording));
}

TEST_CASE("an avatar of VRM 0.x calls thumbs and expressions otherwise", "[gltf_figure]") {
  const auto read = read_figure(
      figure(R"(,"extensions":{"VRM":{"humanoid":{"humanBones":[{"bone":"hips","node":0},)"
             R"({"bone":"leftThumbProximal","node":1}]},"blendShapeMaster":{"blendShapeGroups":)"
             R"([{"presetName":"joy"},{"presetName":"unknown","name":"Wink"}]}}})"));
  REQUIRE(read);
  CHECK(read->kind == "VRM 0.x");
  CHECK(read->presets == Strings{"happy"});
  CHECK(read->shapes == Strings{"Wink", "jawOpen", "blob"});
  CHECK(read->found.recording.nodes[1].joint == body::Joint::LeftThumbMetacarpal);
}

TEST_CASE("another glTF is a figure, too, and what is none is an error", "[gltf_figure]") {
  const auto read = read_figure(figure(""));
  REQUIRE(read);
  CHECK(read->kind == "glTF");
  CHECK(read->presets.empty());
  CHECK_FALSE(has_animation(figure("")));
  CHECK(has_animation(figure(R"(,"animations":[{"channels":[],"samplers":[]}])")));
  CHECK_FALSE(read_figure("no figure"));
  CHECK_FALSE(has_animation("no figure"));
}

}  // namespace kine::formats::gltf_figure_test
