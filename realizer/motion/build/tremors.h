// What trembles beside the movements of key poses: ways back, walks and clips, above the waist.
#pragma once

#include "realizer/body/body.h"
#include "realizer/core/diagnostics.h"
#include "realizer/motion/block.h"
#include "realizer/plan/plan.h"
#include "realizer/pose/clip.h"

namespace kine::motion {

/// So long at most all of them tremble in one block: a second of it is 40 keys.
inline constexpr Seconds kTremorMost{30};

/// The tremors of one block.
class Tremors {
 public:
  Tremors(const plan::Plan& plan, const body::Body& body, const pose::Clips& clips,
          Diagnostics& diagnostics)
      : plan_(plan), body_(body), clips_(clips), diagnostics_(diagnostics) {}

  /// Segments on top of all others. Where several are to tremble at once, a joint trembles as the
  /// strongest of them has it.
  void add(const plan::Sequence& sequence, Block& block);

 private:
  const plan::Plan& plan_;
  const body::Body& body_;
  const pose::Clips& clips_;
  Diagnostics& diagnostics_;
  Seconds left_ = kTremorMost;
  bool has_warned_ = false;
};

}  // namespace kine::motion
