// The tensions that a script can name: its own <tension>s, and the manners that everybody knows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/plan/names/faults.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/tension/muscle_tension.h"
#include "realizer/plan/tension/tension.h"
#include "realizer/plan/tension/tension_manners.h"
#include "realizer/script/document.h"

namespace kine::plan {

/// What a part says of muscles alone.
struct MusclePart {
  body::JointSet joints;                        // never empty
  bool is_group = false;                        // which is wider than joints by their names
  bool by_value = false;                        // not by a manner
  std::optional<double> stiffness_Nm_rad = {};  // in place of the manner
  std::optional<double> damping_Nms_rad = {};
  bool compensates = true;
  script::GainUpdate gains = script::GainUpdate::Sampled;

  friend bool operator==(const MusclePart&, const MusclePart&) = default;
};

/// Of its parts the narrowest holds.
struct NamedTension {
  struct Part {
    std::optional<script::Phase> phase;  // nothing: in all of them
    ArmSet arms = ArmSet::Both;          // None where it is of muscles
    TensionManner manner;
    std::optional<MusclePart> muscles = {};

    friend bool operator==(const Part&, const Part&) = default;
  };

  std::string id;
  std::vector<Part> parts;      // none where all that it says was wrong: then it says nothing
  std::optional<Seconds> over;  // >= 0; nothing: at once, or as long as off needs
  Lag lag = Lag::MakeUp;
  TensionFrame frame = TensionFrame::Chest;

  /// What it says of an arm in a phase: one of the phase before one of the arm before one of
  /// neither; null where it says nothing.
  const Part* find_part(script::Phase phase, body::Side side) const;

  /// What it says of a joint's muscles in a phase: what names the joint, before what names a group,
  /// before what speaks of both arms and so, at the trunk, of all muscles. Null where it says
  /// nothing: then muscles of arms do as the arms do.
  const Part* find_muscle_part(script::Phase phase, body::Joint joint) const;

  /// The change to what that part says, from `at` on.
  TensionChange change_to(const Part& part, script::Phase phase, body::Side side, Seconds at) const;

  /// Whether the comments above hold.
  bool valid() const;

  friend bool operator==(const NamedTension&, const NamedTension&) = default;
};

/// The document's tensions in their order, each once, then the manners that it names beside them.
Result<std::vector<NamedTension>> make_tensions(const script::Document& document,
                                                const Names& names, Faults& faults);

/// The place of the tension that is meant; nothing where none is, or it is left out.
Result<std::optional<std::size_t>> find_tension(const script::Name& name,
                                                const std::vector<NamedTension>& tensions,
                                                Faults& faults);

}  // namespace kine::plan
