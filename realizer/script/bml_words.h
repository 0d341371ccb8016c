// The words of BML 1.0: its namespaces, and the enumerators of behaviours.h in their order. The
// reader and the writer share them.
#pragma once

#include <string_view>

#include "realizer/script/behaviours.h"

namespace kine::script {

inline constexpr std::string_view kBmlNamespace = "http://www.bml-initiative.org/bml/bml-1.0";

/// The core's extensions, faceFacs among them.
inline constexpr std::string_view kBmlExtensions =
    "http://www.bml-initiative.org/bml/coreextensions-1.0";

/// The drafts before 1.0.
inline constexpr std::string_view kDraftNamespace = "http://www.mindmakers.org/projects/BML";

/// What core elements are called in, too.
inline constexpr std::string_view kOtherBmlNamespaces[] = {"", kDraftNamespace};

// What other realizers have beside the core.
inline constexpr std::string_view kBmlaNamespace = "http://www.asap-project.org/bmla";
inline constexpr std::string_view kBmltNamespace = "http://hmi.ewi.utwente.nl/bmlt";
inline constexpr std::string_view kBmlisNamespace = "http://www.asap-project.org/bmlis";

/// A sound of BMLT's: a speech without words.
inline constexpr std::string_view kAudioFile = "audiofile";

/// Whether behaviours of that element are a sound that is given: it or <bodylanguage> of ours.
constexpr bool is_sound(std::string_view element) {
  return element == kAudioFile || element == kBodyLanguageElement;
}

/// The behaviour that stands for a block itself: "bml:start".
inline constexpr std::string_view kBlockItself = "bml";

/// The type of a description in SSML.
inline constexpr std::string_view kSsmlType = "application/ssml+xml";

/// Composition::Kind.
inline constexpr std::string_view kCompositionWords[] = {"MERGE", "APPEND", "REPLACE"};

/// Gesture::Hand as BML has it.
inline constexpr std::string_view kModeWords[] = {"LEFT_HAND", "RIGHT_HAND", "BOTH_HANDS"};

/// FacePart::Side.
inline constexpr std::string_view kFaceSideWords[] = {"BOTH", "LEFT", "RIGHT"};

/// Influence.
inline constexpr std::string_view kInfluenceWords[] = {"EYES", "HEAD", "SHOULDER", "WAIST",
                                                       "WHOLE"};

/// OffsetDirection.
inline constexpr std::string_view kOffsetDirectionWords[] = {
    "RIGHT", "LEFT", "UP", "DOWN", "UPRIGHT", "UPLEFT", "DOWNLEFT", "DOWNRIGHT"};

/// SyncConstraint::Kind.
inline constexpr std::string_view kConstraintWords[] = {"synchronize", "before", "after"};

}  // namespace kine::script
