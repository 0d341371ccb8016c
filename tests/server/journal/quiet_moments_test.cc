// Tests for server/journal/quiet_moments.h.
#include "server/journal/quiet_moments.h"

#include "tests/support/catch.h"

namespace kine::server::quiet_moments_test {
namespace {

/// Sees ticks one after the other, ten a second.
struct Ticks {
  /// When a scene was told among the next ticks, up to `end`.
  std::vector<std::uint64_t> told_until(std::uint64_t end, bool idle = true,
                                        const std::vector<Input>& inputs = {},
                                        QuietMoments::Told wanted = QuietMoments::Told::Wanted) {
    std::vector<std::uint64_t> told;
    for (; next < end; ++next) {
      TickOutput output;
      output.tick = {next};
      output.idle = idle;
      const auto scene = moments.see(inputs, output, shards, wanted);
      if (!scene) continue;
      CHECK(scene->tick.index + 1 == next);
      CHECK(scene->shards.size() == 1);
      told.push_back(scene->tick.index);
    }
    return told;
  }

  std::vector<Shard> shards = [] {
    std::vector<Shard> one;
    one.emplace_back(TickRate(10));
    return one;
  }();
  QuietMoments moments{TickRate(10)};
  std::uint64_t next = 1;
};

using Indices = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("a scene is told when it has been quiet for a second, and then each minute",
          "[journal]") {
  Ticks ticks;
  CHECK(ticks.told_until(1'300) == Indices{11, 612, 1'213});
}

TEST_CASE("a scene is told again soon after something has played, and not while it does",
          "[journal]") {
  Ticks ticks;
  CHECK(ticks.told_until(20) == Indices{11});
  CHECK(ticks.told_until(30, false).empty());
  CHECK(ticks.told_until(100) == Indices{62});
  CHECK(ticks.told_until(200, false).empty());
  CHECK(ticks.told_until(300) == Indices{209});
}

TEST_CASE("a scene that nobody wants is not copied, and is quiet all the same when somebody does",
          "[journal]") {
  Ticks ticks;
  CHECK(ticks.told_until(1'300, true, {}, QuietMoments::Told::NotWanted).empty());
  CHECK(ticks.told_until(1'310) == Indices{1'300});
}

TEST_CASE("a client that looks around keeps no scene busy, one that interrupts does", "[journal]") {
  Ticks ticks;
  CHECK(ticks.told_until(100, true, {SetTarget{.name = "camera", .point_m = {1, 1, 1}}}) ==
        Indices{11});
  Ticks others;
  CHECK(others.told_until(100, true, {Interrupt{.character = {1}, .block = {}}}).empty());
}

}  // namespace kine::server::quiet_moments_test
