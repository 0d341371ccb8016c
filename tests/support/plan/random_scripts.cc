#include "tests/support/plan/random_scripts.h"

#include <string>
#include <utility>
#include <vector>

#include "tests/support/draws.h"
#include "tests/support/plan/examples.h"

namespace kine::test {
namespace {

/// A point before the body that the hand of this side reaches; x is outwards.
Vec3 reachable(Draws& dice, double outwards) {
  return {outwards * dice.number(0.10, 0.35), dice.number(1.00, 1.40), dice.number(0.20, 0.38)};
}

/// About the point where a frame has its origin, on a body of common build.
Vec3 in_frame(const Vec3& point, script::Space frame) {
  switch (frame) {
    case script::Space::Chest:
      return point - Vec3{0, 1.25, 0};
    case script::Space::Hips:
    case script::Space::HipsAtRest:
      return point - Vec3{0, 0.92, 0};
    case script::Space::Character:
    case script::Space::World:
      break;
  }
  return point;
}

const std::vector<std::string> kManners = {"", "a", "a", "b"};

script::Pose random_pose(Draws& dice, double time_s, script::Space frame, int arms) {
  script::Pose pose = pose_at(time_s, {});
  const auto reach_with = [&](const char* hand, double outwards) {
    script::Position position = reach(hand, in_frame(reachable(dice, outwards), frame));
    position.keep = dice.one_in(3);
    pose.constraints.push_back(position);
  };
  if ((arms & 1) != 0 && !dice.one_in(4)) reach_with("rightHand", -1);
  if ((arms & 2) != 0 && !dice.one_in(4)) reach_with("leftHand", 1);
  if (dice.one_in(3)) {
    const char* side = (arms & 1) != 0 ? "right" : "left";
    pose.constraints.push_back(shape(side, dice.one_in(2) ? "open" : "fist"));
  }
  if (arms == 3 && dice.one_in(3)) {
    pose.constraints.push_back(morph("jawOpen", dice.number(0, 1)));
  }
  pose.nucleus = named(dice.one_of(kManners));
  if (dice.one_in(5)) pose.phase = script::Phase::Stroke;
  if (dice.one_in(6)) pose.tcb = Tcb{.tension = dice.number(-1, 1), .bias = dice.number(-1, 1)};
  return pose;
}

script::Sequence random_sequence(Draws& dice, int arms) {
  using enum script::Space;
  script::Sequence sequence;
  sequence.frame = dice.one_of(std::vector{Character, Chest, Hips, World, HipsAtRest});
  sequence.start.seconds = Seconds(dice.one_in(2) ? 0 : dice.number(0, 2));
  if (dice.one_in(4)) sequence.nucleus = named("a");
  double time_s = 0;
  for (std::size_t i = 2 + dice.below(6); i > 0; --i) {
    time_s += dice.number(0.05, 0.9);
    sequence.poses.push_back(random_pose(dice, time_s, sequence.frame, arms));
    if (!dice.one_in(2)) continue;
    const double hold_s = dice.number(0.01, 0.6);
    sequence.poses.back().hold = Seconds(hold_s);
    time_s += hold_s;
  }
  return sequence;
}

script::Nucleus nucleus(const char* id, const script::Expressivity& manner) {
  return {.id = named(id), .parameters = manner};
}

script::Expressivity random_manner(Draws& dice) {
  script::Expressivity manner;
  for (const script::Parameter* const each : script::parameters(script::MannerElement::Nucleus)) {
    manner.set(*each, dice.one_in(3) ? 0 : dice.number(each->least, each->most));
  }
  return manner;
}

}  // namespace

script::Document random_script(std::uint32_t seed) {
  Draws dice(seed);
  std::vector<script::Sequence> sequences;
  const int arms = static_cast<int>(dice.below(3));
  if (arms == 0) {  // a sequence an arm
    sequences.push_back(random_sequence(dice, 1));
    sequences.push_back(random_sequence(dice, 2));
  } else {
    sequences.push_back(random_sequence(dice, arms == 1 ? 1 : 3));
  }
  script::Document document = document_of(std::move(sequences));
  document.nuclei = {nucleus("a", random_manner(dice)), nucleus("b", random_manner(dice))};
  return document;
}

script::Document random_gesture(std::uint32_t seed) {
  Draws dice(seed);
  script::Sequence sequence;
  sequence.nucleus = named("a");
  double time_s = 0;
  Vec3 before = reachable(dice, -1);
  for (std::size_t i = 4 + dice.below(3); i > 0; --i) {
    constexpr double kLeastWay_m = 0.12;
    Vec3 target = reachable(dice, -1);
    while (length(target - before) < kLeastWay_m) target = reachable(dice, -1);
    before = target;
    time_s += dice.number(0.4, 0.8);
    sequence.poses.push_back(pose_at(time_s, {reach("rightHand", target)}));
  }
  sequence.poses.back().hold = Seconds(0.4);
  script::Document document = document_of({std::move(sequence)});
  document.nuclei = {nucleus("a", {})};
  return document;
}

script::Document with_manner(script::Document document, const script::Expressivity& manner) {
  for (script::Nucleus& each : document.nuclei) {
    each = nucleus(each.id.text.c_str(), each.id.text == "a" ? manner : script::Expressivity{});
  }
  return document;
}

}  // namespace kine::test
