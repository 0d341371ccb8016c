// Tests for realizer/formats/read/vrma_reader.h. The files are composed here, byte by byte, as
// glTF 2.0 and VRMC_vrm_animation 1.0 have it.
#include "realizer/formats/read/vrma_reader.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/pose/retarget/retarget.h"
#include "tests/support/catch.h"
#include "tests/support/glb.h"
#include "tests/support/motion/clips.h"

namespace kine::vrma_reader_test {

using namespace kine;

namespace {

std::string bytes_of(const std::vector<float>& numbers) {
  std::string bytes(numbers.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), numbers.data(), bytes.size());
  return bytes;
}

constexpr float kHalf = 0.70710678F;  // the sine and cosine of an eighth of a turn

/// Two keys at 0 and 1 s: times, places (0 1 0 and 1 0.1 0), turns of the head, whose axes at rest
/// are turned by a quarter about +X.
const std::vector<float> kNumbers = {0,     1, 0, 1,     0,    1,    0.1F, 0,
                                     kHalf, 0, 0, kHalf, 0.5F, 0.5F, 0.5F, 0.5F};

struct Parts {
  std::string nodes =
      R"([{"name":"a","children":[1],"translation":[0,1,0]},)"
      R"({"name":"b","translation":[0,0.5,0],"rotation":[0.70710678,0,0,0.70710678]},)"
      R"({"name":"smile","translation":[0,0,0]}])";
  std::string extension =
      R"({"VRMC_vrm_animation":{"specVersion":"1.0","humanoid":{"humanBones":{)"
      R"("hips":{"node":0},"head":{"node":1}}},"expressions":{"preset":{"happy":{"node":2}}}}})";
  std::string interpolation = "LINEAR";
  std::string buffer = R"({"byteLength":64})";
  std::string turn_count = "2";
};

/// The places are those of the hips and of the expression's node, where x is its weight.
std::string vrma(const Parts& parts = {}) {
  const std::string json =
      R"({"asset":{"version":"2.0"},"extensionsUsed":["VRMC_vrm_animation"],"extensions":)" +
      parts.extension + R"(,"buffers":[)" + parts.buffer +
      R"(],"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":64}],"accessors":[)"
      R"({"bufferView":0,"byteOffset":0,"componentType":5126,"count":2,"type":"SCALAR"},)"
      R"({"bufferView":0,"byteOffset":8,"componentType":5126,"count":2,"type":"VEC3"},)"
      R"({"bufferView":0,"byteOffset":32,"componentType":5126,"count":)" +
      parts.turn_count + R"(,"type":"VEC4"}],"nodes":)" + parts.nodes +
      R"(,"animations":[{"channels":[)"
      R"({"sampler":0,"target":{"node":0,"path":"translation"}},)"
      R"({"sampler":0,"target":{"node":2,"path":"translation"}},)"
      R"({"sampler":1,"target":{"node":1,"path":"rotation"}}],"samplers":[)"
      R"({"input":0,"output":1,"interpolation":"LINEAR"},)"
      R"({"input":0,"output":2,"interpolation":")" +
      parts.interpolation + R"("}]}]})";
  return test::glb(json, bytes_of(kNumbers));
}

/// Keys at 0 s and 2 s: of each the incoming tangent, the value and the outgoing tangent.
struct Spline {
  std::array<Vec3, 6> places;
  std::array<Quat, 6> turns;
};

/// One node, the hips, that moves as the splines say.
std::string vrma(const Spline& spline) {
  std::vector<float> numbers = {0, 2};
  const auto add = [&](double number) { numbers.push_back(static_cast<float>(number)); };
  for (const Vec3& v : spline.places) {
    for (const double number : {v.x, v.y, v.z}) add(number);
  }
  for (const Quat& q : spline.turns) {
    for (const double number : {q.x, q.y, q.z, q.w}) add(number);
  }
  return test::glb(
      R"({"asset":{"version":"2.0"},"buffers":[{"byteLength":176}],)"
      R"("bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":176}],"accessors":[)"
      R"({"bufferView":0,"byteOffset":0,"componentType":5126,"count":2,"type":"SCALAR"},)"
      R"({"bufferView":0,"byteOffset":8,"componentType":5126,"count":6,"type":"VEC3"},)"
      R"({"bufferView":0,"byteOffset":80,"componentType":5126,"count":6,"type":"VEC4"}],)"
      R"("nodes":[{"name":"a"}],"animations":[{"channels":[)"
      R"({"sampler":0,"target":{"node":0,"path":"translation"}},)"
      R"({"sampler":1,"target":{"node":0,"path":"rotation"}}],"samplers":[)"
      R"({"input":0,"output":1,"interpolation":"CUBICSPLINE"},)"
      R"({"input":0,"output":2,"interpolation":"CUBICSPLINE"}]}]})",
      bytes_of(numbers));
}

/// p0, p1 and the tangents m0 and m1 in one of their components, by Hermite's four polynomials.
double hermite(double p0, double m0, double p1, double m1, double t, double length_s) {
  return (1 + 2 * t) * (1 - t) * (1 - t) * p0 + length_s * t * (1 - t) * (1 - t) * m0 +
         t * t * (3 - 2 * t) * p1 + length_s * t * t * (t - 1) * m1;
}

Error error_of(const std::string& bytes) {
  const auto recording = formats::read_vrma(bytes);
  REQUIRE_FALSE(recording);
  CHECK_FALSE(recording.error().message.empty());
  return recording.error();
}

}  // namespace

TEST_CASE("a VRM animation says which node is which bone, and rests in T-pose",
          "[formats][vrma_reader]") {
  const auto recording = formats::read_vrma(vrma());

  REQUIRE(recording);
  CHECK(pose::valid(*recording));
  CHECK(recording->rest == pose::Recording::Rest::TPose);
  CHECK(recording->frame_count == 61);
  CHECK(recording->frame_time.count() == Approx(1.0 / 60));
  for (const pose::Recording::Node& node : recording->nodes) {
    if (node.name == "a") CHECK(node.joint == body::Joint::Hips);
    if (node.name == "b") CHECK(node.joint == body::Joint::Head);
    if (node.name == "smile") CHECK_FALSE(node.joint);
  }
}

TEST_CASE("turns of a VRM animation come to our axes, and the hips to heights of the hips",
          "[formats][vrma_reader]") {
  const auto clip = pose::retarget(*formats::read_vrma(vrma()), {}, "nod");

  REQUIRE(clip);
  CHECK(test::keeps_promises(*clip));
  CHECK(clip->length().count() == Approx(1));
  // (.5 .5 .5 .5) is the rest, a quarter about X, after a quarter about Y: the turn since rest is
  // the second times the first undone.
  const Quat rest{kHalf, 0, 0, kHalf};
  const Quat expected = normalized(Quat{0.5, 0.5, 0.5, 0.5} * conjugate(rest));
  CHECK(angle_between(test::rotation_in(clip->frames.front(), body::Joint::Head), {}) < 2e-3);
  CHECK(angle_between(test::rotation_in(clip->frames.back(), body::Joint::Head), expected) < 2e-3);
  CHECK(angle_between(test::rotation_in(clip->frames[30], body::Joint::Head),
                      slerp({}, expected, 0.5)) < 2e-3);
  CHECK(clip->frames.front().hips[1] == Approx(0).margin(1e-6));
  CHECK(clip->frames.back().hips[0] == Approx(1));
  CHECK(clip->frames.back().hips[1] == Approx(0.1 - 1));
  REQUIRE(clip->curves.size() == 1);
  CHECK(clip->curves[0].channel == *body::find_channel("vrm_happy"));
  CHECK(clip->curves[0].values.back() == 1);
  CHECK(clip->curves[0].values[30] == Approx(0.5));
}

TEST_CASE("a step stands until the next key", "[formats][vrma_reader]") {
  Parts parts;
  parts.interpolation = "STEP";
  const auto recording = formats::read_vrma(vrma(parts));
  REQUIRE(recording);
  for (const pose::Recording::Node& node : recording->nodes) {
    if (node.name != "b") continue;
    CHECK(angle_between(node.rotations[59], node.rotations[0]) < 1e-6);
    CHECK(angle_between(node.rotations[60], node.rotations[0]) > 1);
  }
}

TEST_CASE(
    "a cubic spline leaves a key by its outgoing tangent and comes to the next by the incoming",
    "[formats][vrma_reader]") {
  // The outermost tangents are of no interest: they are large so that they would be seen.
  const Spline spline{
      .places =
          {Vec3{9, 9, 9}, {0, 1, -0.5}, {0.25, -1, 2}, {-0.5, 0.75, 0}, {1, 0.5, 0.25}, {9, 9, 9}},
      .turns = {Quat{9, 9, 9, 9},
                {0, 0, 0, 1},
                {0.5, -0.25, 0.125, 0},
                {0.25, 0.5, -0.5, -0.75},
                {0.6, 0, 0, 0.8},
                {9, 9, 9, 9}}};

  const auto recording = formats::read_vrma(vrma(spline));

  REQUIRE(recording);
  REQUIRE(recording->frame_count == 121);
  const pose::Recording::Node& node = recording->nodes.at(0);
  REQUIRE(node.positions.size() == 121);
  REQUIRE(node.rotations.size() == 121);
  const auto& p = spline.places;
  const auto& q = spline.turns;
  for (std::size_t frame = 0; frame <= 120; frame += 12) {
    CAPTURE(frame);
    const auto at = [&](double p0, double m0, double m1, double p1) {
      return hermite(p0, m0, p1, m1, static_cast<double>(frame) / 120, 2);
    };
    const Vec3 place{at(p[1].x, p[2].x, p[3].x, p[4].x), at(p[1].y, p[2].y, p[3].y, p[4].y),
                     at(p[1].z, p[2].z, p[3].z, p[4].z)};
    const Quat turn{at(q[1].x, q[2].x, q[3].x, q[4].x), at(q[1].y, q[2].y, q[3].y, q[4].y),
                    at(q[1].z, q[2].z, q[3].z, q[4].z), at(q[1].w, q[2].w, q[3].w, q[4].w)};
    CHECK(length(node.positions[frame] - place) < 1e-6);
    CHECK(angle_between(node.rotations[frame], normalized(turn)) < 1e-6);
  }
}

TEST_CASE("a glTF without bones is known by the names of its nodes", "[formats][vrma_reader]") {
  Parts parts;
  parts.extension = "{}";
  const auto recording = formats::read_vrma(vrma(parts));
  REQUIRE(recording);
  CHECK(recording->rest == pose::Recording::Rest::Any);
  CHECK_FALSE(pose::retarget(*recording, {}, "x"));
}

TEST_CASE("a clip that refers to another file is refused", "[formats][vrma_reader]") {
  Parts parts;
  parts.buffer = R"({"byteLength":64,"uri":"secret.bin"})";
  CHECK(error_of(vrma(parts)).message == "a clip must not refer to other files");
  parts.buffer = R"({"byteLength":64,"uri":"../../etc/passwd"})";
  CHECK(error_of(vrma(parts)).message == "a clip must not refer to other files");
}

TEST_CASE("what is no sound glTF is refused", "[formats][vrma_reader]") {
  CHECK(error_of("").code == ErrorCode::Syntax);
  CHECK(error_of("HIERARCHY and so on and on and on").code == ErrorCode::Syntax);
  CHECK(error_of(vrma().substr(0, 60)).code == ErrorCode::Syntax);
  CHECK(error_of(test::glb(R"({"asset":{"version":"2.0"}})", "    ")).message ==
        "there is no animation in the clip");
  CHECK(error_of(test::glb(std::string(kNestingMax + 1, '['), "    ")).code ==
        ErrorCode::LimitExceeded);
  CHECK(error_of("glTF" + std::string(kClipBytesMax, ' ')).code == ErrorCode::LimitExceeded);

  Parts parts;
  parts.turn_count = "3";  // past the end of the buffer
  error_of(vrma(parts));
  parts = {};
  parts.nodes = R"([{"name":"a","children":[1]},{"name":"b","children":[0]},{}])";
  CHECK(error_of(vrma(parts)).message == "a node of a clip is its own ancestor");
  parts.nodes = R"([{"name":"a","children":[1,1]},{"name":"b"},{}])";
  error_of(vrma(parts));
  parts.nodes = R"([{"name":"a","children":[7]},{"name":"b"},{}])";
  error_of(vrma(parts));
}

}  // namespace kine::vrma_reader_test
