#include "avatars/face_shapes.h"

#include "avatars/face_mesh.h"
#include "avatars/face_parts.h"
#include "realizer/body/channels.h"
#include "tests/support/catch.h"

namespace kine::avatars::face_shapes_test {
namespace {

const HalfFace& usual() {
  static const HalfFace kHalf = make_half_face(head_form({}, 0.048), {}, 0.10);
  return kHalf;
}

TEST_CASE("A shape of the right is the left one mirrored") {
  for (const auto& point : usual().points) {
    FacePoint image = point;
    image.place = mirrored(point.place);
    for (const auto& [left, right] : {std::pair{"mouthSmileLeft", "mouthSmileRight"},
                                      {"eyeBlinkLeft", "eyeBlinkRight"},
                                      {"jawLeft", "jawRight"}}) {
      REQUIRE(displacement(right, {}, image) == mirrored(displacement(left, {}, point)));
    }
  }
}

TEST_CASE("What one eye does the other eye's lids do not follow") {
  for (auto point : usual().points) {
    if (point.upper_lid == 0 && point.lower_lid == 0) continue;
    CHECK(length(displacement("eyeBlinkRight", {}, point)) == 0);
  }
}

TEST_CASE("Lids slide over the eyeball and never into it") {
  for (const auto& point : usual().points) {
    if (point.upper_lid < 0.99 && point.lower_lid < 0.99) continue;
    if (length(point.place - kEye) < kEyeRadius) continue;  // the inner edge lies against it
    const Vec3 by = displacement("eyeBlinkLeft", {}, point);
    for (const double weight : {0.0, 0.25, 0.5, 0.75, 1.0}) {
      CHECK(length(point.place + weight * by - kEye) > kEyeRadius);
    }
  }
}

TEST_CASE("Closed lids meet across the whole eye, so the iris is covered") {
  // The margins of both lids, by how far out they are.
  std::vector<Vec3> upper;
  std::vector<Vec3> lower;
  for (const auto& point : usual().points) {
    if (length(point.place - kEye) < kEyeRadius || length(point.place - kEye) > kLidRadius + 1e-6)
      continue;
    const Vec3 closed = point.place + displacement("eyeBlinkLeft", {}, point);
    if (point.upper_lid > 0.999) upper.push_back(closed);
    if (point.lower_lid > 0.999) lower.push_back(closed);
  }
  REQUIRE(upper.size() >= 10);
  REQUIRE(lower.size() >= 10);
  for (const Vec3& below : lower) {
    for (const Vec3& above : upper) {
      if (std::abs(above.x - below.x) < 1e-4) CHECK(above.y <= below.y);
    }
  }
}

TEST_CASE("An open jaw takes the chin down and leaves the nose") {
  FacePoint chin;
  chin.place = {0, -0.015, 0.09};
  chin.jaw = 1;
  CHECK(displacement("jawOpen", {}, chin).y < -0.02);
  FacePoint nose;
  nose.place = {0, 0.055, 0.11};
  CHECK(length(displacement("jawOpen", {}, nose)) == 0);
}

TEST_CASE("Eyes take part: a smile lifts cheek and lower lid, anger lowers the upper one") {
  FacePoint cheek;
  cheek.place = {0.039, 0.048, 0.080};
  CHECK(displacement("mouthSmileLeft", {}, cheek).y > 0.005);
  std::size_t margins = 0;
  for (const auto& point : usual().points) {
    const bool in_middle = std::abs(point.place.x - kEye.x) < 0.004;
    if (!in_middle || length(point.place - kEye) < kEyeRadius) continue;
    if (point.upper_lid > 0.999) {
      CHECK(displacement("browDownLeft", {}, point).y < -0.0015);
      ++margins;
    }
    if (point.lower_lid > 0.999) {
      CHECK(displacement("mouthSmileLeft", {}, point).y > 0.0008);
      ++margins;
    }
  }
  CHECK(margins >= 2);
}

TEST_CASE("Rounded lips are narrower and farther ahead") {
  FacePoint corner;
  corner.place = {kMouthHalfWidth, kMouthY, 0.088};
  FacePoint middle;
  middle.place = {0, kMouthY, 0.098};
  CHECK(displacement("mouthPucker", {}, corner).x < -0.005);
  CHECK(displacement("mouthPucker", {}, middle).z > 0.011);
  CHECK(displacement("mouthFunnel", {}, middle).z > 0.009);
}

TEST_CASE("A smile takes the mouth's corner up and out, a frown down") {
  FacePoint corner;
  corner.place = {kMouthHalfWidth, kMouthY, 0.088};
  CHECK(displacement("mouthSmileLeft", {}, corner).y > 0.004);
  CHECK(displacement("mouthSmileLeft", {}, corner).x > 0.003);
  CHECK(displacement("mouthFrownLeft", {}, corner).y < -0.004);
}

TEST_CASE("Closing the mouth takes back what the open jaw did to the lips") {
  FacePoint upper;
  upper.place = {0, kMouthY, 0.098};
  upper.lip = 1;
  FacePoint lower = upper;
  lower.lip = -1;
  lower.jaw = 1;
  const auto moved = [](const FacePoint& point) {
    return point.place + displacement("jawOpen", {}, point) + displacement("mouthClose", {}, point);
  };
  CHECK(length(moved(upper) - moved(lower)) < 1e-9);
}

TEST_CASE("All of ARKit's shapes but those of the tongue move skin") {
  for (const auto name : body::channel_names().first(body::kArkitChannelCount)) {
    double most_m = 0;
    for (const auto& point : usual().points) {
      for (const double side : {1.0, -1.0}) {
        FacePoint p = point;
        p.place.x *= side;
        most_m = std::max(most_m, length(displacement(name, {}, p)));
      }
    }
    INFO(name);
    CHECK((most_m > 0.0004 || name == "tongueOut"));
    CHECK(most_m < 0.06);
  }
}

}  // namespace
}  // namespace kine::avatars::face_shapes_test
