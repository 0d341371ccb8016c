// Tensions that predict, in a script. No header of its own: the subject is
// realizer/tick/filters/physical_torso.cc.
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/stage.h"

namespace kine::predicted_gains_test {
namespace {

using body::Joint;

/// The right hand on its way up for a second, from one tension to the other.
std::vector<Vec3> hand_m(const std::string& gains, const std::string& from, const std::string& to) {
  const auto tension = [&](const std::string& id, const std::string& manner) {
    return "<tension id='" + id + "'><for joints='rightUpperArm rightLowerArm' manner='" + manner +
           "' gains='" + gains + "'/></tension>";
  };
  const auto performed = test::perform(
      {.casts = {test::cast_named("ada", test::ada())},
       .scripts = {{1, "<script xmlns='urn:kinesphere:script:1'><character dynamics='torso'/>" +
                           tension("first", from) + tension("last", to) +
                           "<sequence><pose time='1' hold='2' tension='last' tension-from='first'>"
                           "<position joint='rightHand' target='-0.2 1.3 0.4'/></pose></sequence>"
                           "</script>"}},
       .ticks = 180});
  std::vector<Vec3> places;
  for (const Frame& frame : performed.frames) {
    places.push_back(test::joints_in_world(frame, test::ada())[body::index_of(Joint::RightHand)]);
  }
  return places;
}

/// How far the hand has come in the first half of the movement.
double halfway_m(const std::vector<Vec3>& places) { return length(places[31] - places[0]); }

}  // namespace

TEST_CASE("with gains that are predicted, a movement that becomes looser sets out late",
          "[predicted_gains]") {
  const auto sampled = hand_m("sampled", "tense", "loose");
  const auto looser = hand_m("predicted", "tense", "loose");
  const auto firmer = hand_m("predicted", "loose", "tense");
  CAPTURE(halfway_m(sampled), halfway_m(looser), halfway_m(firmer));
  CHECK(halfway_m(looser) < 0.6 * halfway_m(sampled));
  CHECK(halfway_m(firmer) > 1.1 * halfway_m(sampled));
  // All come to the same pose, which both hold.
  CHECK(length(looser[175] - sampled[175]) < 0.01);
  CHECK(length(firmer[175] - sampled[175]) < 0.03);
}

TEST_CASE("gains that are predicted jump nowhere", "[predicted_gains]") {
  for (const auto& places :
       {hand_m("predicted", "tense", "loose"), hand_m("predicted", "loose", "tense")}) {
    double most_m_s = 0;
    for (std::size_t i = 2; i < places.size(); ++i) {
      const Vec3 change = places[i] - 2 * places[i - 1] + places[i - 2];
      most_m_s = std::max(most_m_s, 60 * length(change));
    }
    CHECK(most_m_s < 0.7);
  }
}

}  // namespace kine::predicted_gains_test
