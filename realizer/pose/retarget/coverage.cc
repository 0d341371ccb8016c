#include "realizer/pose/retarget/coverage.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"

namespace kine::pose {
namespace {

/// What turns by less than a twentieth of a degree does not turn: it is the rounding of a file.
constexpr double kTurn_rad = 1e-3;

/// What moves by less, in lengths of the longest bone, keeps its place.
constexpr double kMove = 0.01;

using Node = Recording::Node;

/// Which nodes are joints, and how they hang on each other.
class Reading {
 public:
  Reading(const Recording& recording, const JointNames& names)
      : recording_(recording),
        nodes_(nodes_of_joints(recording, names)),
        joints_(joints_of_nodes(recording, names)) {}

  const NodeOfJoint& nodes() const { return nodes_; }

  /// The joint of ours that this node is, and carries; nothing of a second node of its kind.
  std::optional<body::Joint> taken(std::size_t node) const {
    const auto joint = joints_[node];
    if (!joint || nodes_[index_of(*joint)] != node) return {};
    return joint;
  }

  /// Of a node that is a joint of ours, but another node is it: which one.
  std::optional<std::size_t> other(std::size_t node) const {
    const auto joint = joints_[node];
    if (!joint || nodes_[index_of(*joint)] == node) return {};
    return nodes_[index_of(*joint)];
  }

  bool is_above(std::size_t above, std::size_t node) const {
    for (auto at = recording_.nodes[node].parent; at; at = recording_.nodes[*at].parent) {
      if (*at == above) return true;
    }
    return false;
  }

  /// A joint of ours below this node, whose turn in space carries that of the node.
  std::optional<body::Joint> carrier(std::size_t node) const {
    for (std::size_t below = node + 1; below < recording_.nodes.size(); ++below) {
      if (taken(below) && is_above(node, below)) return taken(below);
    }
    return {};
  }

 private:
  const Recording& recording_;
  NodeOfJoint nodes_;
  std::vector<std::optional<body::Joint>> joints_;  // that each node is by its name
};

bool has_turns(const Node& node) {
  return std::ranges::any_of(
      node.rotations, [&](const Quat& each) { return angle_between(node.rest, each) > kTurn_rad; });
}

bool has_moves(const Node& node, double longest) {
  return std::ranges::any_of(node.positions, [&](const Vec3& each) {
    return length(each - node.positions.front()) > kMove * longest;
  });
}

double longest_bone(const Recording& recording) {
  double longest = 0;
  for (const Node& node : recording.nodes) {
    if (node.parent) longest = std::max(longest, length(node.offset));
  }
  return longest;
}

/// What becomes of the turns of a node that carries none of our joints; empty: nothing is lost.
std::string loss_of_turns(const Recording& recording, const Reading& reading, std::size_t index) {
  const Node& node = recording.nodes[index];
  if (node.is_end || reading.taken(index) || !has_turns(node)) return {};
  if (const auto other = reading.other(index)) {
    if (reading.is_above(index, *other)) return {};  // a neck of two, whose last one carries both
    return "a second joint of the same kind as " + quoted(recording.nodes[*other].name) +
           ", its turns are left out: " + quoted(node.name);
  }
  if (const auto carrier = reading.carrier(index)) {
    return "unknown joint, its turns are added to those of " + quoted(body::name_of(*carrier)) +
           ": " + quoted(node.name);
  }
  return "unknown joint, its turns are left out: " + quoted(node.name);
}

/// The same of its places: only the hips and what they hang on may move.
std::string loss_of_places(const Recording& recording, const Reading& reading, std::size_t index,
                           bool hips_move, double longest) {
  const Node& node = recording.nodes[index];
  if (!has_moves(node, longest)) return {};
  // An expression of a VRM animation is a node that moves aside.
  if (recording.rest == Recording::Rest::TPose && !reading.taken(index)) return {};
  const auto hips = reading.nodes()[index_of(body::Joint::Hips)];
  const bool is_way = hips && (*hips == index || reading.is_above(index, *hips));
  if (is_way && hips_move) return {};
  if (is_way) {
    return "without known hips, legs and head the way is left out, that is the places of " +
           quoted(node.name);
  }
  return "only hips change their place, the places are left out of " + quoted(node.name);
}

}  // namespace

Coverage coverage_of(const FoundRecording& found, const JointNames& names) {
  const Recording& recording = found.recording;
  KINE_ASSERT(valid(recording));
  const Reading reading(recording, names);
  Coverage coverage;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const body::Joint joint = body::joint_at(i);
    if (const auto node = reading.nodes()[i]) {
      coverage.taken.push_back({joint, recording.nodes[*node].name});
      continue;
    }
    auto above = body::parent_of(joint);
    while (above && !reading.nodes()[index_of(*above)]) above = body::parent_of(*above);
    coverage.missing.push_back({joint, above});
  }
  coverage.moves_hips = moves_hips(recording, names);
  for (const Recording::Curve& curve : recording.curves) {
    coverage.channels.emplace_back(body::channel_names()[curve.channel.index]);
  }
  const double longest = longest_bone(recording);
  for (std::size_t i = 0; i < recording.nodes.size(); ++i) {
    const Where where = i < found.places.size() ? found.places[i] : Where{};
    for (std::string loss : {loss_of_turns(recording, reading, i),
                             loss_of_places(recording, reading, i, coverage.moves_hips, longest)}) {
      if (!loss.empty()) coverage.lost.push_back({.message = std::move(loss), .where = where});
    }
  }
  for (const std::string& each : found.left_out) {
    coverage.lost.push_back({.message = "left out: " + each});
  }
  return coverage;
}

std::string summary_of(const Coverage& coverage) {
  const auto counted = [](std::size_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
  };
  return std::to_string(coverage.taken.size()) + " of " + std::to_string(body::kJointCount) +
         " joints" + (coverage.moves_hips ? ", the way of the hips" : "") + " and " +
         counted(coverage.channels.size(), "channel") + "; " +
         (coverage.lost.empty() ? "nothing is left out"
                                : counted(coverage.lost.size(), "thing") +
                                      (coverage.lost.size() == 1 ? " is" : " are") + " left out");
}

}  // namespace kine::pose
