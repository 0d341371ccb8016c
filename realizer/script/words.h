// The words of our own language that stand for the enumerators of document.h, in their order: the
// reader and the writer share them.
#pragma once

#include <cstddef>
#include <iterator>
#include <string_view>

#include "realizer/script/document.h"

namespace kine::script {

inline constexpr std::string_view kNamespace = "urn:kinesphere:script:1";

/// Dialect: what a script was converted from, and how faults in it are answered.
inline constexpr std::string_view kDialectWords[] = {"kinesphere", "embrscript", "animl", "bml"};

/// Dynamics.
inline constexpr std::string_view kDynamicsWords[] = {"none", "torso", "body"};

/// Compat.
inline constexpr std::string_view kCompatWords[] = {"none", "embr-2010"};

/// Phase.
inline constexpr std::string_view kPhaseWords[] = {"preparation", "pre-stroke-hold", "stroke",
                                                   "post-stroke-hold", "retraction"};

/// Space.
inline constexpr std::string_view kSpaceWords[] = {"character", "chest", "hips", "world",
                                                   "hips-at-rest"};

/// Time::From.
inline constexpr std::string_view kFromWords[] = {"script", "sequence"};

/// SwivelReference.
inline constexpr std::string_view kSwivelReferenceWords[] = {"down", "spine"};

/// Chain.
inline constexpr std::string_view kChainWords[] = {"arm", "arm-spine"};

/// TimeWarp::Kind.
inline constexpr std::string_view kWarpWords[] = {"tan", "exp"};

/// LookAt::with.
inline constexpr std::string_view kLookAtWords[] = {"eyes", "head", "head-neck", "head-thorax",
                                                    "head-abdomen"};

/// GesturePoint.
inline constexpr std::string_view kGesturePointWords[] = {
    "start", "ready", "stroke-start", "stroke", "stroke-end", "relax", "end"};
static_assert(std::size(kGesturePointWords) == kGesturePointCount);

/// Gesture::Hand.
inline constexpr std::string_view kGestureHandWords[] = {"left", "right", "both"};

/// ArmSet, from Left on.
inline constexpr std::string_view kArmSetWords[] = {"left", "right", "both"};

/// Lag.
inline constexpr std::string_view kLagWords[] = {"make-up", "keep"};

/// GainUpdate.
inline constexpr std::string_view kGainUpdateWords[] = {"sampled", "predicted"};

/// TensionFrame.
inline constexpr std::string_view kTensionFrameWords[] = {"chest", "hips", "world"};

/// Nearness.
inline constexpr std::string_view kNearnessWords[] = {"intimate", "personal", "social"};

/// StanceKind and Legs.
inline constexpr std::string_view kStanceWords[] = {"standing", "sitting", "crouching", "lying"};
inline constexpr std::string_view kLegsWords[] = {"neutral", "open", "crossed"};

/// The manner that is none: arms are where they are asked to be.
inline constexpr std::string_view kTensionOff = "off";

/// A side, and the groups that `side` on a swivel and on a hand stands for.
inline constexpr std::string_view kSideWords[] = {"left", "right"};
inline constexpr std::string_view kArmGroups[] = {"leftArm", "rightArm"};
inline constexpr std::string_view kHandGroups[] = {"leftFingers", "rightFingers"};

template <std::size_t kCount, class Enumerator>
constexpr std::string_view word_of(const std::string_view (&words)[kCount], Enumerator value) {
  return words[static_cast<std::size_t>(value)];
}

/// The set of arms of that place among kArmSetWords, and its word.
constexpr ArmSet arm_set_at(std::size_t word) { return static_cast<ArmSet>(word + 1); }
constexpr std::string_view word_of(ArmSet arms) {
  return kArmSetWords[static_cast<std::size_t>(arms) - 1];
}

}  // namespace kine::script
