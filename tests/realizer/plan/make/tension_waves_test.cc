// Tests for realizer/plan/make/tension_waves.h.
#include "realizer/plan/make/tension_waves.h"

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

}  // namespace kine::plan::tension_waves_test
