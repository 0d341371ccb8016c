#include "realizer/body/surface_point_reader.h"

#include <string>
#include <utility>

#include "realizer/body/attributes.h"
#include "realizer/body/mirror.h"
#include "realizer/core/number.h"

namespace kine::body {
namespace {

/// A surface is no farther from its joint than this: bodies are up to 10 m high.
constexpr Range kSurface_m = {-5, 5};
constexpr Range kNormal = {-1, 1};
constexpr double kNormalMin = 0.01;

constexpr std::string_view kLeft = "left";
constexpr std::string_view kRight = "right";

Result<SurfacePoint> read_point(const xml::Element& element, Joint joint) {
  const auto complete = check_attributes(element, {"name", "at", "normal"}, {});
  if (!complete) return complete.error();
  const xml::Attribute& name_attribute = *element.find_attribute("name");
  auto name = read_name(name_attribute);
  if (!name) return name.error();
  const bool is_of_side = mirrored(joint) != joint;
  if (name->starts_with(kRight) || (is_of_side && !name->starts_with(kLeft))) {
    return Error{ErrorCode::Unsupported,
                 "the right side mirrors the left, so a point of a side is called 'left…', not " +
                     quoted(*name),
                 name_attribute.value_where};
  }
  const auto at_m = read_vec3(*element.find_attribute("at"), kSurface_m);
  if (!at_m) return at_m.error();
  const xml::Attribute& normal_attribute = *element.find_attribute("normal");
  const auto normal = read_vec3(normal_attribute, kNormal);
  if (!normal) return normal.error();
  if (length(*normal) < kNormalMin) {
    return Error{ErrorCode::OutOfRange,
                 "a normal has a direction, unlike " + quoted(normal_attribute.value),
                 normal_attribute.value_where};
  }
  return SurfacePoint{
      .name = *std::move(name), .joint = joint, .place_m = *at_m, .normal = unit(*normal)};
}

SurfacePoint mirrored_point(const SurfacePoint& point) {
  return {.name = std::string(kRight) + point.name.substr(kLeft.size()),
          .joint = mirrored(point.joint),
          .place_m = mirrored(point.place_m),
          .normal = mirrored(point.normal)};
}

}  // namespace

Result<std::vector<SurfacePoint>> read_surface_points(const xml::Element& joint_element,
                                                      Joint joint, std::string_view namespace_uri) {
  std::vector<SurfacePoint> points;
  for (const xml::Element& element : joint_element.children) {
    if (element.name != "point") continue;
    const auto known = check_element(element, "point", namespace_uri);
    if (!known) return known.error();
    auto point = read_point(element, joint);
    if (!point) return point.error();
    points.push_back(*std::move(point));
    if (points.back().name.starts_with(kLeft)) points.push_back(mirrored_point(points.back()));
  }
  return points;
}

}  // namespace kine::body
