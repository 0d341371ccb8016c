// Tests for realizer/pose/body_keys.h.
#include "realizer/pose/body_keys.h"

#include "realizer/pose/keys.h"
#include "tests/support/catch.h"

namespace kine::pose::body_keys_test {
namespace {

const BodyKeys kAside{{{.time_s = 1, .offsets = {}},
                       {.time_s = 2, .offsets = {.pelvis_m = {0.04, 0, 0}}},
                       {.time_s = 3, .offsets = {.pelvis_m = {0.04, 0, 0}}}}};

double hips_m(float time_s) { return offsets_at(kAside, time_s).pelvis_m.x; }

}  // namespace

TEST_CASE("a body is at its keys at their times, and stays at the first and the last",
          "[body_keys]") {
  CHECK(hips_m(0) == 0);
  CHECK(hips_m(1) == 0);
  CHECK(hips_m(2) == 0.04);
  CHECK(hips_m(2.5F) == Approx(0.04));
  CHECK(hips_m(9) == 0.04);
}

TEST_CASE("between two keys it goes by the path of least jerk", "[body_keys]") {
  // 10 h^3 - 15 h^4 + 6 h^5
  CHECK(hips_m(1.5F) == Approx(0.02));
  CHECK(hips_m(1.25F) == Approx(0.04 * (10.0 / 64 - 15.0 / 256 + 6.0 / 1024)));
  CHECK(hips_m(1.01F) < 1e-6);
}

TEST_CASE("keys of a body are what is left to the tick", "[body_keys]") {
  Keys keys;
  keys.solved = BodyKeys{};
  CHECK(Contents::of(keys).solved == Solved::Nothing);
  keys.solved = kAside;
  CHECK(Contents::of(keys).solved == Solved::Body);
}

}  // namespace kine::pose::body_keys_test
