// Tests for server/offline/hand_made_repertoire.h.
#include "server/offline/hand_made_repertoire.h"

#include <algorithm>
#include <map>

#include "realizer/gesture/section.h"
#include "realizer/speech/hearing/observations.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::hand_made_repertoire_test {
namespace {

using namespace kine;
using gesture::BodySection;

const gesture::Repertoire& made() {
  static const auto repertoire = [] {
    const auto casts = server::make_casts(server::default_characters());
    REQUIRE(casts);
    return server::make_hand_made_repertoire(casts->front());
  }();
  REQUIRE(repertoire);
  return *repertoire;
}

/// How often each motion starts as the first, of a thousand draws.
std::map<std::size_t, int> first_motions(const gesture::SectionRepertoire& section,
                                         const speech::Observation& heard) {
  std::map<std::size_t, int> counts;
  for (int i = 0; i < 1'000; ++i) {
    gesture::SectionState state = gesture::first_state(section.model);
    const gesture::Observation observation{.symbol = static_cast<std::uint8_t>(heard.symbol()),
                                           .context = heard.context};
    ++counts[gesture::hear(section.model, {}, observation, i / 1'000.0, state).motion];
  }
  return counts;
}

/// The joints of a frame as it has them.
pose::Pose pose_of(const pose::RecordedTurns& turns, std::size_t frame) {
  pose::Pose pose;
  std::size_t number = 0;
  for (std::size_t j = 0; j < body::kJointCount; ++j) {
    if (!turns.joints.contains(body::joint_at(j))) continue;
    pose.set_rotation(body::joint_at(j), turns.frames[frame][number++]);
  }
  return pose;
}

}  // namespace

TEST_CASE("head and arms have six motions by hand", "[hand_made_repertoire]") {
  REQUIRE(made().size() == 2);
  CHECK(made()[0].section == BodySection::Head);
  CHECK(made()[0].segments.size() == 2);
  CHECK(made()[1].section == BodySection::Arms);
  CHECK(made()[1].segments.size() == 4);
  for (const gesture::SectionRepertoire& each : made()) CHECK(gesture::fault_of(each).empty());
}

TEST_CASE("the first motion rests, and the others move and come back", "[hand_made_repertoire]") {
  for (const gesture::SectionRepertoire& section : made()) {
    for (const gesture::RepertoireSegment& each : section.segments) {
      const auto& frames = each.turns->frames;
      double farthest_rad = 0;
      for (const auto& frame : frames) {
        for (std::size_t i = 0; i < frame.size(); ++i) {
          farthest_rad = std::max(farthest_rad, angle_between(frame[i], frames.front()[i]));
        }
      }
      CAPTURE(each.motion);
      CHECK((farthest_rad > 0.1) == (each.motion != 0));
      CHECK(gesture::distance_rad(section, each, pose_of(*each.turns, frames.size() - 1)) < 0.02);
      CHECK(each.turns->length() > Seconds(0.5));
    }
  }
}

TEST_CASE("loud syllables start beats and nods, silence starts rests", "[hand_made_repertoire]") {
  const speech::Observation loud{.rises = true,
                                 .falls = false,
                                 .intensity = speech::HeardIntensity::High,
                                 .length = speech::HeardLength::Long,
                                 .context = 3};
  speech::Observation silent;
  silent.intensity = speech::HeardIntensity::Silence;
  for (const gesture::SectionRepertoire& section : made()) {
    CHECK(first_motions(section, loud)[0] < 100);
    CHECK(first_motions(section, silent)[0] > 900);
  }
}

}  // namespace kine::hand_made_repertoire_test
