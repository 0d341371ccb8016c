// Tests for server/offline/heard_sound.h.
#include "server/offline/heard_sound.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tests/support/catch.h"

namespace kine::heard_sound_test {

using namespace kine;

TEST_CASE("of what is heard, peaks start nothing", "[heard_sound]") {
  using speech::Heard;
  std::vector<Heard> all(3);
  all[0].kind = Heard::Kind::Peak;
  all[1].kind = Heard::Kind::Syllable;
  all[1].found = Seconds(0.5);
  all[1].observation = {.rises = true,
                        .falls = false,
                        .intensity = speech::HeardIntensity::High,
                        .length = speech::HeardLength::Long,
                        .context = 3};
  all[2].kind = Heard::Kind::Silence;
  all[2].found = Seconds(1);
  all[2].observation.intensity = speech::HeardIntensity::Silence;
  const auto sound = server::heard_sound_of(all);
  REQUIRE(sound.size() == 2);
  CHECK(sound[0].known_s == 0.5);
  CHECK(sound[0].symbol == all[1].observation.symbol());
  CHECK(sound[0].context == 3);
  CHECK(sound[1].known_s == 1);
}

TEST_CASE("by a sound brows rise with what is stressed, and are down at its end", "[heard_sound]") {
  const speech::Audio silence{.rate_hz = 16'000, .samples = std::vector<std::int16_t>(32'000)};
  const std::vector<speech::Heard> heard = {
      {.kind = speech::Heard::Kind::Syllable,
       .found = Seconds(0.5),
       .observation = {.rises = true, .intensity = speech::HeardIntensity::High}}};
  int highest = 0;
  const auto lips = server::lips_of(silence, heard);
  for (const server::LipsAt& each : lips) {
    if (each.known_s < 0.5) CHECK(each.brows == 0);
    highest = std::max<int>(highest, each.brows);
  }
  CHECK(highest == 102);
  CHECK(lips.back().brows == 0);
}

}  // namespace kine::heard_sound_test
