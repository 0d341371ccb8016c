// Tests for realizer/plan/make/tension_waves.h.
#include "realizer/plan/make/tension_waves.h"

#include <algorithm>
#include <cmath>

#include "realizer/plan/make/make.h"
#include "realizer/plan/make/tension_changes.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::tension_waves_test {
namespace {

const TensionChange kInForce{.arms = ArmSet::Right, .tension = Tension{0.02, 0.5}};

/// What one reach of the right arm says of its tension, with these transitions.
std::vector<TensionChange> changes_with(const std::string& transitions,
                                        const std::string& of_sequence = "") {
  Diagnostics diagnostics;
  const auto plan = make(
      test::document_of("<script xmlns='urn:kinesphere:script:1' character='ada'>"
                        "<sketch id='a'>" +
                        transitions + "</sketch><sequence sketch='a' " + of_sequence +
                        "><pose time='0.7' hold='1' phase='stroke'><position "
                        "joint='rightHand' target='-0.2 1.2 0.3'/></pose></sequence></script>"),
      "ada", test::example_body(), test::example_vocabulary(), diagnostics);
  REQUIRE(plan);
  return tension_changes(*plan, test::example_body()).of_sequences.at(0);
}

}  // namespace

TEST_CASE("tension comes and goes within a movement, twice in 0.9 s", "[tension_waves]") {
  const auto waves = tension_waves(kInForce, 1, Seconds{1}, Seconds{1.9});
  REQUIRE(waves.size() == 4);
  for (std::size_t i = 0; i < waves.size(); ++i) {
    CHECK(waves[i].at.count() == Approx(1 + 0.225 * static_cast<double>(i)));
    CHECK(waves[i].over.count() == Approx(0.225));
    CHECK(waves[i].arms == ArmSet::Right);
    CHECK(waves[i].tension->rest_error_m == Approx(i % 2 == 0 ? 0.005 : 0.08));
    CHECK(waves[i].tension->zeta == 0.5);
  }
  const auto half = tension_waves(kInForce, 0.5, Seconds{1}, Seconds{1.9});
  CHECK(half[0].tension->rest_error_m == Approx(0.01));
}

TEST_CASE("a tension comes as slowly as it says, also in waves, and waves are few",
          "[tension_waves]") {
  TensionChange slow = kInForce;
  slow.at = Seconds{1};
  slow.over = Seconds{0.8};
  const auto waves = tension_waves(slow, 1, Seconds{1}, Seconds{1.9});
  CHECK(waves[0].over == Seconds{0.8});
  CHECK(waves[1].over.count() == Approx(0.225));
  CHECK(tension_waves(kInForce, 1, Seconds{0}, Seconds{600}).size() == 16);
}

TEST_CASE("waves of any tension are tensions", "[tension_waves]") {
  for (const double rest_error_m : {kRestErrorMin_m, kRestErrorMax_m}) {
    const TensionChange in_force{.tension = Tension{rest_error_m, 0.5}};
    for (const TensionChange& each : tension_waves(in_force, 1, Seconds{0}, Seconds{10})) {
      CHECK(valid(*each.tension));
    }
    CHECK(valid(*ebb(in_force, Seconds{0}, Seconds{1}).at(0).tension));
  }
}

TEST_CASE("who stops loses tension, and who is loose already gets no stiffer", "[tension_waves]") {
  const TensionChange ebbs = ebb(kInForce, Seconds{2}, Seconds{0.3}).at(0);
  CHECK(ebbs.at == Seconds{2});
  CHECK(ebbs.over == Seconds{0.3});
  CHECK(ebbs.tension->rest_error_m > 0.02);
  const TensionChange limp{.tension = Tension{0.5, 0.4}};
  CHECK(ebb(limp, Seconds{2}, Seconds{1}).at(0).tension->rest_error_m == 0.5);
}

TEST_CASE("nothing sways in less time than a tension takes to change", "[tension_waves]") {
  CHECK(tension_waves(kInForce, 1, Seconds{1}, Seconds{1.39}).empty());
  CHECK(ebb(kInForce, Seconds{1}, Seconds{0.19}).empty());
}

TEST_CASE("a stop ebbs in the hold, and the tension comes back behind it", "[tension_waves]") {
  const auto said = changes_with("<transition halt='stop'/>", "tension='tense'");
  REQUIRE(said.size() == 4);
  CHECK(said[1].at == Seconds{0.7});  // the hold, then its ebb
  CHECK(said[2].at == Seconds{0.7});
  CHECK(said[2].tension->rest_error_m > 10 * said[0].tension->rest_error_m);
  CHECK(said[3].at.count() == Approx(1.7));
  CHECK(said[3].tension->rest_error_m < 0.02);
}

TEST_CASE("an arm that is in no tension sways by nothing", "[tension_waves]") {
  CHECK(changes_with("<transition halt='stop' waves='1'/>").empty());
  for (const TensionChange& each : changes_with("<transition waves='1'/>", "tension='off'")) {
    CHECK_FALSE(each.tension.has_value());
  }
}

TEST_CASE("a pause keeps the tension of the stroke", "[tension_waves]") {
  const std::string tension = "tension='shaking'";
  const auto paused = changes_with("<transition halt='pause'/>", tension);
  REQUIRE(paused.size() == 3);
  CHECK(paused[1].tension == paused[0].tension);
}

TEST_CASE("a movement without waves, pause or stop sways nothing", "[tension_waves]") {
  CHECK(changes_with("<transition touch='1'/>").empty());
}

TEST_CASE("an accent swells before the arrival, by up to four times", "[tension_waves]") {
  const TensionChange whole = accent(kInForce, 1, Seconds{1}, Seconds{1.5});
  CHECK(whole.at.count() == Approx(1.4));
  CHECK(whole.over.count() == Approx(0.1));
  CHECK(whole.tension->rest_error_m == Approx(0.005));
  CHECK(whole.tension->zeta == 0.5);
  CHECK(accent(kInForce, 0.5, Seconds{1}, Seconds{1.5}).tension->rest_error_m == Approx(0.01));
  CHECK(accent(kInForce, 1, Seconds{1}, Seconds{1.05}).at == Seconds{1});
}

TEST_CASE("an accent ebbs over 300 ms to the tension that holds", "[tension_waves]") {
  const auto plain = changes_with("", "tension='loose'");
  const auto said = changes_with("<transition accents='1'/>", "tension='loose'");
  REQUIRE(plain.size() >= 2);
  REQUIRE(said.size() == plain.size() + 2);
  CHECK(said[1].at.count() == Approx(0.6));
  CHECK(said[1].tension->rest_error_m == Approx(plain[0].tension->rest_error_m / 4));
  // Its ebb, and in its place the tension of the hold, as slowly.
  for (const std::size_t i : {2, 3}) {
    CHECK(said[i].at.count() == Approx(0.7));
    CHECK(said[i].over.count() >= 0.3);
  }
  CHECK(said[3].tension == plain[1].tension);
}

TEST_CASE("spasms come twice a second in the mean, and never two at once", "[tension_waves]") {
  std::size_t all = 0;
  constexpr std::uint64_t kSeeds = 200;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const auto times = spasm_times(Seconds{3}, Seconds{13}, Random({.seed = seed}));
    all += times.size();
    for (std::size_t i = 0; i < times.size(); ++i) {
      CHECK(times[i] >= (i == 0 ? Seconds{3} : times[i - 1] + Seconds{0.1}));
      CHECK(times[i] + Seconds{0.1} <= Seconds{13});
    }
  }
  // Of gaps of 0.1 s and more, 0.4 s in the mean. 20 in 10 s, less one at most for the end. The
  // variance of such a count is its mean by (0.4 / 0.5) squared: 5 deviations of 200 of them.
  const double mean = 20 * kSeeds;
  const double deviation = 0.8 * std::sqrt(mean);
  CHECK(static_cast<double>(all) < mean + 5 * deviation + kSeeds);
  CHECK(static_cast<double>(all) > mean - 5 * deviation - kSeeds);
}

TEST_CASE("spasms come at the same times for the same seed, and are rarer in a long hold",
          "[tension_waves]") {
  const auto times = [](std::uint64_t seed, double end_s) {
    return spasm_times(Seconds{0}, Seconds{end_s}, Random({.seed = seed}));
  };
  CHECK(times(1, 10) == times(1, 10));
  CHECK(times(1, 10) != times(2, 10));
  CHECK(times(1, 0.09).empty());
  CHECK(times(1, 600).size() < 64);
}

TEST_CASE("a spasm is a burst of a tenth of a second in what is said", "[tension_waves]") {
  const std::vector<Seconds> times = {Seconds{0.5}, Seconds{1}, Seconds{2.02}};
  TensionChange first = kInForce;
  first.at = Seconds{0.9};
  first.over = Seconds{0.4};
  TensionChange second = kInForce;
  second.at = Seconds{2.05};
  const auto said = with_spasms({first, second}, 1, times);
  REQUIRE(said.size() == 5);  // none before there is a tension
  CHECK(said[1].at == Seconds{1});
  CHECK(said[1].over.count() == Approx(0.05));
  CHECK(said[1].tension->rest_error_m == Approx(0.005));
  CHECK(said[2].at.count() == Approx(1.05));
  CHECK(said[2].over.count() == Approx(0.25));  // the first one would be there at 1.3 s
  CHECK(said[2].tension == first.tension);
  CHECK(said[3].at == Seconds{2.02});
  CHECK(said[4] == second);  // it takes the place of a way back
  const auto half = with_spasms({first}, 0.5, times);
  CHECK(half[1].tension->rest_error_m == Approx(0.01));
}

TEST_CASE("spasms and accents of a script need a tension, and a hard hand has none",
          "[tension_waves]") {
  const std::string both = "<transition accents='1' spasms='1'/>";
  CHECK(changes_with(both).empty());
  for (const TensionChange& each : changes_with(both, "tension='off'")) {
    CHECK_FALSE(each.tension.has_value());
  }
  CHECK(changes_with(both, "tension='loose' frame='world'") ==
        changes_with("", "tension='loose' frame='world'"));
  const auto said = changes_with(both, "tension='loose'");
  CHECK(said.size() > changes_with("", "tension='loose'").size() + 2);
  CHECK(std::ranges::is_sorted(said, {}, &TensionChange::at));
  CHECK(said == changes_with(both, "tension='loose'"));
}

}  // namespace kine::plan::tension_waves_test
