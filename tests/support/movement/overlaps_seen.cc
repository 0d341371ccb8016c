#include "tests/support/movement/overlaps_seen.h"

#include <algorithm>
#include <cmath>

#include "realizer/body/overlaps.h"
#include "realizer/math/units.h"

namespace kine::test::movement {
namespace {

using body::Joint;

/// The part of a joint of the left, or of the middle.
std::string part_of(Joint joint) {
  using enum Joint;
  for (std::optional<Joint> at = joint; at; at = body::parent_of(*at)) {
    if (*at == LeftHand || *at == RightHand) return "hand";
    if (*at == LeftFoot || *at == RightFoot) return "foot";
    if (*at == LeftLowerArm || *at == RightLowerArm) return "forearm";
    if (*at == LeftUpperArm || *at == RightUpperArm) return "upper arm";
    if (*at == LeftLowerLeg || *at == RightLowerLeg) return "shin";
    if (*at == LeftUpperLeg || *at == RightUpperLeg) return "thigh";
    if (*at == Neck) return "head";
  }
  return "trunk";
}

std::string name_of_part(Joint joint) {
  const std::string_view name = body::name_of(joint);
  const std::string side = name.starts_with("left")    ? "left "
                           : name.starts_with("right") ? "right "
                                                       : "";
  const std::string part = part_of(joint);
  return part == "trunk" || part == "head" ? part : side + part;
}

body::Body::Model model_of(const Frame& frame, const body::Body& body) {
  std::array<Quat, body::kJointCount> rotations;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const auto& q = frame.parent_from_joint[i];
    rotations[i] = {q[0], q[1], q[2], q[3]};
  }
  return body.compute_model(rotations);
}

std::string posture(const std::string& name) {
  return "<sequence><pose time='800ms' hold='500ms'><stored-pose name='" + name +
         "'/></pose></sequence>";
}

std::string stance(const std::string& what) {
  return "<sequence><pose time='1500ms' hold='600ms'><stance " + what + "/></pose></sequence>";
}

std::string walk_to(const std::string& place) {
  return "<sequence><pose time='4s'><walk target='" + place + "'/></pose></sequence>";
}

}  // namespace

std::map<Parts, Deepest> overlaps_of(const Film& film, double depth_m) {
  const body::Body& body = *film.cast->body;
  const body::Overlaps overlaps(body);
  std::map<Parts, Deepest> deepest;
  for (std::size_t i = 0; i < film.frames.size(); ++i) {
    const double time_s = static_cast<double>(i) / film.ticks_a_second;
    overlaps.for_each_deeper_than(depth_m, model_of(film.frames[i], body),
                                  [&](const body::Overlap& overlap) {
                                    Parts parts{name_of_part(body.capsules[overlap.a].joint),
                                                name_of_part(body.capsules[overlap.b].joint)};
                                    if (parts.second < parts.first)
                                      std::swap(parts.first, parts.second);
                                    Deepest& found = deepest[std::move(parts)];
                                    if (overlap.depth_m > found.depth_m)
                                      found = {overlap.depth_m, time_s};
                                  });
  }
  return deepest;
}

std::vector<Doing> doings() {
  std::vector<Doing> doings = {
      {"sitting", stance("type='sitting'")},
      {"sitting, legs crossed", stance("type='sitting' legs='crossed'")},
      {"sitting, legs open", stance("type='sitting' legs='open'")},
      {"standing, legs crossed", stance("type='standing' legs='crossed'")},
      {"crouching", stance("type='crouching'")},
      {"lying", stance("type='lying'")},
  };
  for (const char* name : {"arms-akimbo", "arms-crossed", "hands-clasped-front",
                           "hands-behind-back", "shrug", "head-bowed"}) {
    doings.push_back({name, posture(name)});
  }
  for (const char* degrees : {"20", "45", "90", "135", "180", "-60", "-120"}) {
    const double rad = std::stod(degrees) * kDegree;
    const std::string place =
        std::to_string(0.3 * std::sin(rad)) + " 0 " + std::to_string(0.3 * std::cos(rad));
    doings.push_back({std::string("walking 0.3 m at ") + degrees + " degrees", walk_to(place)});
  }
  doings.push_back({"walking 2 m ahead", walk_to("0 0 2")});
  doings.push_back({"walking 2 m back", walk_to("0 0 -2")});
  doings.push_back({"walking 2 m aside", walk_to("2 0 0.2")});
  return doings;
}

std::string gesture_in(const script::Lexeme& lexeme, const std::string& style,
                       const std::string& tension) {
  const std::string nucleus = style.empty() ? "" : "<nucleus id='n' style='" + style + "'/>";
  return nucleus + "<gesture lexeme='" + lexeme.name + "' hand='" + hand_of(lexeme) +
         "' tension='" + tension + (style.empty() ? "'/>" : "' nucleus='n'/>");
}

bool are_meant_to_touch(const script::Lexeme& lexeme, const Parts& parts) {
  const bool is_hand = parts.first.ends_with("hand") || parts.second.ends_with("hand");
  return lexeme.contact && is_hand;
}

}  // namespace kine::test::movement
