// A sketch that a client sets while a character stands: what its frames show, by geometry.
#include <algorithm>
#include <string>
#include <vector>

#include "realizer/body/channels.h"
#include "realizer/script/sketch.h"
#include "server/conversation/conversation.h"
#include "tests/support/catch.h"
#include "tests/support/server/moving_stage.h"

namespace kine::server::live_sketch_test {
namespace {

using body::Joint;
using test::MovingStage;

kinesphere::Envelope tired(double over_s) {
  kinesphere::Envelope envelope;
  kinesphere::SetManner& set = *envelope.mutable_set_manner();
  set.set_character("ada");
  set.set_over(over_s);
  set.mutable_sketch()->set_style("tired");
  return envelope;
}

}  // namespace

TEST_CASE("a style that is set live has its face and tension, under those of one's own",
          "[live_sketch]") {
  MovingStage stage;
  stage.greet();
  stage.advance(1);
  const auto channel = [&](const char* name) {
    return stage.frames.back().channels[body::find_channel(name)->index];
  };
  const auto hear = [&](const kinesphere::Envelope& envelope) {
    stage.hear(envelope);
    stage.advance(60);
    CHECK(stage.carrier->sent.empty());
  };
  const auto face = [](const std::string& name) {
    kinesphere::Envelope envelope;
    envelope.mutable_set_manner()->set_character("ada");
    envelope.mutable_set_manner()->mutable_face()->set_name(name);
    return envelope;
  };
  const float awake = channel("eyeBlinkLeft");
  hear(tired(0.5));
  CHECK(channel("eyeBlinkLeft") > awake + 0.3F);
  hear(face("happy"));
  const float happy = channel("mouthSmileLeft");
  CHECK(happy > 0.5F);
  CHECK(channel("eyeBlinkLeft") < awake + 0.1F);
  hear(tired(0.5));
  CHECK(channel("mouthSmileLeft") == happy);
  hear(face("neutral"));
  CHECK(channel("mouthSmileLeft") == 0);
  CHECK(channel("eyeBlinkLeft") > awake + 0.3F);
  kinesphere::Envelope neutral = tired(0.5);
  neutral.mutable_set_manner()->mutable_sketch()->set_style("neutral");
  hear(neutral);
  CHECK(channel("eyeBlinkLeft") < awake + 0.1F);
  hear(tired(0.5));
  neutral.mutable_set_manner()->mutable_sketch()->set_style("");
  hear(neutral);
  CHECK(channel("eyeBlinkLeft") < awake + 0.1F);
}

TEST_CASE("a tired sketch lowers the head of who stands, eased, over feet that stay",
          "[live_sketch]") {
  MovingStage stage;
  stage.greet();
  stage.advance(1);
  stage.hear(tired(1));
  CHECK(stage.carrier->sent.empty());
  stage.advance(90);

  const auto lower_m = [&](std::size_t tick) {
    return stage.height_m(0, Joint::Head) - stage.height_m(tick, Joint::Head);
  };
  CHECK(lower_m(62) > 0.04);
  CHECK(lower_m(90) == Approx(lower_m(62)).margin(1e-4));
  // 3h^2 - 2h^3 of the way: 0.028 after a tenth of the time, and half of it in the middle
  CHECK(lower_m(7) < 0.1 * lower_m(62));
  CHECK(lower_m(31) > 0.3 * lower_m(62));
  CHECK(lower_m(31) < 0.7 * lower_m(62));
  for (const Joint foot : {Joint::LeftFoot, Joint::RightFoot}) {
    for (std::size_t i = 1; i < stage.frames.size(); ++i) {
      CHECK(length(stage.place(i, foot) - stage.place(0, foot)) < 0.002);
    }
  }
}

TEST_CASE("a sketch and a nucleus are set without each other", "[live_sketch]") {
  MovingStage stage;
  stage.greet();
  stage.hear(tired(0));
  kinesphere::Envelope envelope;
  envelope.mutable_set_manner()->set_character("ada");
  envelope.mutable_set_manner()->set_over(0);
  envelope.mutable_set_manner()->mutable_nucleus()->set_power(1);
  stage.hear(envelope);
  CHECK(stage.carrier->sent.empty());
  const auto manners = stage.scene.live_blocks.manners().all;
  REQUIRE(manners.size() == 1);
  CHECK(manners[0].to[script::kTempo] == -0.4);
  CHECK(manners[0].to[script::kPower] == 1);
  CHECK(manners[0].to[script::kSpatialExtent] == 0);
  CHECK(stage.inputs().size() == 3);  // the posture, the face and the tension of the style
}

TEST_CASE("a style that is named says by which gestures its character means things",
          "[live_sketch]") {
  MovingStage stage;
  stage.greet();
  const auto style = [&] {
    const auto styles = stage.scene.live_blocks.styles();
    return styles.empty() ? std::string() : styles.front().character + " " + styles.front().style;
  };
  const auto with_nucleus = [](const std::string& name) {
    kinesphere::Envelope envelope;
    envelope.mutable_set_manner()->set_character("ada");
    envelope.mutable_set_manner()->mutable_nucleus()->set_style(name);
    return envelope;
  };
  CHECK(style().empty());
  stage.hear(tired(0));
  CHECK(style() == "ada tired");
  stage.hear(with_nucleus("Shy"));
  CHECK(style() == "ada shy");
  stage.hear(with_nucleus(""));
  CHECK(style() == "ada shy");
  stage.hear(with_nucleus("shyy"));
  CHECK(style() == "ada shy");
  stage.hear(with_nucleus("neutral"));
  CHECK(style().empty());
}

TEST_CASE("a sketch with a number that is none changes nothing", "[live_sketch]") {
  MovingStage stage;
  stage.greet();
  kinesphere::Envelope envelope = tired(0);
  (*envelope.mutable_set_manner()->mutable_sketch()->mutable_numbers())["postur"] = 1;
  stage.hear(envelope);
  CHECK(stage.last().problem().error() ==
        "there is no number of a sketch, near to it are posture: 'postur'");
  CHECK(stage.inputs().empty());
  CHECK(stage.scene.live_blocks.manners().all.empty());
}

}  // namespace kine::server::live_sketch_test
