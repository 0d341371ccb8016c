// Parameters of behaviours that somebody changes while their block plays: parametervaluechange of
// BMLA. A block is planned anew with the ways of its parameters, which its behaviours keep to.
//
//   ParameterChanges of a part --way_of--> ParameterWay --at(time)--> what it is then
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/script/behaviours.h"

namespace kine::plan {

struct ParameterChange {
  std::string part;                 // the behaviour's id
  std::string parameter;            // of parameters_of its kind
  double value = 0;                 // where it goes, evenly
  std::optional<double> from = {};  // from there, if not at once; nothing: from what it is
  Seconds over{0};                  // in this time; 0: at once
  Seconds at{0};                    // from then on, counted from the start of the changed block

  friend bool operator==(const ParameterChange&, const ParameterChange&) = default;
};

/// What of a behaviour can be changed while it plays.
std::span<const std::string_view> parameters_of(const script::BehaviourKind& kind);

/// "'amount' and 'rate'"
std::string parameter_names(std::span<const std::string_view> names);
std::string all_parameter_names();

/// A change of volume with a value above 1 is on the scale from 0 to 100, as a whole: public
/// scripts have it so.
inline constexpr double kPercent = 100;
bool is_percentage(const script::ChangeParameter& change);

/// The change with its values in our terms.
script::ChangeParameter in_our_scale(script::ChangeParameter change);

struct ParameterRange {
  double least = 0;
  double most = 1;
};

/// Nothing of what no kind has.
std::optional<ParameterRange> range_of(std::string_view parameter);

/// How a parameter goes: evenly from bend to bend, and what changes at once within a moment.
class ParameterWay {
 public:
  explicit ParameterWay(double value) : value_(value) {}

  double at(Seconds time) const;
  bool is_changed() const { return !bends_.empty(); }

  /// What it comes to.
  double last() const { return bends_.empty() ? value_ : bends_.back().value; }

  /// Where it bends behind `from` and before `until`, in their order.
  std::vector<Seconds> bends_between(Seconds from, Seconds until) const;

  /// From its time on it goes there. Pre: no change before it is later.
  void change(const ParameterChange& change);

 private:
  struct Bend {
    Seconds time{0};
    double value = 0;
  };

  double value_;             // up to the first bend
  std::vector<Bend> bends_;  // in their order
};

/// `written` is what it was before all changes.
ParameterWay way_of(std::span<const ParameterChange> changes, std::string_view part,
                    std::string_view parameter, double written);

/// The change as far as it can be made from `now` on: what was before is over, and where it is to
/// be when stays as it was.
ParameterChange made_from(Seconds now, ParameterChange change);

}  // namespace kine::plan
