// A section of the body moves while somebody speaks: which recorded segment starts when.
//
//   what was heard, the pose that stands there --perform--> the segment that starts now, if any
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "realizer/core/random.h"
#include "realizer/gesture/motion_model.h"
#include "realizer/gesture/repertoire.h"
#include "realizer/gesture/section.h"
#include "realizer/math/quat.h"

namespace kine::gesture {

/// What was heard at a time.
struct HeardNow {
  std::uint8_t symbol = 0;   // below kSymbols
  std::uint8_t context = 0;  // below kContexts

  friend bool operator==(const HeardNow&, const HeardNow&) = default;
};

/// What is kept of a section. Times count from when somebody began to listen.
struct Performance {
  SectionState state;
  std::optional<std::size_t> segment = {};  // that is played
  double began_s = 0;                       // it, …
  double ends_s = 0;                        // … and when it is over
  double heard_s = 0;                       // the last observation
  std::uint64_t draws = 0;                  // moments at which something was drawn

  friend bool operator==(const Performance&, const Performance&) = default;
};

Performance first_performance(const SectionRepertoire& repertoire);

/// A moment of a section.
struct PerformedMoment {
  const SectionRepertoire& repertoire;
  const Profile& profile;
  double now_s = 0;                 // later than the moment before
  std::span<const HeardNow> heard;  // since that moment, in order
  std::span<const Quat> shown;      // the turns of the played joints
};

/// The segment that starts at this moment; nothing where another one goes on, or nothing was heard
/// yet.
///
/// `purpose`: of its random numbers. Their tick is the number of the draw, so that they are the
/// same at any tick rate.
std::optional<std::size_t> perform(const PerformedMoment& moment, Random::Key purpose,
                                   Performance& performance);

}  // namespace kine::gesture
