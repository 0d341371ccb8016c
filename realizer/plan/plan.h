// A Plan: what is done when, in one body's terms.
//
//   Document --plan::make--> Plan --with_properties--> Plan --motion::build--> Block
//
// Names are resolved, times are seconds from the block's start. It prints itself as text that a
// person can judge (tests/golden/plan).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "realizer/body/body.h"
#include "realizer/core/time.h"
#include "realizer/core/where.h"
#include "realizer/math/tcb.h"
#include "realizer/plan/forces.h"
#include "realizer/plan/parameters.h"
#include "realizer/plan/tension/named_tension.h"
#include "realizer/plan/transition.h"
#include "realizer/script/document.h"
#include "realizer/script/expressivity.h"
#include "realizer/speech/shared_track.h"

namespace kine::plan {

// What a key of a group asks for. Positions are in the space of their sequence.

/// Times that are nearer than this are one.
inline constexpr Seconds kRounding{1e-9};

/// A hand on its own body: points of its surface, indices into Body::points.
struct Touch {
  std::size_t on = 0;
  std::size_t by = 0;  // of the hand or one of its fingers

  friend bool operator==(const Touch&, const Touch&) = default;
};

/// A joint that is to be at a place: a hand, a finger, an elbow, or what the trunk carries.
struct Reach {
  body::Joint joint;
  Vec3 target_m;
  Vec3 offset_m;                    // in the joint's axes
  bool leans = false;               // the trunk gives way where the arm does not reach
  bool keep = false;                // held there when others move the torso
  std::optional<Touch> touch = {};  // then target_m is where that is at rest, in the character
  Where where = {};

  friend bool operator==(const Reach&, const Reach&) = default;
};

/// Whether its hand is there in time, whatever the manner: where it is in the world, kept, or on
/// the body.
constexpr bool is_hard(const Reach& reach, script::Space frame) {
  return reach.keep || reach.touch || frame == script::Space::World;
}

struct Aim {
  body::Joint joint;
  Vec3 axis;       // in the joint's axes, unit
  Vec3 direction;  // in the space of the sequence, unit
  Where where = {};

  friend bool operator==(const Aim&, const Aim&) = default;
};

struct Swivel {
  body::Side side = body::Side::Right;
  double angle_rad = 0;
  script::SwivelReference reference = script::SwivelReference::Carried;
  Where where = {};

  friend bool operator==(const Swivel&, const Swivel&) = default;
};

/// The trunk gives way to what the pose's places ask of it, as far as they need it and no further.
struct Lean {
  Where where = {};
  friend bool operator==(const Lean&, const Lean&) = default;
};

struct TakeShape {
  std::size_t shape = 0;  // index into Body::shapes
  double influence = 1;
  std::optional<std::size_t> towards = {};  // another shape, of which there is this much in it
  double towards_share = 0;                 // [0, 1]
  Where where = {};

  friend bool operator==(const TakeShape&, const TakeShape&) = default;
};

struct LookAt {
  std::variant<Vec3, std::string> target;  // in the space of the sequence, or by its name
  script::LookOffset offset = {};
  script::LookShare share = script::LookShare::Usual;
  Where where = {};

  friend bool operator==(const LookAt&, const LookAt&) = default;
};

/// The arm of a side and its index finger at something.
struct Point {
  body::Side side = body::Side::Right;
  std::variant<Vec3, std::string> target;  // in the space of the sequence, or by its name
  Where where = {};

  friend bool operator==(const Point&, const Point&) = default;
};

/// On top of what the group does otherwise; its joints share it.
struct Turn {
  Vec3 turn_rad;  // a rotation vector
  Where where = {};

  friend bool operator==(const Turn&, const Turn&) = default;
};

/// Steps to a place, in the world whatever the space of the sequence, or to what has a name.
struct Walk {
  std::variant<Vec3, std::string> target;
  std::optional<double> short_of_m = {};  // none: as usual
  std::optional<double> faces_rad = {};   // it only turns there, so far past it to the left
  Where where = {};

  friend bool operator==(const Walk&, const Walk&) = default;
};

struct Stance {
  std::optional<script::StanceKind> kind = {};  // none: as it is
  std::array<std::optional<script::Legs>, 2> legs = {};
  Where where = {};

  friend bool operator==(const Stance&, const Stance&) = default;
};

/// To what lies beneath, wherever that is by then: to the rest pose, where nothing else moves it.
struct GoBack {
  Where where = {};
  friend bool operator==(const GoBack&, const GoBack&) = default;
};

using Goal =
    std::variant<Reach, Aim, Swivel, TakeShape, LookAt, Lean, Turn, Point, Walk, Stance, GoBack>;

/// What one group is to have reached at `time`, and keeps until `time + hold`.
struct Key {
  std::size_t pose = 0;  // index into the sequence's poses
  Seconds time{0};
  Seconds hold{0};
  std::vector<Goal> goals;  // never empty
  Tcb tcb;                  // how its joints pass it

  /// Whether it is the way back, which is always the last key of its track.
  bool goes_back() const { return !goals.empty() && std::holds_alternative<GoBack>(goals.front()); }

  friend bool operator==(const Key&, const Key&) = default;
};

/// When a track begins to give back its joints, and how long it takes.
struct Retraction {
  Seconds from{0};
  Seconds over{0};

  friend bool operator==(const Retraction&, const Retraction&) = default;
};

/// Invariant: start <= the first key, keys strictly increase in time, and each hold ends before the
/// next key.
struct Track {
  std::size_t group = 0;                      // index into Body::groups
  Seconds start{0};                           // when the movement to the first key begins
  std::vector<Key> keys;                      // never empty
  std::optional<Retraction> retraction = {};  // nothing: with its sequence

  friend bool operator==(const Track&, const Track&) = default;
};

/// How much of a channel a face has.
struct FacePart {
  body::Channel channel;
  double weight = 0;  // [0, body::kChannelMax]

  friend bool operator==(const FacePart&, const FacePart&) = default;
};

struct ChannelKey {
  std::size_t pose = 0;
  Seconds time{0};
  Seconds hold{0};
  double value = 0;  // [0, 1.5]

  /// A channel fades with its sequence.
  bool goes_back() const { return false; }

  friend bool operator==(const ChannelKey&, const ChannelKey&) = default;
};

/// The same invariant as a Track.
struct ChannelTrack {
  body::Channel channel;
  Seconds start{0};
  std::vector<ChannelKey> keys;  // never empty

  friend bool operator==(const ChannelTrack&, const ChannelTrack&) = default;
};

/// Who may name a sketch: the later in this list, the nearer. The nearest counts.
enum class SketchScope : std::uint8_t { Server, Character, Script, Sequence, Edit, PartEdit, Pose };

/// That a scope names a sketch.
struct SketchNaming {
  SketchScope scope = SketchScope::Script;
  std::size_t sketch = 0;                 // index into Plan::named_sketches
  std::optional<std::size_t> group = {};  // of an edit of a part: index into Body::groups
  double amount = 1;                      // of an edit
  Where where = {};

  friend bool operator==(const SketchNaming&, const SketchNaming&) = default;
};

/// That a scope has a nucleus or a tension: by its sketch, else by a name of its own for it.
struct MannerNaming {
  SketchScope scope = SketchScope::Script;
  std::size_t manner = 0;                  // index into Plan::nuclei, or into Plan::tensions
  std::optional<std::size_t> sketch = {};  // index into Plan::named_sketches
  Where where = {};

  friend bool operator==(const MannerNaming&, const MannerNaming&) = default;
};

/// Those of one place, the outermost first: the last one counts.
struct MannerNamings {
  std::vector<MannerNaming> nuclei = {};
  std::vector<MannerNaming> tensions = {};

  friend bool operator==(const MannerNamings&, const MannerNamings&) = default;
};

struct Pose {
  std::string id;  // its sync point; empty: a property has put it in, and there is none
  Seconds time{0};
  Seconds hold{0};
  std::optional<script::Phase> phase = {};
  bool appointed = true;                         // where the phase is a stroke: its time is kept
  std::optional<std::size_t> nucleus = {};       // index into Plan::nuclei
  std::optional<std::size_t> tension = {};       // index into Plan::tensions
  std::optional<std::size_t> tension_from = {};  // the same: where its movement begins
  std::optional<std::size_t> sketch = {};        // index into Plan::sketches, where it has its own
  std::array<std::optional<std::size_t>, 2> arm_sketches = {};  // of each arm's own, by its side
  std::vector<SketchNaming> sketched_by = {};                   // by edits and itself
  MannerNamings manners_by = {};                                // its own
  std::optional<script::TimeWarp> warp = {};                    // of the movement that ends here
  std::optional<Tcb> tcb = {};                      // as written: no property changes it
  std::vector<script::Autonomous> autonomous = {};  // of life, from `time` on
  std::vector<script::PlaceTarget> targets = {};    // are there at `time`, no name twice
  std::vector<std::string> feedback_ids = {};       // of its constraints: classic scripts
  bool goes_back = false;  // the last one of its sequence, a retraction: what that moves by key
                           // poses is given back when it is reached. Where it is appointed, nobody
                           // changes how long that takes.

  friend bool operator==(const Pose&, const Pose&) = default;
};

/// A clip that there is, on a group: from `time` on, for as long as `hold`.
struct Clip {
  std::string clip;
  std::size_t group = 0;  // index into Body::groups
  Seconds time{0};
  Seconds hold{0};    // > 0
  bool loop = false;  // goes round; else it keeps its last frame
  double weight = 1;  // [0, 1]
  double speed = 1;   // > 0

  friend bool operator==(const Clip&, const Clip&) = default;
};

struct Sequence {
  std::string id;
  Seconds start{0};
  Seconds fade_in{0};
  Seconds fade_out{0};  // where no pose goes back: of faces, looks and clips
  Seconds lasts{0};     // from `start` on it is not over, whatever it holds
  int priority = 0;
  bool lasting = false;  // stays when it is over, until another lasting one hides it
  script::Space frame = script::Space::Character;
  std::optional<script::TimeWarp> warp;
  std::optional<std::size_t> nucleus;  // of its poses that name none, and of its clips
  std::optional<std::size_t> tension;
  std::optional<std::size_t> sketch = {};         // under those of its poses
  std::optional<script::Dynamics> dynamics = {};  // while it plays; nothing: it says none
  std::vector<SketchNaming> sketched_by = {};
  MannerNamings manners_by = {};  // its own
  std::vector<Pose> poses;        // times do not decrease
  std::vector<Track> tracks;
  std::vector<ChannelTrack> channels;
  std::vector<Clip> clips;
  speech::SharedTrack speech = {};          // said from `start` on; nothing: it says nothing
  script::BodyLanguage body_language = {};  // while it speaks; without a mode it does not move so
  double weight = 1;                        // of all that it does, between its fades, in [0, 1]
  std::string goes_with = {};  // the id of another, which it goes with: nobody is told of it
  Where where = {};

  /// When its last pose and hold, its speech and its time are over, and it begins to give back what
  /// it took.
  Seconds end_of_holds() const;
  /// The pose that goes back, the last one; nullptr: it has none.
  const Pose* find_way_back() const;
  Pose* find_way_back();
  /// When the way back is over; without one, end_of_holds() and the fade-out.
  Seconds end() const;
  /// From the one to the other.
  Seconds gives_back_over() const { return end() - end_of_holds(); }

  friend bool operator==(const Sequence&, const Sequence&) = default;
};

/// A manner that poses, also of several sequences, have in common.
struct Nucleus {
  std::string id;
  script::Expressivity expressivity;  // its style included

  friend bool operator==(const Nucleus&, const Nucleus&) = default;
};

/// What the sketches that hold at one place say together: of each parameter what the nearest scope
/// writes. sketches.h finds the one of a pose.
struct Sketch {
  std::string id;                     // of the sketches, the outermost first: "weary + eager"
  script::Expressivity expressivity;  // of <shape>, <timing> and <idle>, styles included
  std::vector<Transition> transitions = {};        // those count before others that come later
  std::optional<std::vector<FacePart>> face = {};  // by channel; nothing: none says it
  std::string lean_to = {};                        // a target, a character or a point of the scene
  double lean_heading_rad = 0;                     // where that is, from ahead to the left
  std::vector<double> rhythm = {};  // shares of the movements in turn, each > 0; empty: as written

  friend bool operator==(const Sketch&, const Sketch&) = default;
};

/// A sketch of the script.
struct NamedSketch {
  Sketch says;  // with its style
  std::string style = {};
  script::Expressivity of_style = {};
  script::Expressivity written = {};  // direct; what only the style says is composite
  // What Sketch::transitions are made of, in the same order: those of the style come before those
  // that are written, where both are for a phase and for a group, or are not.
  std::vector<Transition> transitions_of_style = {};
  std::vector<Transition> written_transitions = {};
  // What it gives the scopes that name it.
  std::optional<std::size_t> nucleus = {};  // index into Plan::nuclei
  std::optional<std::size_t> tension = {};  // index into Plan::tensions
  Where where = {};

  friend bool operator==(const NamedSketch&, const NamedSketch&) = default;
};

/// How a block stands to those that play already on its character.
enum class Composition : std::uint8_t {
  Merge,    // all go on together
  Append,   // it waits until all that came before it have ended
  Replace,  // the others fade out: TIME_RESET of classic scripts
};

/// What its start has to do with other blocks of the character, by their names (BMLA). Names of
/// blocks that are not there do not count.
struct Entrance {
  std::vector<std::string> after_end;     // it waits until these have ended …
  std::vector<std::string> after_relax;   // … or do nothing any more but go back
  std::vector<std::string> before_end;    // these, which wait still, wait for its end …
  std::vector<std::string> before_relax;  // … or until it does nothing but go back
  bool waits_for_activation = false;
  bool yields = false;  // what earlier blocks move is theirs: BML's way to merge

  friend bool operator==(const Entrance&, const Entrance&) = default;
};

/// What a block does to another, by its name, at a time of its own.
struct Cue {
  enum class Kind : std::uint8_t { Activate, Interrupt, Change };
  Kind kind = Kind::Activate;
  Seconds time{0};
  std::string block;
  std::vector<std::string> include = {};  // of an interruption: these parts; none: all …
  std::vector<std::string> exclude = {};  // … but these
  ParameterChange change = {};            // of a change
  std::string by = {};                    // the behaviour that gives it; empty: the block itself

  friend bool operator==(const Cue&, const Cue&) = default;
};

struct Plan {
  std::string id;         // the script's
  std::string character;  // as the server names it
  Composition composition = Composition::Merge;
  Entrance entrance = {};
  std::vector<Cue> cues = {};                    // in the order of their time
  script::Compat compat = script::Compat::None;  // whose formulas the nuclei follow
  std::vector<Nucleus> nuclei;
  std::vector<NamedTension> tensions;  // when they take place: plan/tension_changes.h
  std::optional<std::size_t> tension;  // of the character, where nothing else says it
  std::vector<Sketch> sketches = {};
  std::optional<std::size_t> sketch = {};         // of the character, for the whole block
  std::vector<NamedSketch> named_sketches = {};   // what sets are made of: as the script has them
  std::vector<SketchNaming> sketched_by = {};     // for the whole block
  MannerNamings manners_by = {};                  // the same
  std::optional<script::Dynamics> dynamics = {};  // of the character while it plays, where no
                                                  // sequence says another; nothing: none is said
  Forces forces = {};                             // of muscles alone
  double involvement = 0;  // how much of the body goes along with the arms, in [0, 1]
  std::vector<Sequence> sequences;
  std::vector<std::string> feedback_messages;  // to be said at the end: classic scripts

  /// The most physical that moves the character at any time.
  script::Dynamics most_physical() const;

  /// The latest end of a sequence or a load, or what comes after a push.
  Seconds end() const;

  /// Whether the comments above hold on this body. make and with_properties give no other plans.
  bool valid(const body::Body& body) const;

  friend bool operator==(const Plan&, const Plan&) = default;
};

/// The plan as text: tests/golden/plan/*.txt.
std::string to_text(const Plan& plan, const body::Body& body);

}  // namespace kine::plan
