// Every limit of what a script may ask, with its reason. Past one is an error that the client
// reads, with the limit's name and value; schemas/README.md has the same table for people.
#pragma once

#include <cstddef>
#include <cstdint>

#include "realizer/core/time.h"

namespace kine {

/// Bytes of one script. The scripts of the first EMBR take 1 to 2 kB for a second of motion.
inline constexpr std::size_t kScriptBytesMax = std::size_t{1} << 20;

/// Elements of one script, whatever the dialect.
inline constexpr std::size_t kElementsMax = 20'000;

/// Attributes of an element: looking one up is linear, so their number is bounded.
inline constexpr std::size_t kAttributesMax = 64;

/// How deep elements may stand in each other. Readers may recurse this far and no farther.
inline constexpr std::size_t kNestingMax = 64;

/// Behaviours and sequences of a block.
inline constexpr std::size_t kSequencesMax = 2'048;

/// Sketches of a script: few, for each scope that names one is compared with the sets of others.
inline constexpr std::size_t kSketchesMax = 256;
inline constexpr std::size_t kTransitionsMax = 32;  // of a sketch or a style
inline constexpr std::size_t kSketchFacesMax = 16;  // of a sketch or a style

/// Meanings of a dictionary, and gestures that one of them may become: looking one up is linear.
inline constexpr std::size_t kMeaningsMax = 256;
inline constexpr std::size_t kChoicesMax = 32;
inline constexpr double kChoiceWeightMax = 1'000;

/// Edits of a script: each is compared with the poses of its target.
inline constexpr std::size_t kEditsMax = 256;

/// Characters of a shard, a thread of ticks, that move by their muscles: each costs a hundredth.
inline constexpr std::size_t kPhysicalMax = 30;

/// The force of a push, how long it lasts, and how many a script has: more throws a person through
/// a wall.
inline constexpr double kPushMax_N = 2'000;
inline constexpr Seconds kPushLengthMax{5};
inline constexpr std::size_t kPushesMax = 256;

/// How stiff a spring that drags a joint may be: as an arm that holds it firmly.
inline constexpr double kDragStiffnessMax_N_m = 5'000;

/// How firm muscles may be said to be about a joint: looser, and nobody sees a spring; firmer, and
/// nothing moves. And how many joints one part of a tension names.
inline constexpr double kStiffnessMin_Nm_rad = 0.1;
inline constexpr double kStiffnessMax_Nm_rad = 10'000;
inline constexpr double kDampingMax_Nms_rad = 10'000;
inline constexpr std::size_t kTensionJointsMax = 16;

/// The mass of a load, and how many a script has.
inline constexpr double kLoadMax_kg = 50;
inline constexpr std::size_t kLoadsMax = 256;

/// Forces on a character at once: further pushes of scripts that play together do nothing.
inline constexpr std::size_t kPushesAtOnceMax = 32;

/// Syllables and silences of a speaker in a tick: further ones are not heard.
inline constexpr std::size_t kHeardPerTickMax = 16;

/// A file with a model of body language: its bytes, the segments and frames of one section, and the
/// bytes that say whose data it was learnt from. An hour of speech makes 4 MB.
inline constexpr std::size_t kModelBytesMax = std::size_t{16} << 20;
inline constexpr std::size_t kModelSegmentsMax = 4'096;
inline constexpr std::size_t kModelFramesMax = 36'000;
inline constexpr std::size_t kLicenceBytesMax = 1'024;

/// Shares of a rhythm: a pattern that one can follow is shorter.
inline constexpr std::size_t kRhythmMax = 16;
inline constexpr double kRhythmShareMax = 16;

/// Poses of a script.
inline constexpr std::size_t kPosesMax = 4'096;

/// Sync points of a block, poses among them.
inline constexpr std::size_t kSyncPointsMax = 8'192;

/// BML constraints of a block: pairs of sync points that are tied beside their behaviours.
inline constexpr std::size_t kConstraintsMax = 1'024;

/// Gestures of a lexicon.
inline constexpr std::size_t kLexemesMax = 4'096;

/// Poses of one gesture of a lexicon.
inline constexpr std::size_t kLexemePosesMax = 64;

/// How far ahead a start may lie.
inline constexpr Seconds kStartAheadMax{600};

/// How long a block may last, counted from its own start.
inline constexpr Seconds kBlockLengthMax{600};

/// How far from the origin a position may lie, in metres.
inline constexpr double kPositionMax_m = 100;

/// Bytes of a name in UTF-8.
inline constexpr std::size_t kNameBytesMax = 128;

/// Warnings that one script can cause; what is past it is counted, not kept.
inline constexpr std::size_t kWarningsMax = 256;

/// Steps (core/work.h) that preparing a script may take, for each of its bytes: ten times as many
/// as the costliest of schemas/scripts takes. Past it the script is refused.
inline constexpr std::uint64_t kStepsPerByteMax = 2'000;

/// Of a script that is shorter, so many bytes are counted.
inline constexpr std::size_t kCountedBytesMin = 1'000;

/// Steps that any script may take: some two seconds of a planning thread, at the 70 ns that a step
/// was measured to take.
inline constexpr std::uint64_t kStepsMax = 30'000'000;

/// Segments of one character that wait or play. A block that would pass it is refused.
inline constexpr std::size_t kSegmentsPerCharacterMax = 4'096;

/// Segments that begin on a character in one tick: each takes some two microseconds, and the rest
/// begins in the next tick. Whole bodies with all that their faces can do begin fifty.
inline constexpr std::size_t kSegmentsBegunMax = 256;

/// What blocks do to others on a character in one tick: interrupt, activate, change a parameter.
/// Each looks for whom it means among all that plays, for some ten microseconds; the rest is done
/// in the next tick.
inline constexpr std::size_t kCuesGivenMax = 256;

/// Bytes of a file with an animation clip. Minutes of motion capture as BVH take about 3 MB.
inline constexpr std::size_t kClipBytesMax = std::size_t{16} << 20;

/// Joints of a clip's own skeleton, ends of bones among them; a body with all its fingers has 80.
inline constexpr std::size_t kClipNodesMax = 512;

/// Frames of a clip: ten minutes at 60 a second, 36 MB ready to play, and again for each body.
inline constexpr std::size_t kClipFramesMax = 36'000;

/// How long one frame of a clip may be.
inline constexpr Seconds kClipFrameTimeMin{0.001};
inline constexpr Seconds kClipFrameTimeMax{1};

/// Shapes of a face that a client sets: as many as there are channels, and some that share one.
inline constexpr std::size_t kFaceShapesMax = 128;

/// Numbers of a sketch that a client sets: twice as many as there are, so that more can come.
inline constexpr std::size_t kSketchNumbersMax = 64;

/// Bytes of texts and parts that one interruption of a character tells as performed, or one answer
/// to a question: it must not fill what may wait for a client (control_bytes_max of the server).
inline constexpr std::size_t kPerformedBytesMax = std::size_t{64} << 10;

/// Targets that clients have set: each is moved on in every tick, on every shard.
inline constexpr std::size_t kSetTargetsMax = 256;

static_assert(kScriptBytesMax < UINT32_MAX, "a column number is a uint32");
static_assert(kPosesMax + 2 * kSequencesMax <= kSyncPointsMax,
              "a sequence has two sync points and one a pose");

}  // namespace kine
