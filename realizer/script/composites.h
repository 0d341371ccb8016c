// Composites: the parameters of other systems. Each is a sum of our own.
//
//   <effort weight=".5"/> --expanded--> power 0.4, anticipation 0.2, reaction 0.2
//
// Their names and ends are those that Pohl tells of (2010, section 2.1.4): Effort and Shape of
// Laban as EMOTE has them (table 2.3), and the expressivity of Hartmann, Mancini and Pelachaud
// (table 2.2).
#pragma once

#include <algorithm>
#include <array>
#include <span>

#include "realizer/script/expressivity.h"

namespace kine::script {

// Of <effort>: how a movement is done.

inline constexpr Parameter kEffortWeight{.name = "weight",
                                         .meaning = "from light to strong",
                                         .at_zero = "as the other numbers say",
                                         .element = MannerElement::Effort};
inline constexpr Parameter kEffortSpace{.name = "space",
                                        .meaning = "from indirect to direct",
                                        .at_zero = "as the other numbers say",
                                        .element = MannerElement::Effort};
inline constexpr Parameter kEffortTime{.name = "time",
                                       .meaning = "from sustained to sudden",
                                       .at_zero = "as the other numbers say",
                                       .element = MannerElement::Effort};
inline constexpr Parameter kEffortFlow{.name = "flow",
                                       .meaning = "from free to bound",
                                       .at_zero = "as the other numbers say",
                                       .element = MannerElement::Effort};

// Of <shape-qualities>: where the body grows to, along the vertical, the horizontal and the
// sagittal axis.

inline constexpr Parameter kRising{.name = "rising",
                                   .meaning = "from sinking to rising",
                                   .at_zero = "as the other numbers say",
                                   .element = MannerElement::ShapeQualities};
inline constexpr Parameter kSpreading{.name = "spreading",
                                      .meaning = "from enclosing to spreading",
                                      .at_zero = "as the other numbers say",
                                      .element = MannerElement::ShapeQualities};
inline constexpr Parameter kAdvancing{.name = "advancing",
                                      .meaning = "from retreating to advancing",
                                      .at_zero = "as the other numbers say",
                                      .element = MannerElement::ShapeQualities};

// Of <expressivity>.

inline constexpr Parameter kOverallActivation{.name = "overall-activation",
                                              .meaning = "from little movement to much",
                                              .at_zero = "as the other numbers say",
                                              .element = MannerElement::Expressivity};
inline constexpr Parameter kHpmSpatialExtent{.name = "spatial-extent",
                                             .meaning = "it takes more room",
                                             .at_zero = "as the other numbers say",
                                             .element = MannerElement::Expressivity};

/// Against ours: more of it is faster.
inline constexpr Parameter kHpmTemporalExtent{.name = "temporal-extent",
                                              .meaning = "from slow to fast",
                                              .at_zero = "as the other numbers say",
                                              .element = MannerElement::Expressivity};
inline constexpr Parameter kHpmFluidity{.name = "fluidity",
                                        .meaning = "from halting to flowing",
                                        .at_zero = "as the other numbers say",
                                        .element = MannerElement::Expressivity};
inline constexpr Parameter kHpmPower{.name = "power",
                                     .meaning = "from loose to forceful",
                                     .at_zero = "as the other numbers say",
                                     .element = MannerElement::Expressivity};

/// It has no other end: a stroke comes at least once.
inline constexpr Parameter kHpmRepetition{.name = "repetition",
                                          .least = 0,
                                          .meaning = "strokes come again",
                                          .at_zero = "as the other numbers say",
                                          .element = MannerElement::Expressivity};

/// The elements in a <sketch> that say composites.
inline constexpr std::array<MannerElement, 3> kCompositeElements = {
    MannerElement::Effort, MannerElement::ShapeQualities, MannerElement::Expressivity};

constexpr bool is_composite(MannerElement element) {
  return std::ranges::find(kCompositeElements, element) != kCompositeElements.end();
}

/// How far 1 of a composite moves a parameter from its usual value.
struct CompositeWeight {
  const Parameter* parameter = nullptr;
  double weight = 0;
};

/// None of a parameter that is no composite.
std::span<const CompositeWeight> weights_of(const Parameter& composite);

/// What composites say in our own parameters. Several that move one parameter add up, within its
/// range. A composite of 0 says usual values, so it hides what outer scopes say.
Expressivity expanded(const Expressivity& composites);

}  // namespace kine::script
