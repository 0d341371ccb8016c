#include "realizer/script/behaviours.h"

namespace kine::script {
namespace {

constexpr std::string_view kStroke[] = {"start",     "ready", "strokeStart", "stroke",
                                        "strokeEnd", "relax", "end"};
constexpr std::string_view kAttack[] = {"start", "attackPeak", "relax", "end"};
constexpr std::string_view kHeld[] = {"start", "ready", "relax", "end"};
constexpr std::string_view kEnds[] = {"start", "end"};

using Points = std::span<const std::string_view>;

struct PointsOf {
  Points operator()(const HeadMove&) const { return kStroke; }
  Points operator()(const Gesture&) const { return kStroke; }
  Points operator()(const Pointing&) const { return kStroke; }
  Points operator()(const Sequence&) const { return kStroke; }
  Points operator()(const Face& face) const { return face.shift ? Points(kEnds) : kAttack; }
  Points operator()(const Gaze& gaze) const { return gaze.shift ? Points(kEnds) : kHeld; }
  Points operator()(const Posture& posture) const { return posture.shift ? Points(kEnds) : kHeld; }

  template <class Other>
  Points operator()(const Other&) const {
    return kEnds;
  }
};

}  // namespace

std::span<const std::string_view> points_of(const BehaviourKind& kind) {
  return std::visit(PointsOf{}, kind);
}

}  // namespace kine::script
