// Tests for server/evaluation/performed_take.h.
#include "server/evaluation/performed_take.h"

#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"

namespace kine::performed_take_test {

using namespace kine;

namespace {

/// Something is heard four times a second.
std::shared_ptr<const server::HeardSound> talk(double length_s) {
  auto sound = std::make_shared<server::HeardSound>();
  for (double time_s = 0.25; time_s < length_s; time_s += 0.25) {
    sound->push_back({.symbol = 4, .context = 0, .known_s = time_s});
  }
  return sound;
}

server::PerformedTake performed(std::uint64_t seed) {
  const auto casts = server::make_casts({{.name = "ada", .body = "ada", .placement = {}}});
  return server::perform_take(talk(4), Seconds(4), casts.value().front(), test::playable_nodding(),
                              seed);
}

}  // namespace

TEST_CASE("a performed take has 30 frames a second, in which the head moves", "[evaluation]") {
  const auto take = performed(1);
  CHECK(take.motion.rate_hz == 30);
  CHECK(take.motion.frames.size() == 4 * 30 + 1);
  const std::size_t head = body::index_of(body::Joint::Head);
  CHECK(angle_between(take.motion.frames.front()[head], take.motion.frames.back()[head]) > 0.05);
}

TEST_CASE("motions that were played follow each other without a gap", "[evaluation]") {
  const auto take = performed(1);
  REQUIRE(take.played.size() >= 3);
  CHECK(take.played.front().from_s == Approx(0.25).margin(0.02));
  for (std::size_t i = 0; i < take.played.size(); ++i) {
    const server::PlayedMotion& each = take.played[i];
    CHECK(each.section == gesture::BodySection::Head);
    CHECK(each.length_s == Approx(1));
    CHECK(each.to_s - each.from_s <= each.length_s + 0.02);
    if (i > 0) CHECK(each.from_s == take.played[i - 1].to_s);
  }
  CHECK(take.played.back().ended_by == gesture::Termination::None);
}

TEST_CASE("the same seed performs the same", "[evaluation]") {
  CHECK(performed(2).motion.frames == performed(2).motion.frames);
}

}  // namespace kine::performed_take_test
