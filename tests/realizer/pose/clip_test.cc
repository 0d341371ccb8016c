// Tests for realizer/pose/clip.h.
#include "realizer/pose/clip.h"

#include <cmath>

#include "tests/support/catch.h"
#include "tests/support/motion/clips.h"

namespace kine::pose::clip_test {
namespace {

using enum body::Joint;

double turn_of(const ClipFrame& frame) { return angle_between(test::rotation_in(frame, Head), {}); }

}  // namespace

TEST_CASE("a clip lasts from its first frame to its last", "[clip]") {
  CHECK(test::turning_clip(Head, 1, 11)->length().count() == Approx(1));
  CHECK(test::turning_clip(Head, 1, 2)->length().count() == Approx(0.1));
}

TEST_CASE("a clip stands at its first frame before it and at its last one after it", "[clip]") {
  const auto clip = test::turning_clip(Head, 1, 11);
  for (const double time_s : {-1.0, 0.0}) {
    const ClipPlace place = place_in(*clip, time_s, Playing::Once);
    CHECK(place.from == &clip->frames.front());
    CHECK(place.h == 0);
  }
  for (const double time_s : {1.0, 7.3}) {
    const ClipPlace place = place_in(*clip, time_s, Playing::Once);
    CHECK(place.from == &clip->frames.back());
    CHECK(place.h == 0);
  }
}

TEST_CASE("a time lies between the two frames round it", "[clip]") {
  const auto clip = test::turning_clip(Head, 1, 11);
  const ClipPlace place = place_in(*clip, 0.325, Playing::Once);
  CHECK(place.from == &clip->frames[3]);
  CHECK(place.to == &clip->frames[4]);
  CHECK(place.frame == 3);
  CHECK(place.h == Approx(0.25));
}

TEST_CASE("a clip that goes round ends where it begins, and is bent for that in its last 0.3 s",
          "[clip]") {
  const auto clip = test::turning_clip(Head, 1, 11, 0.2);

  CHECK(test::keeps_promises(*clip));
  REQUIRE(clip->seam.size() == 3);
  CHECK(turn_of(clip->seam.back()) == Approx(0).margin(1e-3));
  CHECK(clip->seam.back().hips[0] == Approx(0).margin(1e-6));
  // A third of the way, smoothly: 3/9 - 2/27 of the turn that is missing, which is all of it.
  CHECK(turn_of(clip->seam.front()) == Approx(0.8 - (3.0 / 9 - 2.0 / 27)).epsilon(1e-3));
  CHECK(place_in(*clip, 0.75, Playing::Looped).to == &clip->seam.front());
  CHECK(place_in(*clip, 0.75, Playing::Once).to == &clip->frames[8]);
}

TEST_CASE("a clip that goes round is the same in every round", "[clip]") {
  const auto clip = test::turning_clip(Head, 1, 11);
  for (const double time_s : {0.01, 0.325, 0.77, 0.99}) {
    const ClipPlace first = place_in(*clip, time_s, Playing::Looped);
    const ClipPlace third = place_in(*clip, time_s + 2, Playing::Looped);
    CHECK(first.from == third.from);
    CHECK(first.h == Approx(third.h).margin(1e-5));
  }
}

TEST_CASE("a clip that ends where it begins needs no bending", "[clip]") {
  Clip clip = *test::turning_clip(Head, 1, 11);
  clip.frames.back() = clip.frames.front();
  clip = with_seam(std::move(clip));
  CHECK(turn_of(clip.seam[0]) == Approx(turn_of(clip.frames[8])).margin(1e-5));
  CHECK(turn_of(clip.seam[1]) == Approx(turn_of(clip.frames[9])).margin(1e-5));
}

TEST_CASE("a clip of one frame stands", "[clip]") {
  Clip clip = *test::turning_clip(Head, 1, 2);
  clip.frames.resize(1);
  clip = with_seam(std::move(clip));
  CHECK(test::keeps_promises(clip));
  CHECK(place_in(clip, 5, Playing::Looped).from == &clip.frames.front());
}

}  // namespace kine::pose::clip_test
