// Tests for realizer/gesture/performance.h.
#include "realizer/gesture/performance.h"

#include <array>
#include <utility>
#include <vector>

#include "realizer/gesture/stroke_time.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"

namespace kine::gesture::performance_test {
namespace {

constexpr HeardNow kLoud{.symbol = 3, .context = 0};
constexpr HeardNow kSoft{.symbol = 4, .context = 0};
constexpr HeardNow kSilence{.symbol = 1, .context = 0};  // after which a motion goes on, or not

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
    motion.start.symbols[3] = motion.going_on.symbols[4] = 0.5;
    motion.start.symbols[1] = motion.going_on.symbols[1] = 0.5;
    motion.start_share = motion.going_on_share = 0.25;
  }
  return repertoire;
}

/// Plays at 60 moments a second.
class Player {
 public:
  explicit Player(const Profile& profile = {}) : profile_(profile) {}
  std::optional<std::size_t> go_to(std::size_t moment, std::vector<HeardNow> heard = {}) {
    const double now_s = static_cast<double>(moment) / 60;
    for (HeardNow& each : heard) each.known_s = now_s;
    return go_to_time(now_s, heard);
  }
  std::optional<std::size_t> go_to_time(double now_s, const std::vector<HeardNow>& heard) {
    return perform({.repertoire = repertoire_,
                    .profile = profile_,
                    .now_s = now_s,
                    .heard = heard,
                    .shown = pose::Pose{}},
                   {.seed = 1}, performance_);
  }
  const Performance& performance() const { return performance_; }

 private:
  Profile profile_;
  SectionRepertoire repertoire_ = obedient_repertoire();
  Performance performance_ = first_performance(repertoire_);
};

/// Arms that hardly ever leave the first of two motions. The second has a stroke.
SectionRepertoire idle_arms() {
  SectionRepertoire repertoire{
      .section = BodySection::Arms, .model = test::random_model(2, 1), .segments = {}};
  for (std::size_t i = 0; i < 2; ++i) {
    auto turns = std::make_shared<pose::RecordedTurns>();
    turns->joints = played_joints(BodySection::Arms);
    turns->rate_hz = 10;
    turns->frames.assign(11, std::vector<Quat>(turns->joints.size()));
    repertoire.segments.push_back({.motion = i, .turns = turns});
    Motion& motion = repertoire.model.motions[i];
    motion.length_s = 1;
    motion.completion = test::constant_completion(0.5);
    motion.next = {0.8, 0.2};
    motion.start_share = motion.going_on_share = 0.25;
  }
  repertoire.segments[1].stroke = Seconds(0.5);
  for (Motion& motion : repertoire.model.motions) motion.going_on = motion.start;
  repertoire.model.motions[1].start = repertoire.model.motions[0].start;
  repertoire.model.motions[1].going_on = repertoire.model.motions[0].start;
  return repertoire;
}

/// The longest that idle arms go without a stroke, of a minute in which somebody speaks.
double longest_still_s(const Profile& profile) {
  const SectionRepertoire repertoire = idle_arms();
  Performance performance = first_performance(repertoire);
  double last_s = 0;
  double longest_s = 0;
  for (double now_s = 0.3; now_s < 60; now_s += 0.3) {
    const std::array heard = {HeardNow{.symbol = kSoft.symbol, .known_s = now_s}};
    const auto started = perform({.repertoire = repertoire,
                                  .profile = profile,
                                  .now_s = now_s,
                                  .heard = heard,
                                  .shown = pose::Pose{}},
                                 {.seed = 1}, performance);
    longest_s = std::max(longest_s, now_s - last_s);
    if (started == 1) last_s = now_s;
  }
  return longest_s;
}

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

TEST_CASE("in silence a segment is finished and held, and a syllable starts the next",
          "[gesture]") {
  Player player;
  REQUIRE(player.go_to(10, {kLoud}));
  for (std::size_t i = 20; i < 200; i += 5) CHECK_FALSE(player.go_to(i, {kSilence}));
  CHECK(player.go_to(200, {kLoud}));
  CHECK(player.performance().why == Termination::First);

  Player of_paper({.starts_in_silence = true});
  REQUIRE(of_paper.go_to(10, {kLoud}));
  std::size_t started = 0;
  for (std::size_t i = 20; i < 200; i += 5) started += of_paper.go_to(i, {kSilence}) ? 1 : 0;
  CHECK(started >= 2);
}

TEST_CASE("a last syllable that is known by the silence behind it starts nothing", "[gesture]") {
  Player player;
  const auto first = player.go_to(10, {kLoud});
  REQUIRE(first);
  CHECK_FALSE(player.go_to(30, {kLoud, kSilence}));
  CHECK(player.performance().segment == first);
  CHECK(player.go_to(40, {kLoud}));
}

TEST_CASE("arms whose speaker goes on without a stroke make one", "[gesture]") {
  CHECK(longest_still_s({.stirs_after_s = 0}) > 8);
  CHECK(longest_still_s({.stirs_after_s = 2}) < 3.5);
}

TEST_CASE("a segment is played more slowly where its joints would turn too fast", "[gesture]") {
  SectionRepertoire repertoire = obedient_repertoire();
  const auto speed_of = [&](double fastest_rad_s, double bound_rad_s) {
    for (RepertoireSegment& each : repertoire.segments) each.fastest_rad_s = fastest_rad_s;
    Performance performance = first_performance(repertoire);
    const std::array heard = {HeardNow{.symbol = kLoud.symbol, .known_s = 1}};
    perform({.repertoire = repertoire,
             .profile = {.turns_rad_s = bound_rad_s},
             .now_s = 1,
             .heard = heard,
             .shown = pose::Pose{}},
            {.seed = 1}, performance);
    return performance.speed;
  };
  CHECK(speed_of(10, 8) == Approx(0.8));
  CHECK(speed_of(40, 8) == Approx(kSlowest));
  CHECK(speed_of(6, 8) == 1);
  CHECK(speed_of(10, 0) == 1);
}

TEST_CASE("of the segments that start in one moment the last one is seen", "[gesture]") {
  Player player;
  const auto first = player.go_to(10, {kLoud});
  CHECK(player.go_to(15, {kLoud, kLoud}) == first);
  CHECK(player.go_to(20, {kLoud, kSoft}) == 1 - *first);
  CHECK(player.performance().began_s == Approx(20.0 / 60));
}

TEST_CASE("what is drawn does not depend on how often there is a moment", "[gesture]") {
  // What is heard is known between moments, and segments end between them.
  Player often;
  Player seldom;
  std::vector<HeardNow> heard_often;
  std::vector<HeardNow> heard_seldom;
  for (std::size_t i = 1; i <= 1'200; ++i) {
    const double now_s = static_cast<double>(i) / 120;
    if (i % 29 == 0) {
      HeardNow heard = i % 58 == 0 ? kLoud : kSoft;
      heard.known_s = now_s - 0.001;
      heard_often.push_back(heard);
      heard_seldom.push_back(heard);
    }
    often.go_to_time(now_s, std::exchange(heard_often, {}));
    if (i % 4 != 0) continue;
    seldom.go_to_time(now_s, std::exchange(heard_seldom, {}));
    REQUIRE(often.performance() == seldom.performance());
  }
  CHECK(often.performance().draws >= 40);
}

TEST_CASE("a segment that ended before a syllable was known is followed by another one before it",
          "[gesture]") {
  Player player;
  const auto first = player.go_to_time(1, {{.symbol = kLoud.symbol, .known_s = 1}});
  REQUIRE(first.has_value());
  CHECK_FALSE(player.go_to_time(1.2, {{.symbol = kSoft.symbol, .known_s = 1.2}}));
  // It ends at 2 s; the other motion follows, and the loud syllable at 2.2 s starts the first.
  CHECK(player.go_to_time(2.5, {{.symbol = kLoud.symbol, .known_s = 2.2}}) == first);
  CHECK(player.performance().began_s == Approx(2.2));
  CHECK(player.performance().draws == 4);
}

TEST_CASE("a segment is played so that its stroke meets a syllable, and is not cut before",
          "[gesture]") {
  SectionRepertoire repertoire = obedient_repertoire();
  for (RepertoireSegment& each : repertoire.segments) each.stroke = Seconds(0.5);
  Performance performance = first_performance(repertoire);
  const auto perform_at = [&](double now_s, std::vector<HeardNow> heard) {
    for (HeardNow& each : heard) each.known_s = now_s;
    const std::array peaks_s = {1.43};  // 0.03 s before it a stroke is to end
    return perform({.repertoire = repertoire,
                    .profile = {},
                    .now_s = now_s,
                    .heard = heard,
                    .shown = pose::Pose{},
                    .peaks_s = peaks_s},
                   {.seed = 1}, performance);
  };
  REQUIRE(perform_at(1, {kLoud}));
  CHECK(performance.speed == Approx(0.5 / 0.4));
  CHECK(performance.stroke_s == Approx(1.4));
  CHECK(performance.ends_s == Approx(1 + 1 / 1.25));
  CHECK_FALSE(perform_at(1.3, {kLoud}));  // which would start the other one
  CHECK(perform_at(1.45, {kLoud}));
  CHECK(performance.speed == 1);  // the syllable is over
}

}  // namespace kine::gesture::performance_test
