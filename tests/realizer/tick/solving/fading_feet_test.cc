// Tests for realizer/tick/solving/fading_feet.h: clips of people of other builds, played through
// the whole line. Their soles are on the ground from the first tick to the last.
#include "realizer/tick/solving/fading_feet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>

#include "realizer/cast/body_clips.h"
#include "realizer/motion/ground/footing.h"
#include "realizer/pose/retarget/retarget.h"
#include "realizer/solve/leg.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/footprints.h"
#include "tests/support/motion/recorded_steps.h"

namespace kine::fading_feet_test {
namespace {

std::shared_ptr<const Cast> ada_with(const std::string& name, const test::RecordedSteps& steps) {
  const auto clip = std::make_shared<const pose::Clip>(*pose::retarget(steps.recording, {}, name));
  plan::Vocabulary words;
  words.clips[name] = clip->length();
  Cast cast{.name = "ada",
            .body = std::make_shared<const body::Body>(test::ada()),
            .vocabulary = std::make_shared<const plan::Vocabulary>(std::move(words)),
            .recorded = std::make_shared<const pose::Clips>(pose::Clips{{name, clip}}),
            .placement = {}};
  cast.clips = clips_on(cast.recorded, *cast.body);
  return std::make_shared<const Cast>(std::move(cast));
}

std::string script(const std::string& clip) {
  return R"(<script xmlns="urn:kinesphere:script:1" character="ada"><sequence fade-out="600ms">)" +
         clip + "</sequence></script>";
}

/// How far the lowest point of either sole is off the ground.
double off_ground_m(const Frame& frame, const body::Body& body) {
  const pose::StandingBody stands = motion::standing_body(body);
  const auto places = test::joints_in_world(frame, body);
  std::array<Quat, body::kJointCount> turns;
  for (std::size_t i = 0; i < turns.size(); ++i) {
    const auto& q = frame.parent_from_joint[i];
    turns[i] = {q[0], q[1], q[2], q[3]};
  }
  const auto model = body.compute_model(turns);
  double off_m = 0;
  for (const body::Side side : body::kSides) {
    const auto& leg = stands.legs[static_cast<std::size_t>(side)];
    const auto chain = solve::leg_chain(side);
    const Quat& foot = model.character_from_joint[body::index_of(chain.foot)];
    const double ball_m = places[body::index_of(chain.toes)].y - (leg.ankle_m + leg.ball_m).y;
    const double heel_m = places[body::index_of(chain.foot)].y + (foot * leg.heel_m).y;
    off_m = std::max(off_m, std::abs(std::min(ball_m, heel_m)));
  }
  return off_m;
}

double worst_off_ground_m(const test::Performed& performed, const body::Body& body) {
  double worst_m = 0;
  for (const Frame& frame : performed.frames)
    worst_m = std::max(worst_m, off_ground_m(frame, body));
  return worst_m;
}

}  // namespace

TEST_CASE("soles are on the ground while a clip eases in, goes round and fades out",
          "[clip][feet]") {
  for (const test::RecordedPerson& person : test::recorded_people()) {
    for (const test::RecordedScene scene :
         {test::RecordedScene::Standing, test::RecordedScene::Swaying,
          test::RecordedScene::TurningHips}) {
      for (const std::string how : {"", R"( weight="0.6")", R"( speed="2.5")"}) {
        CAPTURE(person.build, test::name_of(scene), how);
        const auto ada = ada_with("steps", test::recorded(person, scene));
        const auto performed = test::perform(
            {.casts = {ada},
             .scripts = {{.tick = 10,
                          .text = script(R"(<clip name="steps" time="0" hold="8s" loop="yes")" +
                                         how + "/>")}},
             .ticks = 10 + 9 * 60});
        CHECK(performed.warnings.empty());
        const double worst_m = worst_off_ground_m(performed, *ada->body);
        CHECK(worst_m < 0.005);
      }
    }
  }
}

TEST_CASE("a clip on the upper body alone moves no leg", "[clip][feet]") {
  const auto ada =
      ada_with("steps", test::recorded(test::recorded_people()[1], test::RecordedScene::Walking));
  const auto performed = test::perform(
      {.casts = {ada},
       .scripts = {{.tick = 1,
                    .text = script(R"(<clip name="steps" group="headAbdomen" time="0"/>)")}},
       .ticks = 200});
  const Frame& first = performed.frames.front();
  for (const Frame& frame : performed.frames) {
    REQUIRE(frame.hips_m == first.hips_m);
    for (const body::Side side : body::kSides) {
      const auto chain = solve::leg_chain(side);
      for (const body::Joint joint : {chain.upper_leg, chain.lower_leg, chain.foot, chain.toes}) {
        REQUIRE(frame.parent_from_joint[body::index_of(joint)] ==
                first.parent_from_joint[body::index_of(joint)]);
      }
    }
  }
}

}  // namespace kine::fading_feet_test
