// What a script asks for key by key: sequences of poses, gestures, and the manner of both.
//
// As in all of a Document, names are strings that nobody has looked up yet, times say what they
// count from, units and axes are ours already, and every element knows its Where.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/core/where.h"
#include "realizer/math/tcb.h"
#include "realizer/math/tension.h"
#include "realizer/math/vec3.h"
#include "realizer/script/body_language.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/name.h"
#include "realizer/script/tension.h"

namespace kine::script {

/// A time and what it counts from.
struct Time {
  enum class From {
    Block,     // the start of the script
    Sequence,  // the start of the sequence that the pose stands in
  };
  Seconds seconds{0};
  From from = From::Block;
  Where where = {};

  friend bool operator==(const Time&, const Time&) = default;
};

/// The phase of the movement that ends at a pose.
enum class Phase { Preparation, PreStrokeHold, Stroke, PostStrokeHold, Retraction };

/// The space in which the targets of a sequence are given.
enum class Space {
  Character,   // on the ground between the feet, facing +Z
  Chest,       // the upperChest joint
  Hips,        // the hips joint
  World,       // the stage that all characters share
  HipsAtRest,  // axes of the character, origin at the hips of the base pose: classic scripts
};

/// What 0 of a swivel angle is measured from.
enum class SwivelReference {
  Carried,  // straight down, carried from straight ahead to the arm's direction
  Spine,    // the side away from the spine's direction: classic scripts
};

/// What moves for the position of a hand.
enum class Chain {
  Arm,       // the arm alone
  ArmSpine,  // spine and chest lean where the arm does not reach
};

// What a pose asks for. Each constraint names its joint or group as the script does.

struct Position {
  Name joint;
  Name group;  // classic scripts say which chain moves; ours leave it to the joint
  Vec3 target_m;
  Name touches = {};  // a point of the own body, in place of target_m: "chin"
  Name by = {};   // the point of the hand that is there then; empty: the tip of the index finger
  Vec3 offset_m;  // in the joint's own axes: the point that is to meet the target
  std::optional<double> swivel_rad;
  std::optional<Chain> chain;  // none: as the group says, else the arm
  bool keep = false;           // whether it is held there when others move the torso
  Where where = {};
  friend bool operator==(const Position&, const Position&) = default;
};

struct Orientation {
  Name joint;
  Name group;
  Vec3 axis;       // a direction in the joint's own axes, unit length …
  Vec3 direction;  // … that is to point there, unit length
  Where where = {};
  friend bool operator==(const Orientation&, const Orientation&) = default;
};

struct Swivel {
  Name group;  // an arm
  double angle_rad = 0;
  SwivelReference reference = SwivelReference::Carried;
  Where where = {};
  friend bool operator==(const Swivel&, const Swivel&) = default;
};

/// How far beside what is looked at, seen from the head.
struct LookOffset {
  double left_rad = 0;
  double up_rad = 0;
  friend bool operator==(const LookOffset&, const LookOffset&) = default;
};

/// Who turns most for a look: BML's ways, which our own language has not.
enum class LookShare : std::uint8_t {
  Usual,
  EyesFirst,  // eyes alone as far as they go, then the head helps
  BodyFirst,  // as much as possible by the trunk
};

struct LookAt {
  std::variant<Vec3, Name> target;  // a point, or something with a name
  Name with;                        // eyes, head, head-neck, head-thorax, head-abdomen
  LookOffset offset = {};
  LookShare share = LookShare::Usual;
  Where where = {};
  friend bool operator==(const LookAt&, const LookAt&) = default;
};

/// An arm and its index finger at something, wherever that goes.
struct Point {
  std::variant<Vec3, Name> target;  // a point, or something with a name
  Name group;                       // the arm
  Where where = {};
  friend bool operator==(const Point&, const Point&) = default;
};

/// A turn of what stands there, whatever it is: a nod while the head looks somewhere. The joints of
/// the group share it. It is over with its sequence.
struct Turn {
  Name group;
  Vec3 turn_rad;  // a rotation vector: +X nods down, +Y turns to the left, +Z tilts to the right
  Where where = {};
  friend bool operator==(const Turn&, const Turn&) = default;
};

/// How near people come to each other, as Hall's zones of proxemics have it.
enum class Nearness { Intimate, Personal, Social };

/// How far before something one stops: so many metres, or as people of some nearness do.
using Distance = std::variant<double, Nearness>;

/// Steps to a place on the ground, there when the pose is reached.
struct Walk {
  std::variant<Vec3, Name> target;   // a point, or something with a name
  std::optional<Distance> distance;  // how far before it; none: to talk to a character, else on it
  std::optional<double> faces_rad = {};  // it only turns there on the spot, so far past it to the
                                         // left: part of BML's gaze, which has no word of ours
  Where where = {};
  friend bool operator==(const Walk&, const Walk&) = default;
};

enum class StanceKind { Standing, Sitting, Crouching, Lying };
enum class Legs { Neutral, Open, Crossed };

/// How the body below the waist is.
struct Stance {
  std::optional<StanceKind> kind;                // none: as it is
  std::array<std::optional<Legs>, 2> legs = {};  // the left one, the right one; none: as they are
  Where where = {};
  friend bool operator==(const Stance&, const Stance&) = default;
};

/// A stored pose: the shape of a hand, the posture of a body.
struct Shape {
  Name group;  // empty: all that the stored pose poses
  Name shape;
  double influence = 1;  // [0, 1]
  Where where = {};
  friend bool operator==(const Shape&, const Shape&) = default;
};

struct Morph {
  Name name;
  double weight = 0;  // [0, 1.5]
  Where where = {};
  friend bool operator==(const Morph&, const Morph&) = default;
};

struct Shader {
  Name name;
  double value = 0;  // [0, 1.5]
  Where where = {};
  friend bool operator==(const Shader&, const Shader&) = default;
};

/// Changes a running background behaviour, such as blinking.
struct Autonomous {
  Name behaviour;
  double value = 0;
  Where where = {};
  bool back = false;  // to what the character does of itself, whatever the value: of BML's
                      // emitters, which have no word of ours
  friend bool operator==(const Autonomous&, const Autonomous&) = default;
};

/// Puts what characters can look at under a name to a place in the world. It is there when the pose
/// is reached: from where an earlier pose of its sequence has put it, it goes there evenly.
struct PlaceTarget {
  Name target;
  Vec3 point_m;
  Where where = {};
  friend bool operator==(const PlaceTarget&, const PlaceTarget&) = default;
};

using Constraint = std::variant<Position, Orientation, Swivel, LookAt, Point, Turn, Walk, Stance,
                                Shape, Morph, Shader, Autonomous, PlaceTarget>;

/// Bends time within a sequence, or within the movement to a pose.
struct TimeWarp {
  enum class Kind { Tan, Exp };
  Kind kind = Kind::Exp;
  double symmetry = 1;  // > 0
  bool recoil = false;  // whether time may run backwards
  Where where = {};
  friend bool operator==(const TimeWarp&, const TimeWarp&) = default;
};

struct Pose {
  Name id;  // empty: gets one of its own when planned
  Time time;
  Seconds hold{0};  // >= 0
  std::optional<Phase> phase;
  bool appointed = true;  // a stroke is met at its time whatever its manner; a lexeme's that nobody
                          // gave a time is not
  Name nucleus;
  Name tension;
  Name tension_from = {};  // where the movement to it begins; empty: as it is then
  Name sketch = {};
  std::optional<Tcb> tcb;  // how its joints pass it; none: as its nucleus says
  std::optional<TimeWarp> warp;
  std::vector<Constraint> constraints;
  std::vector<Name> feedback_ids;  // of its constraints: classic scripts
  Where where = {};
  friend bool operator==(const Pose&, const Pose&) = default;
};

/// An animation clip that plays on a group from `time` for as long as `hold`; 0: until it ends.
struct Clip {
  Name clip;
  Name group;  // empty: the whole body
  Time time;
  Seconds hold{0};
  bool loop = false;  // goes round until its hold is over
  double weight = 1;  // [0, 1]: how much of it shows over what lies below
  double speed = 1;   // [0.1, 10]
  Where where = {};
  friend bool operator==(const Clip&, const Clip&) = default;
};

struct Sequence {
  Name id;         // empty: gets one of its own when planned
  Name character;  // empty: the script's
  Time start;
  Seconds fade_in{0};
  std::optional<Seconds> fade_out = {};  // none: what going back takes by itself
  bool keeps_end = true;  // its manner leaves the fade-out alone; not where nobody has written one
  Seconds lasts{0};       // it holds on so long, though nothing of it is held: BML's wait
  int priority = 0;
  bool lasting = false;  // its last pose stays, below all else, until another lasting one hides it
  Space frame = Space::Character;
  std::optional<TimeWarp> warp;
  Name nucleus;  // of its poses that name none
  Name tension;
  Name sketch = {};                       // under those that its poses name
  std::optional<Dynamics> dynamics = {};  // while it plays; none: as others say
  std::vector<Pose> poses;                // as written; plan::make puts classic ones in order
  std::vector<Clip> clips;
  Where where = {};
  friend bool operator==(const Sequence&, const Sequence&) = default;
};

/// What one can hang on to in a gesture, in the order in which they come: BML's sync points.
enum class GesturePoint { Start, Ready, StrokeStart, Stroke, StrokeEnd, Relax, End };
inline constexpr std::size_t kGesturePointCount = 7;

/// A gesture of the lexicon, called by its name, or one that a dictionary has for what is meant.
/// Planning makes a sequence of it.
struct Gesture {
  enum class Hand { Left, Right, Both };

  Name id;         // empty: gets one of its own when planned
  Name character;  // empty: the script's
  Name lexeme;
  Name meaning = {};         // where there is no lexeme: planning draws one
  std::optional<Hand> hand;  // none: as the lexeme has it
  Where hand_where = {};
  Name nucleus;                                                // of its stroke
  Name tension;                                                // of all of it
  Name sketch = {};                                            // of all of it
  std::optional<Dynamics> dynamics = {};                       // while it plays
  std::array<std::optional<Time>, kGesturePointCount> points;  // when; none: as they follow
  Seconds fade_in{0};
  std::optional<Seconds> fade_out;  // none: the lexeme's, or what lies between relax and end
  int priority = 0;
  Where where = {};
  friend bool operator==(const Gesture&, const Gesture&) = default;
};

/// Expressivity parameters (Pohl 2010, chapter 3): what its style gives and these add up.
struct Nucleus {
  Name id;
  Expressivity parameters = {};
  Name style = {};  // one of the vocabulary's
  Where where = {};
  friend bool operator==(const Nucleus&, const Nucleus&) = default;
};

/// How firm muscles are about their joints (Neff and Fiume 2002).
struct MuscleFirmness {
  std::vector<Name> joints = {};                // either these …
  Name group = {};                              // … or those of a group
  std::optional<double> stiffness_Nm_rad = {};  // in place of a rest error
  std::optional<double> damping_Nms_rad = {};   // of a stiffness; none: what lets nothing swing
  bool compensates = true;                      // whether they hold what gravity pulls down
  GainUpdate gains = GainUpdate::Sampled;
  friend bool operator==(const MuscleFirmness&, const MuscleFirmness&) = default;
};

/// How tense arms are, and which and when: by a mass tracker's two numbers (Neff 2022), or by the
/// name of a manner, which has them for each phase.
struct TensionPart {
  std::optional<Phase> phase;  // nothing: in all of them
  ArmSet arms = ArmSet::Both;
  std::optional<kine::Tension> value;          // valid
  Name manner;                                 // where there is no value: "loose", "off"
  std::optional<MuscleFirmness> muscles = {};  // of muscles alone: mass trackers pass it over
  Where where = {};
  friend bool operator==(const TensionPart&, const TensionPart&) = default;
};

/// Of its parts the narrowest holds: one of a phase before one of an arm before one of neither.
struct Tension {
  Name id;
  std::vector<TensionPart> parts;  // never empty, no two of one phase and the same arms
  std::optional<Seconds> over;     // how long it takes; none: at once, or as long as off needs
  Lag lag = Lag::MakeUp;
  TensionFrame frame = TensionFrame::Chest;
  Where where = {};
  friend bool operator==(const Tension&, const Tension&) = default;
};

/// What holds for one character throughout the script.
struct Character {
  Name name;         // empty: the script's
  Name nucleus;      // of its poses that name none, nor do their sequences
  Name tension;      // of its arms from the script's start on, where nothing else says it
  Name sketch = {};  // of all that it does, under those that its sequences and poses name
  std::optional<Dynamics> dynamics = {};               // while the script plays
  std::optional<BodyLanguageMode> body_language = {};  // of its speeches that say none themselves
  // From outside, under that one: no script writes them.
  Name own_sketch = {};     // of the character, in whatever it plays
  Name server_sketch = {};  // of every character
  Where where = {};
  friend bool operator==(const Character&, const Character&) = default;
};

}  // namespace kine::script
