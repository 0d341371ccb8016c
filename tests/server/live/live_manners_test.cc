// Tests for server/live/live_manners.h.
#include "server/live/live_manners.h"

#include "realizer/script/sketch.h"
#include "tests/support/catch.h"

namespace kine::server::live_manners_test {
namespace {

using namespace std::chrono_literals;

const script::Expressivity kWide{{script::kSpatialExtent, 1}};

TEST_CASE("a manner is seen from the time of the block that is planned by it", "[live_manners]") {
  LiveManners manners(TickRate(60));
  manners.set("ada", kWide, 2s, Tick{120});
  const auto seen = manners.seen_from(Tick{180});
  REQUIRE(seen.all.size() == 1);
  CHECK(seen.all[0].character == "ada");
  CHECK(seen.all[0].since == -1s);
  CHECK(seen.all[0].at(-1s) == script::Expressivity{});
  CHECK(seen.all[0].at(1s) == kWide);
}

TEST_CASE("a manner that is set while another comes begins with what holds", "[live_manners]") {
  LiveManners manners(TickRate(60));
  manners.set("ada", kWide, 2s, Tick{0});
  manners.set("ada", {}, 1s, Tick{60});
  const auto seen = manners.seen_from(Tick{60});
  CHECK(seen.all[0].at(0s)[script::kSpatialExtent] == Approx(0.5));
  CHECK(seen.all[0].at(1s) == script::Expressivity{});
}

TEST_CASE("a part of a manner is set without the other one", "[live_manners]") {
  LiveManners manners(TickRate(60));
  manners.change("ada", {.nucleus = kWide}, 0s, Tick{0});
  manners.change("ada", {.sketch = script::Expressivity{{script::kTempo, 1}}}, 2s, Tick{60});
  const auto seen = manners.seen_from(Tick{60});
  CHECK(seen.count == 2);
  CHECK(seen.all[0].at(0s) == kWide);
  CHECK(seen.all[0].at(1s)[script::kTempo] == Approx(0.5));
  CHECK(seen.all[0].at(1s)[script::kSpatialExtent] == 1);
}

TEST_CASE("each character has the last style that it was given", "[live_manners]") {
  LiveManners manners(TickRate(60));
  manners.set_style("ben", "shy");
  manners.set_style("ada", "happy");
  manners.set_style("ben", "proud");
  REQUIRE(manners.styles().size() == 2);
  CHECK(manners.styles()[0].style == "happy");
  CHECK(manners.styles()[1].character == "ben");
  CHECK(manners.styles()[1].style == "proud");
  manners.set_style("ada", "");
  CHECK(manners.styles().size() == 1);
  manners.forget("ben");
  CHECK(manners.styles().empty());
}

TEST_CASE("who was given no manner, or is forgotten, has none", "[live_manners]") {
  LiveManners manners(TickRate(60));
  CHECK(manners.seen_from(Tick{9}).all.empty());
  CHECK(manners.count_at("ada") == 0);
  manners.set("ada", kWide, 0s, Tick{0});
  manners.set("ben", kWide, 0s, Tick{0});
  CHECK(manners.count_at("ada") == 1);
  CHECK(manners.count_at("ben") == 2);
  manners.forget("ada");
  CHECK(manners.count_at("ada") == 0);
  CHECK(manners.seen_from(Tick{9}).count == 2);
  CHECK(manners.seen_from(Tick{9}).all.size() == 1);
}

}  // namespace
}  // namespace kine::server::live_manners_test
