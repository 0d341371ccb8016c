#include "realizer/pose/retarget/arm_nodes.h"

#include <algorithm>

namespace kine::pose {
namespace {

/// Whether `node` hangs on `above`, or is it.
bool hangs_on(const Recording& recording, std::optional<std::size_t> node, std::size_t above) {
  while (node && *node > above) node = recording.nodes[*node].parent;
  return node == above;
}

/// The nearest that both hang on.
std::optional<std::size_t> carrier_of(const Recording& recording, std::size_t one,
                                      std::size_t other) {
  std::optional<std::size_t> node = recording.nodes[one].parent;
  while (node && !hangs_on(recording, other, *node)) node = recording.nodes[*node].parent;
  return node;
}

std::optional<std::size_t> tip_of(const Recording& recording, std::size_t node) {
  for (std::size_t i = node + 1; i < recording.nodes.size(); ++i) {
    if (recording.nodes[i].is_end && recording.nodes[i].parent == node) return i;
  }
  return {};
}

std::optional<std::size_t> chest_of(const Recording& recording, const NodeOfJoint& nodes,
                                    const body::ArmChain& chain, std::size_t upper_arm) {
  if (const auto other = nodes[index_of(body::mirrored(chain.upper_arm))]) {
    return carrier_of(recording, upper_arm, *other);
  }
  const auto clavicle = nodes[index_of(chain.shoulder)];
  const bool has_clavicle = clavicle && hangs_on(recording, upper_arm, *clavicle);
  return recording.nodes[has_clavicle ? *clavicle : upper_arm].parent;
}

}  // namespace

std::optional<ArmNodes> arm_nodes(const Recording& recording, const NodeOfJoint& nodes,
                                  body::Side side) {
  const body::ArmChain chain = body::arm_chain(side);
  const auto upper_arm = nodes[index_of(chain.upper_arm)];
  const auto lower_arm = nodes[index_of(chain.lower_arm)];
  if (!upper_arm || !lower_arm || upper_arm == lower_arm) return {};
  auto hand = nodes[index_of(chain.hand)];
  if (!hand) hand = tip_of(recording, *lower_arm);
  if (!hand || hand == lower_arm || !hangs_on(recording, lower_arm, *upper_arm) ||
      !hangs_on(recording, hand, *lower_arm)) {
    return {};
  }
  const auto chest = chest_of(recording, nodes, chain, *upper_arm);
  if (!chest) return {};

  const Placed rest = placed(recording, {});
  constexpr double kNoLength = 1e-6;  // of the whole arm
  const double upper = length(rest.positions[*lower_arm] - rest.positions[*upper_arm]);
  const double lower = length(rest.positions[*hand] - rest.positions[*lower_arm]);
  if (std::min(upper, lower) <= kNoLength * (upper + lower)) return {};
  return ArmNodes{*chest, *upper_arm, *lower_arm, *hand};
}

}  // namespace kine::pose
