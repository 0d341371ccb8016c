// The shape that sketches give a body, as segments: under all of a block, and as the poses of a
// sequence say it.
//
//   Plan, its sketches --shape_of--> solve::Shape --add_..._shape--> BodyMotion that replaces
#pragma once

#include <utility>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/body/body_offsets.h"
#include "realizer/motion/block.h"
#include "realizer/plan/plan.h"
#include "realizer/solve/body_shape.h"

namespace kine::motion {

/// What a set of sketches says of <shape>.
solve::Shape shape_of(const plan::Sketch& sketch);

/// What that makes of a body whose arms hang.
body::BodyOffsets body_offsets_of(const plan::Sketch& sketch, const body::Body& body);

/// What the sketches that hold at a pose say of <shape>.
solve::Shape shape_at(const plan::Plan& plan, const plan::Sequence& sequence,
                      const plan::Pose& pose);

/// What shapes make of a body whose arms hang, each solved once.
class Shapes {
 public:
  explicit Shapes(const body::Body& body) : body_(body) {}

  body::BodyOffsets offsets_of(const solve::Shape& shape);

 private:
  const body::Body& body_;
  std::vector<std::pair<solve::Shape, body::BodyOffsets>> solved_;
};

/// The shape of the character, from the start of the block to its end: of no part. Nothing where it
/// has none, or has it from outside: its posture shows that one.
void add_block_shape(const plan::Plan& plan, Shapes& shapes, Block& block);

/// The shape of a sequence that names a sketch, or has a pose that does.
void add_sequence_shape(const plan::Plan& plan, const plan::Sequence& sequence, Shapes& shapes,
                        Block& block);

}  // namespace kine::motion
