#include "realizer/plan/gestures/usual_way_back.h"

#include <algorithm>
#include <variant>

#include "realizer/plan/names/places.h"

namespace kine::plan {
namespace {

/// Shares of the preparation: those of a short way and of a long one.
constexpr double kShortWayShare = 1.5;
constexpr double kLongWayShare = 2.1;
constexpr double kShortWay_m = 0.3;
constexpr double kLongWay_m = 0.5;

/// The way of a hand that nobody has given a place in the space of its character.
constexpr double kSomeWay_m = 0.4;

/// Who comes faster than this is thrown up, and who comes slower dawdles: going back does neither.
constexpr Seconds kPreparationMin{0.25};
constexpr Seconds kPreparationMax{1.2};

Seconds way_back_for(Seconds preparation, double way_m) {
  const double share = std::clamp((way_m - kShortWay_m) / (kLongWay_m - kShortWay_m), 0.0, 1.0);
  return counted_preparation(preparation) *
         (kShortWayShare + share * (kLongWayShare - kShortWayShare));
}

/// What the poses of a script ask of arms.
class ArmsAsked {
 public:
  ArmsAsked(const Names& names, const body::Body& body, script::Space frame)
      : names_(names), body_(body), rest_(body.compute_model(body.base_pose)), frame_(frame) {}

  /// How far from its place at rest a hand is in a pose; nothing where that moves no arm.
  std::optional<double> find_way_m(const script::Pose& pose) const {
    std::optional<double> farthest_m;
    bool moves_arm = false;
    for (const script::Constraint& constraint : pose.constraints) {
      moves_arm = moves_arm || is_of_arm(constraint);
      const auto* position = std::get_if<script::Position>(&constraint);
      const auto way_m = position == nullptr ? std::nullopt : find_way_m(*position);
      if (way_m) farthest_m = std::max(farthest_m.value_or(0), *way_m);
    }
    if (farthest_m || !moves_arm) return farthest_m;
    return kSomeWay_m;
  }

 private:
  std::optional<double> find_way_m(const script::Position& position) const {
    if (frame_ != script::Space::Character) return {};
    const auto joint = names_.find_joint(position.joint.text);
    const auto hand = joint ? hand_of(*joint) : std::nullopt;
    if (!hand) return {};
    if (!position.touches.empty()) {
      const auto point = names_.find_surface_point(position.touches.text, *side_of(*joint));
      if (!point) return {};
      return length(names_.at_rest_m(*point) - rest_.positions_m[index_of(*hand)]);
    }
    return length(position.target_m - rest_.positions_m[index_of(*hand)]);
  }

  bool is_of_arm(const script::Constraint& constraint) const {
    const auto is_of_side = [&](const script::Name& name) {
      const auto joint = names_.find_joint(name.text);
      return joint && side_of(*joint);
    };
    if (const auto* position = std::get_if<script::Position>(&constraint)) {
      return is_of_side(position->joint);
    }
    if (const auto* aim = std::get_if<script::Orientation>(&constraint)) {
      return is_of_side(aim->joint);
    }
    return std::holds_alternative<script::Swivel>(constraint) ||
           std::holds_alternative<script::Point>(constraint) || takes_arm(constraint);
  }

  bool takes_arm(const script::Constraint& constraint) const {
    const auto* shape = std::get_if<script::Shape>(&constraint);
    if (shape == nullptr) return false;
    std::optional<std::size_t> group;
    if (!shape->group.empty()) group = names_.find_group(shape->group.text);
    if (!group && !shape->group.empty()) return false;
    const auto shapes = names_.find_shapes(group, shape->shape.text);
    return std::ranges::any_of(shapes, [&](const Names::ShapeOfGroup& each) {
      return std::ranges::any_of(body_.shapes[each.shape].rotations, [](const auto& turned) {
        return turned.first == body::Joint::LeftUpperArm ||
               turned.first == body::Joint::RightUpperArm;
      });
    });
  }

  const Names& names_;
  const body::Body& body_;
  body::Body::Model rest_;
  script::Space frame_;
};

}  // namespace

Seconds counted_preparation(Seconds preparation) {
  return std::clamp(preparation, kPreparationMin, kPreparationMax);
}

std::optional<Seconds> usual_way_back(const script::Sequence& written, const Names& names,
                                      const body::Body& body) {
  const ArmsAsked asked(names, body, written.frame);
  std::optional<Seconds> first;
  std::optional<Seconds> last;
  double way_m = 0;
  for (const script::Pose& pose : written.poses) {
    const std::optional<double> here_m = asked.find_way_m(pose);
    if (!here_m) continue;
    const bool counts_from_block = pose.time.from == script::Time::From::Block;
    const Seconds time =
        pose.time.seconds - (counts_from_block ? written.start.seconds : Seconds{0});
    first = std::min(first.value_or(time), time);
    if (last && time < *last) continue;
    last = time;
    way_m = *here_m;
  }
  return first ? std::optional(way_back_for(*first, way_m)) : std::nullopt;
}

}  // namespace kine::plan
