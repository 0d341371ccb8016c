// Tests for realizer/formats/gltf.h: the files are read back by tinygltf, and by our own reader of
// clips.
#include "realizer/formats/gltf.h"

#include <tiny_gltf.h>

#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "realizer/formats/figure.h"
#include "realizer/formats/read/clip_file.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/clips.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::gltf_test {

using namespace kine;

namespace {

tinygltf::Model read_gltf(const std::string& bytes) {
  tinygltf::TinyGLTF loader;
  tinygltf::Model model;
  std::string error;
  std::string warning;
  const bool loaded = loader.LoadBinaryFromMemory(
      &model, &error, &warning, reinterpret_cast<const unsigned char*>(bytes.data()),
      static_cast<unsigned int>(bytes.size()));
  CAPTURE(error, warning);
  REQUIRE(loaded);
  CHECK(warning.empty());
  return model;
}

std::vector<float> numbers_of(const tinygltf::Model& model, int index) {
  const tinygltf::Accessor& accessor = model.accessors.at(static_cast<std::size_t>(index));
  const tinygltf::BufferView& view =
      model.bufferViews.at(static_cast<std::size_t>(accessor.bufferView));
  std::vector<float> numbers(view.byteLength / sizeof(float));
  std::memcpy(numbers.data(), model.buffers.at(0).data.data() + view.byteOffset, view.byteLength);
  return numbers;
}

struct Keys {
  std::vector<float> times_s;
  std::vector<float> values;
};

/// By the name of the node and the path.
std::map<std::pair<std::string, std::string>, Keys> tracks_of(const tinygltf::Model& model) {
  std::map<std::pair<std::string, std::string>, Keys> tracks;
  REQUIRE(model.animations.size() == 1);
  const tinygltf::Animation& animation = model.animations[0];
  for (const tinygltf::AnimationChannel& channel : animation.channels) {
    const auto& sampler = animation.samplers.at(static_cast<std::size_t>(channel.sampler));
    CHECK(sampler.interpolation == "LINEAR");
    const std::string node = model.nodes.at(static_cast<std::size_t>(channel.target_node)).name;
    tracks[{node, channel.target_path}] = {numbers_of(model, sampler.input),
                                           numbers_of(model, sampler.output)};
  }
  return tracks;
}

/// How far two turns of four floats are from being the same, whichever side of the sphere.
double difference(const float* a, const std::array<float, 4>& b) {
  double dot = 0;
  for (std::size_t i = 0; i < 4; ++i) dot += static_cast<double>(a[i]) * b[i];
  return 1 - std::abs(dot);
}

std::vector<Frame> frames_at_origin(std::uint32_t seed, std::size_t count) {
  std::vector<Frame> frames = test::random_frames(seed, count);
  for (Frame& frame : frames) frame.root = {0, 0, 0, 0, 0, 0, 1};
  return frames;
}

std::string string_of(const tinygltf::Value& value, const char* key) {
  return value.Get(key).Get<std::string>();
}

}  // namespace

TEST_CASE("turns and the hips' way of a glTF are those of the frames", "[formats][gltf]") {
  const std::vector<Frame> frames = frames_at_origin(41, 7);
  for (const std::string ending : {".vrma", ".glb"}) {
    CAPTURE(ending);
    const auto tracks = tracks_of(read_gltf(test::written(test::recorded_ada(25), ending, frames)));

    const Keys& way = tracks.at({"hips", "translation"});
    REQUIRE(way.times_s.size() == frames.size());
    REQUIRE(way.values.size() == 3 * frames.size());
    for (std::size_t index = 0; index < frames.size(); ++index) {
      CHECK(way.times_s[index] == static_cast<float>(static_cast<double>(index) / 25));
      CHECK(way.values[3 * index + 1] == frames[index].hips_m[1]);
    }
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const std::string name(body::name_of(body::joint_at(joint)));
      CAPTURE(name);
      const Keys& turns = tracks.at({name, "rotation"});
      REQUIRE(turns.values.size() == 4 * frames.size());
      for (std::size_t index = 0; index < frames.size(); ++index) {
        CHECK(difference(&turns.values[4 * index], frames[index].parent_from_joint[joint]) < 1e-6);
      }
    }
  }
}

TEST_CASE("neighbouring turns of a glTF lie on one side of the sphere", "[formats][gltf]") {
  const auto tracks = tracks_of(
      read_gltf(test::written(test::recorded_ada(), ".vrma", test::random_frames(42, 20))));
  for (const auto& [key, track] : tracks) {
    if (key.second != "rotation") continue;
    for (std::size_t at = 4; at < track.values.size(); at += 4) {
      float dot = 0;
      for (std::size_t i = 0; i < 4; ++i) dot += track.values[at + i] * track.values[at - 4 + i];
      CHECK(dot >= 0);
    }
  }
}

TEST_CASE("what stands still in a glTF has two keys, and the motion keeps its length",
          "[formats][gltf]") {
  std::vector<Frame> frames;
  for (std::size_t tick = 0; tick <= 60; ++tick) {
    frames.push_back(test::still_frame(test::ada(), Tick{tick}));
  }
  const auto tracks = tracks_of(read_gltf(test::written(test::recorded_ada(), ".glb", frames)));
  for (const auto& [key, track] : tracks) {
    CAPTURE(key.first);
    CHECK(track.times_s == std::vector<float>{0, 1});
  }
}

TEST_CASE("a VRM animation says its bones, its expressions and its gaze", "[formats][gltf]") {
  std::vector<Frame> frames;
  for (std::size_t tick = 0; tick < 3; ++tick) {
    frames.push_back(test::still_frame(test::ada(), Tick{tick}));
  }
  const auto channel = [&](std::size_t frame, const char* name) -> float& {
    return frames[frame].channels[body::find_channel(name)->index];
  };
  channel(1, "vrm_happy") = 0.5F;
  channel(2, "vrm_happy") = 1.25F;
  channel(1, "jawOpen") = 0.75F;
  channel(1, "vrm_lookUp") = 1;
  const float kHalfOf20Degrees = 0.1736482F;  // its sine; the cosine is 0.9848078
  for (const body::Joint eye : {body::Joint::LeftEye, body::Joint::RightEye}) {
    frames[1].parent_from_joint[body::index_of(eye)] = {0, kHalfOf20Degrees, 0, 0.9848078F};
  }

  const tinygltf::Model model = read_gltf(test::written(test::recorded_ada(), ".vrma", frames));

  CHECK(model.extensionsUsed == std::vector<std::string>{"VRMC_vrm_animation"});
  const tinygltf::Value& extension = model.extensions.at("VRMC_vrm_animation");
  CHECK(string_of(extension, "specVersion") == "1.0");
  const tinygltf::Value& bones = extension.Get("humanoid").Get("humanBones");
  CHECK(bones.Keys().size() == body::kJointCount - 2);
  CHECK_FALSE(bones.Has("leftEye"));
  for (const std::string& bone : bones.Keys()) {
    const int node = bones.Get(bone).Get("node").Get<int>();
    CHECK(model.nodes.at(static_cast<std::size_t>(node)).name == bone);
  }
  const tinygltf::Value& expressions = extension.Get("expressions");
  CHECK(expressions.Get("preset").Keys() == std::vector<std::string>{"happy"});
  CHECK(expressions.Get("custom").Keys() == std::vector<std::string>{"jawOpen"});
  const auto tracks = tracks_of(model);
  CHECK(tracks.at({"expression_happy", "translation"}).values ==
        std::vector<float>{0, 0, 0, 0.5F, 0, 0, 1, 0, 0});
  CHECK(tracks.at({"expression_jawOpen", "translation"}).values ==
        std::vector<float>{0, 0, 0, 0.75F, 0, 0, 0, 0, 0});
  CHECK(tracks.at({"lookAt", "rotation"}).values.at(5) == Approx(kHalfOf20Degrees));
  const int gaze = extension.Get("lookAt").Get("node").Get<int>();
  CHECK(model.nodes.at(static_cast<std::size_t>(gaze)).name == "lookAt");
}

TEST_CASE("our own reader of clips finds every joint of a glTF where it was", "[formats][gltf]") {
  const std::vector<Frame> frames = frames_at_origin(43, 12);
  for (const std::string ending : {".vrma", ".glb"}) {
    CAPTURE(ending);
    const std::string bytes = test::written(test::recorded_ada(), ending, frames);
    const auto clip = formats::read_clip("a" + ending, bytes, {});
    REQUIRE(clip);
    REQUIRE(clip->frames.size() == frames.size());
    for (std::size_t index = 0; index < frames.size(); ++index) {
      Frame played = test::still_frame(test::ada(), Tick{index});
      for (std::size_t axis = 0; axis < 3; ++axis) {
        played.hips_m[axis] +=
            clip->frames[index].hips[axis] * static_cast<float>(test::ada().offsets_m[0].y);
      }
      for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
        const Quat turn = test::rotation_in(clip->frames[index], body::joint_at(joint));
        played.parent_from_joint[joint] = {static_cast<float>(turn.x), static_cast<float>(turn.y),
                                           static_cast<float>(turn.z), static_cast<float>(turn.w)};
      }
      const auto expected = formats::compute_figure(test::ada(), frames[index]).positions_m;
      const auto actual = formats::compute_figure(test::ada(), played).positions_m;
      for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
        CHECK(length(actual[joint] - expected[joint]) < 1e-4);
      }
    }
  }
}

TEST_CASE("our own reader of clips finds the face of a VRM animation", "[formats][gltf]") {
  const std::vector<Frame> frames = frames_at_origin(44, 5);
  const auto clip =
      formats::read_clip("a.vrma", test::written(test::recorded_ada(), ".vrma", frames), {});
  REQUIRE(clip);
  CHECK(clip->curves.size() == body::kChannelCount - 4);  // but where to look
  for (const pose::Recording::Curve& curve : clip->curves) {
    for (std::size_t index = 0; index < frames.size(); ++index) {
      CHECK(curve.values.at(index) ==
            Approx(std::min(1.0F, frames[index].channels[curve.channel.index])).margin(1e-6));
    }
  }
}

TEST_CASE("a .glb shows a figure whose every vertex hangs on one joint", "[formats][gltf]") {
  const tinygltf::Model model =
      read_gltf(test::written(test::recorded_ada(), ".glb", test::random_frames(45, 2)));

  REQUIRE(model.meshes.size() == 1);
  REQUIRE(model.skins.size() == 1);
  CHECK(model.skins[0].joints.size() == body::kJointCount);
  const auto& primitive = model.meshes[0].primitives.at(0);
  const auto& accessor =
      model.accessors.at(static_cast<std::size_t>(primitive.attributes.at("POSITION")));
  // From the soles to the crown, and as wide as the arms.
  CHECK(accessor.minValues.at(1) == Approx(0).margin(0.01));
  CHECK(accessor.maxValues.at(1) == Approx(test::ada().height_m).margin(0.03));
  CHECK(accessor.maxValues.at(0) == Approx(-accessor.minValues.at(0)).margin(1e-6));
}

}  // namespace kine::gltf_test
