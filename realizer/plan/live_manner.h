// The manner that somebody gives a character from outside its scripts, and may change at any time.
//
//   a client's message --> LiveManner --give_manner--> Plan, whose sequences have a nucleus by it
//                                     --give_sketch--> Plan, whose sketches lie over it
//
// It holds where a script says nothing: what the script names counts before it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/plan/plan.h"
#include "realizer/script/expressivity.h"

namespace kine::plan {

/// The id of the nuclei that come of it.
inline constexpr std::string_view kLiveNucleus = "live manner";

/// The id of its sketch where nothing of the script lies over that. The posture of the character
/// shows the shape of this one already.
inline constexpr std::string_view kLiveSketch = "live sketch";

/// The parts of a manner that somebody sets. An absent part stays as it is.
struct MannerChange {
  std::optional<script::Expressivity> nucleus = {};  // of <nucleus> alone
  std::optional<script::Expressivity> sketch = {};   // of <shape>, <timing> and <idle> alone
};

/// From one nucleus to another, eased.
struct LiveManner {
  std::string character;      // our name for it
  script::Expressivity from;  // of a nucleus and of a sketch
  script::Expressivity to;
  Seconds since{0};  // when it begins to change, on the time of the block; often below 0
  Seconds over{0};   // >= 0

  script::Expressivity at(Seconds time) const;

  friend bool operator==(const LiveManner&, const LiveManner&) = default;
};

script::Expressivity changed(const script::Expressivity& before, const MannerChange& change);

/// Gives a sequence that has no nucleus, and its poses that have none, the manner whose nucleus
/// is in force at its stroke: at the last of its poses where none of them is a stroke.
void give_manner(const LiveManner& manner, std::size_t sequence, Plan& plan);

/// Lays the sketch that the manner goes over to, with the transitions of its style, under those of
/// the plan. It changes nothing where the manner has none.
void give_sketch(const LiveManner& manner, std::vector<Transition> of_style, Plan& plan);

/// Whether some of a sequence has its manner from outside.
bool has_live_manner(const Plan& plan, const Sequence& sequence);

}  // namespace kine::plan
