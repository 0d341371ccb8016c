// The behaviours of BML 1.0 and of its extensions, a row each.
//
//   <nod…> --find_bml_row--> row.read --> BehaviourKind
//
// A row reads what an element asks for. Its id, its sync points and its descriptions are the same
// for all and are read elsewhere (bml_behaviour.h).
#pragma once

#include <span>
#include <string_view>

#include "realizer/script/behaviours.h"
#include "realizer/script/bml/bml_reading.h"

namespace kine::script {

struct BmlBehaviourRow {
  std::string_view element;
  Tongue tongue = Tongue::Core;

  std::span<const std::string_view> children;  // those that it takes, beside a description

  /// What is wrong goes to reading.ours.error; the result counts for nothing then.
  BehaviourKind (*read)(const xml::Element& element, Attributes& take, std::string_view about,
                        BmlReading& reading);
};

/// nullptr for an element that is no behaviour we know.
const BmlBehaviourRow* find_bml_row(std::string_view element, Tongue tongue);

/// The point that a script means by `point` of a behaviour of this kind; empty where it has none.
/// Sources differ about some: a shift has all the points of what it is a shift of.
std::string_view point_meant(const BehaviourKind& kind, std::string_view point);

}  // namespace kine::script
