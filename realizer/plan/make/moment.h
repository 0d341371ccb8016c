// One written pose with its names looked up: half way from a Document to a Plan. Its constraints
// stand under the groups and channels that they move; nothing is known of its neighbours yet.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/plan.h"
#include "realizer/script/document.h"

namespace kine::plan {

struct Moment {
  struct GroupGoal {
    std::size_t group = 0;
    Goal goal;
    Seconds hold{0};  // of the moment, or what the group's next key leaves of it
  };
  struct MorphWeight {
    std::string name;
    std::vector<MorphPart> parts;
    double weight = 0;
    Seconds hold{0};
  };

  const script::Pose* written = nullptr;
  Seconds time{0};  // from the start of the block
  Seconds hold{0};
  std::vector<GroupGoal> goals;
  std::vector<MorphWeight> morphs;
};

/// `pose` outlives the moment. Times are as written, counted from the start of the block.
Result<Moment> make_moment(const script::Pose& pose, Seconds sequence_start, const Names& names,
                           Faults& faults);

}  // namespace kine::plan
