// The names of a script, looked up in one body's terms: our own names first, then the vocabulary.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/plan/names/vocabulary.h"

namespace kine::plan {

/// A view of a body and a vocabulary, no longer than both.
class Names {
 public:
  Names(const body::Body& body, const Vocabulary& vocabulary)
      : body_(body), vocabulary_(vocabulary) {}

  std::optional<body::Joint> find_joint(std::string_view name) const;

  /// An index into Body::groups. "head-neck" is headNeck, too.
  std::optional<std::size_t> find_group(std::string_view name) const;

  /// The group that moves a joint where the script leaves it open: an arm for its hand, head and
  /// neck together, the spine for what is in it; else the smallest one there is short of the whole
  /// body.
  std::optional<std::size_t> find_group_of(body::Joint joint) const;

  /// The side that a name of a hand, an arm or its fingers, or "left" or "right", stands for.
  std::optional<body::Side> find_side(std::string_view name) const;
  std::optional<std::size_t> find_arm(body::Side side) const;
  std::optional<std::size_t> find_fingers(body::Side side) const;

  /// A stored pose and the group that takes it: indices into Body::shapes and Body::groups.
  struct ShapeOfGroup {
    std::size_t shape = 0;
    std::size_t group = 0;

    friend bool operator==(const ShapeOfGroup&, const ShapeOfGroup&) = default;
  };

  /// What `name` is for the group: the shape that is stored for it, else all that pose any of its
  /// joints. Without a group, all of that name, each for its own.
  std::vector<ShapeOfGroup> find_shapes(std::optional<std::size_t> group,
                                        std::string_view name) const;

  /// Whether two stored poses have a joint in common.
  bool pose_joints_alike(std::size_t shape, std::size_t other) const;

  /// Whether it is a stored pose of another system that asks nothing of ours.
  bool is_empty_shape(std::string_view name) const;

  /// A point of the body's surface, for a hand of that side: an index into Body::points.
  std::optional<std::size_t> find_surface_point(std::string_view name, body::Side side) const;
  const std::vector<body::SurfacePoint>& surface_points() const { return body_.points; }
  /// Where it is in the base pose, in the space of the character.
  Vec3 at_rest_m(std::size_t surface_point) const;

  /// What a look's target is called here: "Amber.rhand" is "ada.rhand".
  std::string target_name(std::string_view name) const;

  /// What a face shape is made of; empty parts do nothing.
  std::optional<std::vector<MorphPart>> find_morph(std::string_view name) const;
  std::optional<body::Channel> find_shader(std::string_view name) const;

  /// How long the clip of that name is.
  std::optional<Seconds> find_clip(std::string_view name) const;

  /// The few clips whose names are most like this one, the nearest first.
  std::vector<std::string> clips_like(std::string_view name) const;

  std::optional<body::JointSet> joints_of_group(std::string_view name) const {
    const auto group = find_group(name);
    return group ? std::optional(body_.groups[*group].joints) : std::nullopt;
  }

  bool moves(std::size_t group, body::Joint joint) const {
    return body_.groups[group].joints.contains(joint);
  }

 private:
  std::optional<std::size_t> index_of_group(std::string_view name) const;

  const body::Body& body_;
  const Vocabulary& vocabulary_;
};

/// The side whose arm, hand or fingers a joint belongs to.
std::optional<body::Side> side_of(body::Joint joint);

bool is_hand(body::Joint joint);

}  // namespace kine::plan
