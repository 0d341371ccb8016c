// Sketches of random numbers: whatever they say, a body can move so. `movement random 100000` tries
// more of them.
#include <cstdint>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/movement/random_sketches.h"
#include "tests/support/sanitized.h"

namespace kine::random_sketches_test {

using namespace test::movement;

namespace {

bool is_knee(body::Joint joint) {
  return joint == body::Joint::LeftLowerLeg || joint == body::Joint::RightLowerLeg;
}

}  // namespace

// Three things are known, and few. Where gestures overlap, what goes along with them adds up, and
// joints may pass their limits. At feet that step and at strokes of no time hands may have a
// corner. A knee that comes out of its straightest sets out at once. The bounds are what was seen.
TEST_CASE("random sketches give finite frames, and few that pass limits or jump",
          "[random_sketches][sweep]") {
  constexpr std::uint32_t kScripts = test::kSanitized ? 100 : 2000;
  constexpr double kRound_deg =
      5;  // the way between two key poses may round a corner of the limits
  constexpr double kKnee_m_s = 1;
  constexpr double kJumpMost_m_s = 1.25;
  constexpr double kHalfASole_cm = 4.5;  // the support's edge goes through the ankles
  int beyond_limits = 0;
  int jumping = 0;
  int knees = 0;
  for (std::uint32_t seed = 0; seed < kScripts; ++seed) {
    const auto& cast = two_casts()[seed % two_casts().size()];
    const std::string script = random_sketches(seed, *cast->vocabulary);
    const Soundness sound = soundness_of(cast, script);
    CAPTURE(seed, script, body::name_of(sound.joint), body::name_of(sound.jumping),
            sound.jump_at_s);
    REQUIRE(sound.finite);
    CHECK(sound.velocity_jump_m_s < kJumpMost_m_s);
    const bool is_loaded = script.find("load-") != std::string::npos;  // its mass is not that alone
    if (!is_loaded) CHECK(sound.inside_cm > -kHalfASole_cm);
    beyond_limits += sound.beyond_limits_deg > kRound_deg ? 1 : 0;
    if (is_knee(sound.jumping)) {
      knees += sound.velocity_jump_m_s > kKnee_m_s ? 1 : 0;
    } else {
      jumping += sound.velocity_jump_m_s > 0 ? 1 : 0;
    }
  }
  CHECK(beyond_limits <= 10);
  CHECK(jumping <= 10);
  CHECK(knees <= 5);
}

TEST_CASE("random sketches are the same for a seed", "[random_sketches]") {
  const auto& vocabulary = *two_casts().front()->vocabulary;
  CHECK(random_sketches(7, vocabulary) == random_sketches(7, vocabulary));
  CHECK(random_sketches(7, vocabulary) != random_sketches(8, vocabulary));
}

}  // namespace kine::random_sketches_test
