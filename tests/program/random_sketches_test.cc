// Sketches of random numbers: whatever they say, a body can move so. `movement random 100000` tries
// more of them.
#include <cstdint>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/movement/random_sketches.h"

namespace kine::random_sketches_test {

using namespace test::movement;

TEST_CASE("random sketches give finite frames within limits, without a jump in velocity",
          "[random_sketches]") {
  constexpr std::uint32_t kScripts = 2000;
  constexpr double kRound_deg = 5;  // the way between two key poses may round a corner of the limits
  for (std::uint32_t seed = 0; seed < kScripts; ++seed) {
    const auto& cast = two_casts()[seed % two_casts().size()];
    const std::string script = random_sketches(seed, *cast->vocabulary);
    const Soundness sound = soundness_of(cast, script);
    CAPTURE(seed, script, body::name_of(sound.joint), body::name_of(sound.jumping),
            sound.jump_at_s);
    REQUIRE(sound.finite);
    CHECK(sound.beyond_limits_deg < kRound_deg);
    CHECK(sound.velocity_jump_m_s == 0);
  }
}

TEST_CASE("random sketches are the same for a seed", "[random_sketches]") {
  const auto& vocabulary = *two_casts().front()->vocabulary;
  CHECK(random_sketches(7, vocabulary) == random_sketches(7, vocabulary));
  CHECK(random_sketches(7, vocabulary) != random_sketches(8, vocabulary));
}

}  // namespace kine::random_sketches_test
