// Sketches of random numbers: whatever they say, a body can move so. `movement random 100000` tries
// more of them.
#include <cstdint>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/movement/random_sketches.h"

namespace kine::random_sketches_test {

using namespace test::movement;

namespace {

bool is_clavicle(body::Joint joint) {
  return joint == body::Joint::LeftShoulder || joint == body::Joint::RightShoulder;
}

bool is_knee(body::Joint joint) {
  return joint == body::Joint::LeftLowerLeg || joint == body::Joint::RightLowerLeg;
}

}  // namespace

// Two things are known, and few. Where one gesture takes an arm over from another one, clavicles
// may pass their limits, and a succession may give a corner. A knee that comes out of its
// straightest sets out at once.
TEST_CASE("random sketches give finite frames within limits, without a jump in velocity",
          "[random_sketches]") {
  constexpr std::uint32_t kScripts = 2000;
  constexpr double kRound_deg =
      5;  // the way between two key poses may round a corner of the limits
  constexpr double kKnee_m_s = 1;
  int beyond_limits = 0;
  int jumping = 0;
  for (std::uint32_t seed = 0; seed < kScripts; ++seed) {
    const auto& cast = two_casts()[seed % two_casts().size()];
    const std::string script = random_sketches(seed, *cast->vocabulary);
    const Soundness sound = soundness_of(cast, script);
    CAPTURE(seed, script, body::name_of(sound.joint), body::name_of(sound.jumping),
            sound.jump_at_s);
    REQUIRE(sound.finite);
    if (sound.beyond_limits_deg > kRound_deg) {
      CHECK(is_clavicle(sound.joint));
      ++beyond_limits;
    }
    if (is_knee(sound.jumping)) {
      CHECK(sound.velocity_jump_m_s < kKnee_m_s);
    } else if (sound.velocity_jump_m_s > 0) {
      ++jumping;
    }
  }
  CHECK(beyond_limits <= 5);
  CHECK(jumping <= 3);
}

TEST_CASE("random sketches are the same for a seed", "[random_sketches]") {
  const auto& vocabulary = *two_casts().front()->vocabulary;
  CHECK(random_sketches(7, vocabulary) == random_sketches(7, vocabulary));
  CHECK(random_sketches(7, vocabulary) != random_sketches(8, vocabulary));
}

}  // namespace kine::random_sketches_test
