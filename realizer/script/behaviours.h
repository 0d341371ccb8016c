// Behaviours: what a BML block asks for, as it was written.
//
//   text --bml_reader--> Document::behaviours --plan::schedule--> times --plan::realized-->
//   sequences
//
// A behaviour has sync points in a fixed order (points_of), each of which may be tied to another
// point of this block or of an earlier one. Nothing is looked up or solved yet.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/core/where.h"
#include "realizer/script/name.h"
#include "realizer/script/sequence.h"

namespace kine::script {

/// A moment that a script names: a sync point of a behaviour and an offset, or a number of seconds
/// from the block's start.
struct SyncReference {
  Name block;         // empty: this one
  Name behaviour;     // empty: the block's own start, and no point
  std::string point;  // "strokeStart", or the id of a mark in a speech
  int iteration = 0;  // of a stroke that is repeated, from 1; 0: none is named
  Seconds offset{0};
  Where where = {};

  bool is_absolute() const { return behaviour.empty(); }
  friend bool operator==(const SyncReference&, const SyncReference&) = default;
};

// What the kinds of behaviours ask for. Amounts are in [0, 1]: 0 is tiny, 0.5 moderate, 1 as much
// as there is. Those that shift stay when the behaviour is over; the others go back to what was.

struct HeadMove {
  Name lexeme;  // NOD, SHAKE, TILT…
  int repetition = 1;
  double amount = 0.5;
  friend bool operator==(const HeadMove&, const HeadMove&) = default;
};

struct HeadDirectionShift {
  Name target;
  friend bool operator==(const HeadDirectionShift&, const HeadDirectionShift&) = default;
};

/// A part of a face: a lexeme, or an action unit of the Facial Action Coding System.
struct FacePart {
  enum class Side : std::uint8_t { Both, Left, Right };

  Name lexeme;             // RAISE_BROWS…; empty: the action unit
  int action_unit = 0;     // of FACS
  Side side = Side::Both;  // of an action unit
  double amount = 0.5;
  Where where = {};
  friend bool operator==(const FacePart&, const FacePart&) = default;
};

/// How much of a part there is that leaves it to its face.
inline constexpr double kAmountInFace = 1;

/// face, faceLexeme, faceFacs and faceShift: one part or several, as one unit.
struct Face {
  std::vector<FacePart> parts;  // never empty
  double amount = 1;            // of all of them: a face's own; 1 for those of one part
  double overshoot = 0;         // how far past the amount it goes at first, as a share of it
  bool shift = false;
  friend bool operator==(const Face&, const Face&) = default;
};

/// How much of the body takes part in a gaze: what is named and all above it.
enum class Influence : std::uint8_t { Eyes, Head, Shoulder, Waist, Whole };

enum class OffsetDirection : std::uint8_t {
  Right,
  Left,
  Up,
  Down,
  UpRight,
  UpLeft,
  DownLeft,
  DownRight
};

/// gaze and gazeShift.
struct Gaze {
  Name target;
  std::optional<Influence> influence;  // none: as far as the target needs it
  double offset_rad = 0;
  OffsetDirection offset_direction = OffsetDirection::Right;
  bool shift = false;
  friend bool operator==(const Gaze&, const Gaze&) = default;
};

struct Pointing {
  Name target;
  std::optional<Gesture::Hand> hand;  // none: the nearer one
  friend bool operator==(const Pointing&, const Pointing&) = default;
};

struct PosturePart {
  Name part;  // ARMS, LEFT_ARM… HEAD, WHOLEBODY
  Name lexeme;
  Where where = {};
  friend bool operator==(const PosturePart&, const PosturePart&) = default;
};

/// posture and postureShift.
struct Posture {
  Name stance;  // SITTING…; empty: as it stands
  std::vector<PosturePart> parts;
  bool shift = false;
  friend bool operator==(const Posture&, const Posture&) = default;
};

struct Locomotion {
  Name target;
  Name manner;                            // WALK…; empty: WALK
  std::optional<Distance> distance = {};  // none: to talk to a character, else on the target
  friend bool operator==(const Locomotion&, const Locomotion&) = default;
};

/// A mark in a speech: the onset of the word behind it.
struct SpeechMark {
  Name id;
  std::size_t byte = 0;               // in Speech::text: where the word behind it begins
  std::optional<SyncReference> when;  // where the script says it
  friend bool operator==(const SpeechMark&, const SpeechMark&) = default;
};

struct Speech {
  std::string text;               // SSML's elements and blanks as written, our marks taken out
  bool ssml = false;              // whether `text` is SSML; else plain words
  std::vector<SpeechMark> marks;  // in the order of the text
  Name voice;                     // empty: the character's
  BodyLanguage body_language = {};
  Where where = {};
  friend bool operator==(const Speech&, const Speech&) = default;
};

struct Wait {
  std::optional<Seconds> length;   // none: until its end is due
  std::optional<Seconds> longest;  // where there is no length; none: as long as it is asked to
  friend bool operator==(const Wait&, const Wait&) = default;
};

// Of BMLT and BMLA, asap's extensions.

/// Blinks or breaths again and again, from its start to its end; without an end from now on.
struct Emitter {
  enum class What : std::uint8_t { Blinks, Breaths };
  What what = What::Blinks;
  std::optional<Seconds> every;  // on average; none: as usual
  friend bool operator==(const Emitter&, const Emitter&) = default;
};

/// Starts blocks that wait for it.
struct Activate {
  Name block;
  friend bool operator==(const Activate&, const Activate&) = default;
};

/// Ends a block, or some of its behaviours.
struct InterruptBlock {
  Name block;
  std::vector<Name> include;  // empty: all
  std::vector<Name> exclude;
  friend bool operator==(const InterruptBlock&, const InterruptBlock&) = default;
};

/// Moves a parameter of what plays.
struct ChangeParameter {
  Name behaviour;  // "block:behaviour"
  Name parameter;
  Name trajectory;             // how it goes there: "linear", "instant"; empty: linear
  std::optional<double> from;  // none: from what it is
  double to = 0;
  friend bool operator==(const ChangeParameter&, const ChangeParameter&) = default;
};

/// A Gesture is one of the lexicon; its own times are not used. A Sequence is written in our own
/// language in the midst of a block: its times count from the start of the behaviour, and its
/// phases say where its sync points are.
using BehaviourKind =
    std::variant<HeadMove, HeadDirectionShift, Face, Gaze, Gesture, Pointing, Posture, Locomotion,
                 Speech, Wait, Emitter, Activate, InterruptBlock, ChangeParameter, Sequence>;

/// When one sync point is to be.
struct Appointment {
  std::string point;
  SyncReference when;
  friend bool operator==(const Appointment&, const Appointment&) = default;
};

struct Behaviour {
  Name id;              // unique in its block, never empty
  std::string element;  // "gazeShift": for messages
  BehaviourKind kind;
  std::vector<Appointment> appointments;  // no point twice
  bool required = false;                  // where it cannot be done the block is refused
  int priority = 0;                       // of a description that was chosen
  Where where = {};
  friend bool operator==(const Behaviour&, const Behaviour&) = default;
};

/// Two or more moments that are one, or an order among moments.
struct SyncConstraint {
  enum class Kind : std::uint8_t {
    Synchronize,  // all of `points` at once
    Before,       // each of `points` no later than `reference`
    After,        // each of `points` no earlier than `reference`
  };
  Kind kind = Kind::Synchronize;
  std::vector<SyncReference> points;
  SyncReference reference;  // not of Synchronize
  bool required = false;
  Name id;
  Where where = {};
  friend bool operator==(const SyncConstraint&, const SyncConstraint&) = default;
};

/// How a block stands to the others of its character.
struct Composition {
  enum class Kind : std::uint8_t { Merge, Append, Replace };
  Kind kind = Kind::Merge;
  // BMLA's, each names of blocks.
  std::vector<Name> append_after;
  std::vector<Name> prepend_before;
  std::vector<Name> chunk_after;  // when all their behaviours are past relax
  std::vector<Name> chunk_before;
  std::vector<Name> interrupt;  // these end when it starts
  std::vector<Name> on_start;   // these are activated when it starts
  bool preplan = false;         // it waits until somebody activates it
  friend bool operator==(const Composition&, const Composition&) = default;
};

struct Behaviours {
  Composition composition;
  std::vector<Behaviour> behaviours;
  std::vector<SyncConstraint> constraints;
  friend bool operator==(const Behaviours&, const Behaviours&) = default;
};

/// The sync points of a kind of behaviour in their order; without the marks of a speech and the
/// repeated strokes of a head.
std::span<const std::string_view> points_of(const BehaviourKind& kind);

}  // namespace kine::script
