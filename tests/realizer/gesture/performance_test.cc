// Tests for realizer/gesture/performance.h.
#include "realizer/gesture/performance.h"

#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"

namespace kine::gesture::performance_test {
namespace {

constexpr HeardNow kLoud{.symbol = 0, .context = 0};
constexpr HeardNow kSoft{.symbol = 1, .context = 0};

/// Two motions of a second, the second with its head 0.5 lower. A loud syllable starts the other
/// one, a soft one lets it go on.
SectionRepertoire obedient_repertoire() {
  SectionRepertoire repertoire = test::nodding_repertoire({0, 0.5});
  repertoire.model = test::random_model(2, 1);
  repertoire.segments[1].motion = 1;
  for (std::size_t i = 0; i < 2; ++i) {
    Motion& motion = repertoire.model.motions[i];
    motion.length_s = 1;
    motion.completion = test::constant_completion(0.5);
    motion.next = {i == 0 ? 0.0 : 1.0, i == 0 ? 1.0 : 0.0};
    motion.start.symbols = motion.going_on.symbols = {};
    motion.start.symbols[0] = motion.going_on.symbols[1] = 1;
    motion.start_share = motion.going_on_share = 0.25;
  }
  return repertoire;
}

/// Plays at 60 moments a second.
class Player {
 public:
  std::optional<std::size_t> go_to(std::size_t moment, std::vector<HeardNow> heard = {}) {
    const std::vector<Quat> shown(2);
    return perform({.repertoire = repertoire_,
                    .profile = {},
                    .now_s = static_cast<double>(moment) / 60,
                    .heard = heard,
                    .shown = shown},
                   {.seed = 1}, performance_);
  }
  const Performance& performance() const { return performance_; }

 private:
  SectionRepertoire repertoire_ = obedient_repertoire();
  Performance performance_ = first_performance(repertoire_);
};

}  // namespace

TEST_CASE("nothing starts before something was heard", "[gesture]") {
  Player player;
  for (std::size_t i = 1; i < 100; ++i) CHECK_FALSE(player.go_to(i));
  CHECK(player.go_to(100, {kLoud}).has_value());
}

TEST_CASE("a syllable starts another segment, or lets one go on", "[gesture]") {
  Player player;
  const auto first = player.go_to(10, {kLoud});
  REQUIRE(first.has_value());
  CHECK(player.performance().ends_s == Approx(10.0 / 60 + 1));
  CHECK_FALSE(player.go_to(20, {kSoft}));
  CHECK(player.performance().segment == first);
  CHECK(player.go_to(30, {kLoud}) == 1 - *first);
  CHECK(player.go_to(40, {kLoud}) == first);
}

TEST_CASE("a segment that comes to its end is followed by another one", "[gesture]") {
  Player player;
  const auto first = player.go_to(10, {kLoud});
  CHECK_FALSE(player.go_to(20, {kSoft}));
  for (std::size_t i = 21; i < 70; ++i) CHECK_FALSE(player.go_to(i));
  CHECK(player.go_to(70) == 1 - *first);
  CHECK(player.performance().began_s == Approx(70.0 / 60));
  for (std::size_t i = 71; i < 130; ++i) CHECK_FALSE(player.go_to(i));
  CHECK(player.go_to(130).has_value());
}

TEST_CASE("two syllables of one moment start one segment", "[gesture]") {
  Player player;
  const auto first = player.go_to(10, {kLoud});
  CHECK(player.go_to(20, {kLoud, kLoud}) == 1 - *first);
  CHECK(player.performance().began_s == Approx(20.0 / 60));
}

TEST_CASE("what is drawn does not depend on how often there is a moment", "[gesture]") {
  Player often;
  Player seldom;
  for (std::size_t i = 1; i <= 600; ++i) {
    const std::vector<HeardNow> heard(i % 24 == 0 ? 1 : 0, i % 48 == 0 ? kLoud : kSoft);
    often.go_to(i, heard);
    if (i % 2 == 0) seldom.go_to(i, heard);
  }
  CHECK(often.performance().segment == seldom.performance().segment);
  CHECK(often.performance().draws == seldom.performance().draws);
  CHECK(often.performance().draws >= 25);
}

}  // namespace kine::gesture::performance_test
