// Mass trackers and their arms as one would first write them: Eigen in double, an arm at a time,
// with the library's trigonometry. What realizer/dynamics/follow.h is compared with.
#pragma once

#include <cstddef>
#include <memory>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/math/tension.h"

namespace kine::bench {

class PlainArms {
 public:
  virtual ~PlainArms() = default;

  /// A character's local rotations, of which those of both arms are changed.
  virtual void follow(std::size_t character,
                      std::array<std::array<float, 4>, body::kJointCount>& rotations) = 0;
};

std::unique_ptr<PlainArms> make_plain_arms(const body::Body& body, const Tension& tension,
                                           Seconds step, std::size_t characters);

}  // namespace kine::bench
