#include "realizer/tick/solving/on_top.h"

#include <cstddef>

#include "realizer/pose/blend.h"
#include "realizer/tick/solving/shift.h"

namespace kine {

const pose::Pose& lay_on_top(TickScratch& scratch) {
  if (scratch.relative.empty() && !scratch.shift) return scratch.pose;
  scratch.shown = scratch.pose;
  pose::RelativeJob{.layers = scratch.relative, .pose = &scratch.shown}.run();
  if (scratch.shift) shift(*scratch.shift, scratch.shown);
  return scratch.shown;
}

std::array<Quat, solve::kColumnLength> column_on_top(TickScratch& scratch) {
  std::array<Quat, solve::kColumnLength> on_top = {};
  if (scratch.relative.empty() && !scratch.shift) return on_top;
  const pose::Pose& turned = lay_on_top(scratch);
  for (std::size_t i = 0; i < on_top.size(); ++i) {
    const body::Joint joint = solve::kColumnJoints[i];
    on_top[i] = normalized(conjugate(scratch.pose.rotation(joint)) * turned.rotation(joint));
  }
  return on_top;
}

}  // namespace kine
