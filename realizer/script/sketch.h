// A sketch: how the whole body does all that it does, by numbers under a name.
//
//   <sketch id="weary" style="tired" nucleus="calm"><shape posture="-.6"/></sketch>
//
// A character, a sequence, a gesture or a pose names it. What an inner scope writes hides what
// outer ones say, parameter by parameter.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "realizer/core/where.h"
#include "realizer/script/dictionary.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/name.h"
#include "realizer/script/tension.h"
#include "realizer/script/transition.h"

namespace kine::script {

// Of <shape>: how the body is held.

inline constexpr Parameter kPosture{.name = "posture",
                                    .meaning = "from slumped to upright",
                                    .at_zero = "as the body stands",
                                    .element = MannerElement::Shape};
inline constexpr Parameter kLine{
    .name = "line",
    .meaning = "the beauty line: hips over the right foot to over the left one, the rest counters",
    .at_zero = "as the body stands",
    .element = MannerElement::Shape};
inline constexpr Parameter kLean{.name = "lean",
                                 .meaning = "from away from its target to towards it",
                                 .at_zero = "it does not lean",
                                 .element = MannerElement::Shape};
inline constexpr Parameter kChest{.name = "chest",
                                  .meaning = "carried from back to forward",
                                  .at_zero = "as the body stands",
                                  .element = MannerElement::Shape};
inline constexpr Parameter kAbdomen{.name = "abdomen",
                                    .meaning = "carried from back to forward",
                                    .at_zero = "as the body stands",
                                    .element = MannerElement::Shape};
inline constexpr Parameter kHead{.name = "head",
                                 .meaning = "carried from back to forward",
                                 .at_zero = "as the body stands",
                                 .element = MannerElement::Shape};
inline constexpr Parameter kRaise{.name = "raise",
                                  .meaning = "shoulders from low to high",
                                  .at_zero = "as the body stands",
                                  .element = MannerElement::Shape};
inline constexpr Parameter kRound{.name = "round",
                                  .meaning = "shoulders from drawn back to rounded forward",
                                  .at_zero = "as the body stands",
                                  .element = MannerElement::Shape};
inline constexpr Parameter kTilt{.name = "tilt",
                                 .meaning = "from the right shoulder higher to the left one",
                                 .at_zero = "as the body stands",
                                 .element = MannerElement::Shape};
inline constexpr Parameter kComSide{.name = "com-side",
                                    .meaning = "weight from the right foot to the left one",
                                    .at_zero = "weight on both feet",
                                    .element = MannerElement::Shape};
inline constexpr Parameter kComAhead{.name = "com-ahead",
                                     .meaning = "weight from the heels to the balls of the feet",
                                     .at_zero = "weight over the middle of the feet",
                                     .element = MannerElement::Shape};
inline constexpr Parameter kLoadLeft{.name = "load-left",
                                     .least = 0,
                                     .meaning = "the left hand carries from nothing to some 7 kg",
                                     .at_zero = "it carries nothing",
                                     .element = MannerElement::Shape};
inline constexpr Parameter kLoadRight{.name = "load-right",
                                      .least = 0,
                                      .meaning = "the right hand carries from nothing to some 7 kg",
                                      .at_zero = "it carries nothing",
                                      .element = MannerElement::Shape};
inline constexpr Parameter kLegs{
    .name = "legs",
    .meaning = "from weight on the right leg to weight on the left one",
    .at_zero = "as the body stands",
    .element = MannerElement::Shape};
inline constexpr Parameter kExtent{.name = "extent",
                                   .meaning = "poses reach from near to far",
                                   .at_zero = "targets as written",
                                   .element = MannerElement::Shape};
inline constexpr Parameter kAmplitude{.name = "amplitude",
                                      .meaning = "ways between poses from small to large",
                                      .at_zero = "ways as written",
                                      .element = MannerElement::Shape};
inline constexpr Parameter kElbows{.name = "elbows",
                                   .meaning = "elbows from close to the body to far out",
                                   .at_zero = "elbows as written",
                                   .element = MannerElement::Shape};
inline constexpr Parameter kWidth{.name = "width",
                                  .meaning = "feet from close together to wide apart",
                                  .at_zero = "feet as they stand",
                                  .element = MannerElement::Shape};
inline constexpr Parameter kToes{.name = "toes",
                                 .meaning = "toes from turned in to turned out",
                                 .at_zero = "feet as they stand",
                                 .element = MannerElement::Shape};
inline constexpr Parameter kHold{.name = "hold",
                                 .least = 0,
                                 .meaning = "how much of the shape stays after the last pose",
                                 .at_zero = "the shape goes with the pose",
                                 .element = MannerElement::Shape};
inline constexpr Parameter kInvolvement{.name = "involvement",
                                        .least = 0,
                                        .meaning = "how much the body takes part in gestures",
                                        .at_zero = "arms alone",
                                        .element = MannerElement::Shape,
                                        .usual = 0.5};

// Of <timing>: when its parts move.

inline constexpr Parameter kTempo{.name = "tempo",
                                  .meaning = "from slow to fast",
                                  .at_zero = "times as written",
                                  .element = MannerElement::Timing};
inline constexpr Parameter kDuration{.name = "duration",
                                     .meaning = "movements from short to long",
                                     .at_zero = "movements as written",
                                     .element = MannerElement::Timing};
inline constexpr Parameter kPause{.name = "pause",
                                  .meaning = "holds from short to long",
                                  .at_zero = "holds as written",
                                  .element = MannerElement::Timing};
inline constexpr Parameter kAnticipation{
    .name = "anticipation",
    .meaning = "movements against the stroke from less to more",
    .at_zero = "as the power of the nucleus says",
    .element = MannerElement::Timing};
inline constexpr Parameter kReaction{.name = "reaction",
                                     .meaning = "movements after the stroke from less to more",
                                     .at_zero = "as the power of the nucleus says",
                                     .element = MannerElement::Timing};
inline constexpr Parameter kRepetition{.name = "repetition",
                                       .least = 0,
                                       .meaning = "strokes come again from never to three times",
                                       .at_zero = "strokes come once",
                                       .element = MannerElement::Timing};

/// In seconds, and written with a unit as times are.
inline constexpr Parameter kSuccession{
    .name = "succession",
    .least = -0.2,
    .most = 0.2,
    .meaning = "how much later a joint moves than the one that carries it",
    .at_zero = "all joints move at once",
    .element = MannerElement::Timing};

// Of <idle>: what the character does of itself.

inline constexpr Parameter kIdleAmount{.name = "amount",
                                       .least = 0,
                                       .meaning = "how much of breath and sway there is",
                                       .at_zero = "it stands still",
                                       .element = MannerElement::Idle,
                                       .usual = 1};

// Of <clarity>: how plainly the whole body says it (Neff and Fiume 2003, section 3).

inline constexpr Parameter kSimplify{.name = "simplify",
                                     .least = 0,
                                     .meaning = "fewer movements at once",
                                     .at_zero = "all that goes along goes along",
                                     .element = MannerElement::Clarity};
inline constexpr Parameter kExaggerate{.name = "exaggerate",
                                       .least = 0,
                                       .meaning = "clearer movements",
                                       .at_zero = "as its other numbers say",
                                       .element = MannerElement::Clarity};
inline constexpr Parameter kDepth{
    .name = "depth",
    .meaning = "feelings from shallow, small and quick, to deep, large and slow",
    .at_zero = "as its other numbers say",
    .element = MannerElement::Clarity};

/// The elements in a <sketch> that say its numbers.
inline constexpr std::array<MannerElement, 4> kSketchElements = {
    MannerElement::Shape, MannerElement::Timing, MannerElement::Idle, MannerElement::Clarity};

/// A face that the character has meanwhile: a feeling, a morph or a channel, and how much of it.
struct SketchFace {
  Name name;
  double amount = 1;  // [0, 1]

  friend bool operator==(const SketchFace&, const SketchFace&) = default;
};

/// What its style gives and the parameters add up. Parameters win over composites. Its nucleus and
/// its tension count as if the scope that names it had named them; those of an edit, where it
/// gives manners. Its dynamics count for characters, sequences and gestures.
struct Sketch {
  Name id;
  Name style = {};    // one of the vocabulary's
  Name nucleus = {};  // where it names none, the nucleus that its style gives
  Name tension = {};
  std::optional<Dynamics> dynamics = {};  // where it says none, that of its style
  Expressivity parameters = {};           // as written, the usual ones too
  Expressivity composites = {};           // as written (composites.h)
  std::vector<Transition> transitions = {};
  std::vector<SketchFace> faces = {};  // empty: that of its style
  Name lean_to = {};                   // a target, a character, or a point of the scene
  std::vector<double> rhythm = {};     // shares of the movements in turn, each > 0
  Dictionary dictionary = {};          // before that of its style
  Where where = {};

  friend bool operator==(const Sketch&, const Sketch&) = default;
};

/// Gives a sketch to some poses of a sequence or a gesture.
///
///   <edit target="g1" from="ready" to="relax" group="rightArm" sketch="weary" amount=".5"/>
struct Edit {
  Name target;      // the id of a sequence or a gesture
  Name from = {};   // its first pose; empty: that of the sequence
  Name to = {};     // its last one; empty: that of the sequence, and the way back
  Name group = {};  // empty: the whole body
  Name sketch;
  double amount = 1;  // [0, 1]: a share of the way from what holds without it
  Where where = {};

  friend bool operator==(const Edit&, const Edit&) = default;
};

/// A nucleus and a tension are not shared out: an edit gives those of its sketch from this amount
/// on, and one of a group gives none.
inline constexpr double kMannersFrom = 0.5;
inline bool gives_manners(const Edit& edit) {
  return edit.group.empty() && edit.amount >= kMannersFrom;
}

}  // namespace kine::script
