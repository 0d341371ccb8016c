// A minute of talking with a gesture every 2 to 4 s, beside people who speak: the whole body takes
// part. The ranges are about a third of what a lively speaker has, up to about all of it.
#include <cmath>
#include <cstdio>
#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/movement/talking.h"

namespace kine::talking_test {

using namespace test::movement;

TEST_CASE("a body that talks takes part as bodies of people do", "[talking]") {
  constexpr std::uint64_t kMinute = 3600;
  for (const auto& cast : two_casts()) {
    const std::string script =
        "<script xmlns=\"urn:kinesphere:script:1\">" + talk(3, 58, *cast->vocabulary) + "</script>";
    const auto performed = test::perform({.casts = {cast},
                                          .scripts = {{.tick = 1, .text = script}},
                                          .alive = true,
                                          .ticks = kMinute});
    const TalkingFigures seen = talking_figures(performed.frames, *cast->body, 60);
    std::printf(
        "%s: chest on hips %.1f, hips %.1f degrees, aside %.1f cm, clavicles %.1f and %.1f, "
        "head on chest %.1f, r %.2f at %+d, up %.2f, down %.2f m/s\n",
        cast->name.c_str(), seen.chest_on_hips_deg, seen.hips_deg, seen.hips_aside_cm,
        seen.clavicles_deg[0], seen.clavicles_deg[1], seen.head_on_chest_deg, seen.chest_with_hands,
        seen.best_lag, seen.up_m_s, seen.down_m_s);
    CHECK(seen.chest_on_hips_deg >= 3);
    CHECK(seen.chest_on_hips_deg <= 10);
    CHECK(seen.hips_deg >= 2);
    CHECK(seen.hips_deg <= 10);
    CHECK(seen.hips_aside_cm >= 1);
    CHECK(seen.hips_aside_cm <= 8);
    // In the mean: chance says which hand speaks more, and the other clavicle has less to do.
    const double clavicles_deg = (seen.clavicles_deg[0] + seen.clavicles_deg[1]) / 2;
    CHECK(clavicles_deg >= 2);
    CHECK(clavicles_deg <= 6);
    CHECK(seen.head_on_chest_deg >= 4);
    CHECK(seen.head_on_chest_deg <= 14);
    CHECK(seen.chest_with_hands >= 0.3);
    CHECK(std::abs(seen.best_lag) <= 2);
    CHECK(seen.down_m_s <= seen.up_m_s);
  }
}

TEST_CASE("talk is the same for a seed, and leaves room between gestures", "[talking]") {
  const auto& vocabulary = *two_casts().front()->vocabulary;
  CHECK(talk(3, 20, vocabulary) == talk(3, 20, vocabulary));
  CHECK(talk(3, 20, vocabulary) != talk(4, 20, vocabulary));
}

}  // namespace kine::talking_test
