#include "realizer/body/capsule_reader.h"

#include <string>
#include <utility>

#include "realizer/body/attributes.h"
#include "realizer/body/mirror.h"

namespace kine::body {
namespace {

// Bodies are up to 10 m high.
constexpr Range kPlace_m = {-5, 5};
constexpr Range kRadius_m = {0.001, 1};
/// A body has some seventy. All are asked against all.
constexpr std::size_t kPerJointMax = 16;

Result<Capsule> read_capsule(const xml::Element& element, Joint joint) {
  const auto complete = check_attributes(element, {"from", "to", "radius"}, {});
  if (!complete) return complete.error();
  const auto from_m = read_vec3(*element.find_attribute("from"), kPlace_m);
  if (!from_m) return from_m.error();
  const auto to_m = read_vec3(*element.find_attribute("to"), kPlace_m);
  if (!to_m) return to_m.error();
  const auto radius_m = read_length_m(*element.find_attribute("radius"), kRadius_m);
  if (!radius_m) return radius_m.error();
  return Capsule{.joint = joint, .from_m = *from_m, .to_m = *to_m, .radius_m = *radius_m};
}

Capsule mirrored_capsule(const Capsule& capsule) {
  return {.joint = mirrored(capsule.joint),
          .from_m = mirrored(capsule.from_m),
          .to_m = mirrored(capsule.to_m),
          .radius_m = capsule.radius_m};
}

/// Across the middle of the body, or within it.
bool is_its_own_mirror_image(const Capsule& capsule) {
  if (mirrored(capsule.joint) != capsule.joint) return false;
  const bool across = mirrored(capsule.from_m) == capsule.to_m;
  const bool within = capsule.from_m.x == 0 && capsule.to_m.x == 0;
  return across || within;
}

}  // namespace

Result<std::vector<Capsule>> read_capsules(const xml::Element& joint_element, Joint joint,
                                           std::string_view namespace_uri) {
  std::vector<Capsule> capsules;
  for (const xml::Element& element : joint_element.children) {
    if (element.name != "capsule") continue;
    const auto known = check_element(element, "capsule", namespace_uri);
    if (!known) return known.error();
    const auto capsule = read_capsule(element, joint);
    if (!capsule) return capsule.error();
    capsules.push_back(*capsule);
    if (!is_its_own_mirror_image(*capsule)) capsules.push_back(mirrored_capsule(*capsule));
    if (capsules.size() > kPerJointMax) {
      return Error{ErrorCode::OutOfRange,
                   "a joint has at most " + std::to_string(kPerJointMax) +
                       " capsules, with their mirror images: leave some out",
                   element.where};
    }
  }
  return capsules;
}

}  // namespace kine::body
