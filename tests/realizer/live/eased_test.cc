// Tests for realizer/live/eased.h.
#include "realizer/live/eased.h"

#include "realizer/live/live_posture.h"

#include "tests/support/catch.h"

namespace kine::eased_test {
namespace {

using namespace std::chrono_literals;
using body::BodyOffsets;

constexpr BodyOffsets kBent{.spine_rad = body::shared_by_trunk({0.4, 0, 0})};

}  // namespace

TEST_CASE("a posture comes eased from nothing and stays", "[eased]") {
  const TickRate rate(60);
  const LivePosture posture = changed({}, kBent, 1s, Tick{60}, rate);
  CHECK(posture.at(Tick{60}, rate) == BodyOffsets{});
  // 3h² - 2h³ at a quarter is 5/32.
  CHECK(posture.at(Tick{75}, rate).spine_rad[0].x == Approx(0.4 / 3 * 5 / 32));
  CHECK_FALSE(posture.is_settled(Tick{119}, rate));
  CHECK(posture.is_settled(Tick{120}, rate));
  CHECK(posture.at(Tick{120}, rate) == kBent);
}

TEST_CASE("a posture that is set while another comes begins with what is seen", "[eased]") {
  const TickRate rate(60);
  const LivePosture first = changed({}, kBent, 1s, Tick{60}, rate);
  const LivePosture second = changed(first, BodyOffsets{}, 500ms, Tick{90}, rate);
  CHECK(second.at(Tick{90}, rate).spine_rad[0].x == Approx(0.2 / 3));
  CHECK(second.at(Tick{105}, rate).spine_rad[0].x == Approx(0.1 / 3));
  CHECK(second.at(Tick{120}, rate) == BodyOffsets{});
}

}  // namespace kine::eased_test
