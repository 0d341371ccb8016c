// Which behaviours and constraints of a block are left out, because no times keep all that is
// asked.
//
//   Demands, the owners of a circle --leave_out_one_of--> what goes, and all that goes with it
//
// A behaviour takes along what has an appointment at it; a constraint goes alone. What is
// required never goes: then the block is refused. Each thing that goes has one warning.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/core/work.h"
#include "realizer/plan/schedule/sync_demands.h"

namespace kine::plan {

class LeftOut {
 public:
  /// All of them outlive it; a null `work` has no end.
  LeftOut(const script::Behaviours& block, const Demands& demands, Diagnostics& diagnostics,
          WorkBudget* work);

  // By their indices in Demands. An owner is a behaviour, or behind all of these a constraint.
  const std::vector<bool>& behaviours() const { return behaviours_; }
  const std::vector<bool>& constraints() const { return constraints_; }
  bool contains(std::size_t owner) const;
  bool contains(const Anchor& anchor) const {
    return anchor.behaviour && behaviours_[*anchor.behaviour];
  }

  /// Behaviours in the order in which they went.
  std::span<const std::size_t> gone() const { return gone_; }

  /// What cannot be done whatever the times: names that there are not.
  Result<Done> leave_out_faults();

  /// One of `owners`, which are sorted: of the constraints the last; else of the behaviours the one
  /// that takes the fewest with it, of those the one that asks for the most, of those the last.
  /// Where all are required it is an error. `reason` says why, and is asked where anybody reads it.
  Result<Done> leave_out_one_of(std::span<const std::size_t> owners,
                                const std::function<std::string()>& reason);

 private:
  /// A behaviour of which nobody has asked yet whether it is to go.
  struct Candidate {
    std::size_t behaviour = 0;
    std::optional<std::size_t> takes;  // how many go with it, itself one; nothing: it is not known
    bool may_go = true;
  };

  const script::Behaviour& behaviour(std::size_t i) const {
    return block_.behaviours[demands_.behaviours[i].index];
  }
  const script::SyncConstraint& constraint(std::size_t i) const {
    return block_.constraints[demands_.constraints[i].index];
  }
  Result<Done> leave_out(std::size_t behaviour, const std::string& reason);
  Result<Done> leave_out_constraint(std::size_t constraint, const std::string& reason);
  Result<Done> leave_out_dependents();
  Result<Done> check_required_constraints() const;
  Where place_of(std::span<const std::size_t> owners) const;
  std::optional<std::size_t> choose(std::span<const std::size_t> owners);
  std::optional<std::size_t> choose_behaviour(std::span<const std::size_t> behaviours);
  void count_with(Candidate& candidate, std::size_t most);

  const script::Behaviours& block_;
  const Demands& demands_;
  Diagnostics& diagnostics_;
  WorkBudget* work_;
  std::vector<bool> behaviours_;
  std::vector<bool> constraints_;
  std::vector<std::vector<std::size_t>> dependents_;  // a behaviour: those that refer to it
  std::vector<bool> named_by_required_;  // a behaviour: whether a required constraint refers to it
  std::vector<std::size_t> gone_;
  std::size_t followed_ = 0;        // of gone_: those whose dependents have gone
  std::vector<std::size_t> asked_;  // a behaviour: the last count that it was in
  std::size_t counts_ = 0;
};

}  // namespace kine::plan
