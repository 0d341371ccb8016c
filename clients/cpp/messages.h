// What a client of Kinesphere hears: characters, bones, frames and feedback, as plain values.
//
// Metres, seconds and radians; +Y is up, a character faces +Z and its left is +X.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/where.h"

namespace kine::client {

struct Character {
  std::uint32_t id = 0;
  std::string name;
  std::string body;
};

/// A character's bones; they come before its first frame.
struct Skeleton {
  struct Joint {
    std::string name;                  // VRM 1.0's: "rightHand"
    int parent = -1;                   // an index into joints, of an earlier one; -1 for the hips
    std::array<float, 3> offset = {};  // from the parent in T-pose; of the hips: from the ground
  };

  std::uint32_t character_id = 0;
  std::string character;
  std::string body;
  std::vector<Joint> joints;
  std::vector<std::string> channels;

  std::optional<std::size_t> find_joint(std::string_view name) const;
};

/// One character at one tick, complete in itself. A part that was not subscribed to is empty.
struct Frame {
  std::uint32_t character_id = 0;
  std::uint64_t tick = 0;
  double time = 0;                                    // in seconds: tick / tick rate
  std::array<float, 7> root = {0, 0, 0, 0, 0, 0, 1};  // in the world: x, y, z, then x, y, z, w
  std::array<float, 3> hips = {};  // in the root's space, in place of their offset
  std::vector<std::array<float, 4>> parent_from_joint;  // x, y, z, w of each joint
  std::vector<float> channels;                          // in [0, 1.5]; 1 is full
  bool discontinuity = false;  // nothing leads here from the frame before: do not interpolate
};

/// Where that joint is in the world; `frame` has the body of `skeleton`.
std::array<double, 3> position_in_world(const Skeleton& skeleton, const Frame& frame,
                                        std::size_t joint);

/// Of every joint, in the order of Skeleton::joints; `frame` has the body of `skeleton`.
std::vector<std::array<double, 3>> world_positions(const Skeleton& skeleton, const Frame& frame);

/// The same in the character's own space: the origin on the ground between its feet.
std::array<double, 3> position_in_character(const Skeleton& skeleton, const Frame& frame,
                                            std::size_t joint);

/// How true the times of a speech's words are, the best first; None: the server does not say.
enum class Timing { None, Measured, Marks, Aligned, Estimated };

/// "measured", "marks", "aligned" or "estimated"; "" of None.
const char* word_of(Timing timing);

/// A character begins to speak. A stream is an utterance, and its number no other's.
struct AudioOpen {
  std::uint32_t stream = 0;
  std::uint32_t character_id = 0;
  std::string id;   // "block:sequence" of what says it
  double time = 0;  // when its first sample is due, in seconds, as Frame::time
  std::uint32_t rate_hz = 0;
  std::uint64_t sample_count = 0;  // that it will have, if nobody interrupts it
  Timing timing = Timing::None;    // of its words
};

/// At most 20 ms of what is said, up to a second before they are due.
struct AudioChunk {
  std::uint32_t stream = 0;
  std::uint32_t character_id = 0;
  std::uint32_t sequence = 0;  // from 0, one more each
  double time = 0;             // when its first sample is due, in seconds, as Frame::time
  std::uint32_t rate_hz = 0;
  std::vector<std::int16_t> samples;
  bool starts = false;
  bool ends = false;
  bool discards = false;  // what came before of this stream, from `time` on, is not to be heard
};

/// Nothing more comes of this stream.
struct AudioClose {
  std::uint32_t stream = 0;
  std::uint32_t character_id = 0;
};

using AudioPiece = std::variant<AudioOpen, AudioChunk, AudioClose>;

/// What was heard of sound that a program sends, or which motion began by it.
struct HeardSound {
  enum class Kind { Peak, Syllable, Silence, Motion };
  std::uint32_t stream = 0;
  std::uint32_t character_id = 0;
  Kind kind = Kind::Peak;
  double at = 0;             // of its nucleus, in seconds from the first sample
  double known = 0;          // when it was known, likewise
  double f0_hz = 0;          // of a syllable; 0: nothing to be heard of it
  double level_db = 0;       // of a syllable
  std::string observation;   // of a syllable or silence: "rise high long"
  std::string section;       // of a motion: "head", "arms" or "lower body"
  std::uint32_t motion = 0;  // its number in the model
  std::string why;  // "first"; "early": a syllable ended the one before; "late": it was over
};

/// "peak", "syllable", "silence" or "motion".
const char* word_of(HeardSound::Kind kind);

enum class FeedbackKind { Started, SyncPoint, Ended, Interrupted, Warning };

/// "started", "sync", "ended", "interrupted" or "warning".
const char* word_of(FeedbackKind kind);

/// How far something has come: what was said of its texts, and where each behaviour was.
struct Performed {
  struct Speech {
    std::string id;                // "block:behaviour"
    std::uint32_t words = 0;       // of its whole text
    std::uint32_t words_done = 0;  // of them: those that had begun
    std::string last_word = {};    // that had begun; empty: none had

    // Up to that word with the blanks behind it, and what follows: one behind the other they are
    // the text, without <sync>s and SSML's elements. What is left can be said as it stands.
    std::string text_done = {};
    std::string text_left = {};
    double sound_ms = 0;  // that was heard; of a silent speech, for how long it was mouthed

    /// Of last_word, from 0: so a word that comes again is no other. Nothing: none had begun.
    std::optional<std::uint32_t> last_word_index() const;
  };
  struct Behaviour {
    std::string id;             // "block:behaviour"
    std::string phase = {};     // "stroke"; empty: it is in none, or has none
    double phase_fraction = 0;  // of that phase, 0 to 1
    double fraction = 0;        // of its time from start to end: 0 before, 1 behind
  };

  std::vector<Speech> speeches = {};       // in the order of their start
  std::vector<Behaviour> behaviours = {};  // in the order of the script

  /// Of all speeches in a row, with a blank where two words would meet.
  std::string text_done() const;
  std::string text_left() const;
};

/// A block that plays or waits.
struct PerformedBlock {
  std::string id;
  std::uint32_t character_id = 0;
  double time = 0;                   // at which it was so, in seconds
  std::optional<double> start = {};  // as Frame::time; none: it waits
  Performed performed = {};
};

/// Something happened to a block.
struct Feedback {
  FeedbackKind kind = FeedbackKind::Started;
  std::string id;  // "block", or "block:sequence:sync"
  std::uint64_t tick = 0;
  double time = 0;  // in seconds
  std::uint32_t character_id = 0;
  std::string message;
  Where where = {};                          // in the script, of a warning
  WarningKind warning = WarningKind::Other;  // of a warning
  double planned_time = 0;  // of a sync point: in seconds, as planned from its block's start
  double missed = 0;        // of a pose: how many metres a joint stays from its target

  // How far it had come: of an interruption, and of the "end" of a behaviour that was interrupted.
  std::string last_sync_point = {};  // that was reached
  std::string last_word = {};        // that had begun
  std::optional<Performed> performed = {};
  std::string traceparent = {};  // of its script, as it was submitted
};

/// A sync point as it was planned. Feedback tells of it when it comes, by the same id.
struct PlannedSync {
  std::string id;     // "block:sequence:sync"
  double time = 0;    // in seconds, from the tick at which its block starts
  std::string phase;  // that ends there: "stroke"; empty: none
};

/// Planning: planning begins, and neither the end nor the points are known; Planned: it has ended;
/// Playing: the block has started.
enum class PredictionStage { Planning, Planned, Playing };

/// "planning", "planned" or "playing".
const char* word_of(PredictionStage stage);

/// How a block of a script that was submitted with SubmitOptions::predictions is expected to go.
struct Prediction {
  struct Attribute {
    std::string name;
    std::string value;
  };
  struct Child {
    std::string element;
    std::vector<Attribute> attributes;
  };
  struct Behaviour {
    std::string id;                  // "block:behaviour"
    std::string element;             // as BML calls it: "gesture"; empty: a sequence of our own
    std::vector<PlannedSync> syncs;  // ascending

    // What BML requires of that element beside its id, with the script's values: `lexeme` of a
    // head, <stance> and <pose> of a posture.
    std::vector<Attribute> attributes = {};
    std::vector<Child> children = {};
  };

  std::string id;  // the block's
  std::uint32_t character_id = 0;
  PredictionStage stage = PredictionStage::Planning;
  std::optional<double> start = {};  // as Frame::time; none: it waits for others, or to be told
  std::optional<double> end = {};    // none: not known
  std::vector<Behaviour> behaviours = {};
};

/// What is said in a script.
struct Speech {
  std::string id;  // "block:behaviour"
  Timing timing = Timing::None;
};

/// A script that was accepted: it plays.
struct Submitted {
  std::string id;                   // as given, or as the script or the server names it
  std::vector<std::string> blocks;  // one a character that it speaks to
  std::vector<Warning> warnings;
  std::vector<PlannedSync> timeline;
  std::vector<Speech> speeches = {};
  std::string traceparent = {};  // as it was submitted
  bool kept_later = false;       // on_kept follows when the server's journal has it
};

/// What the server would say to a script. Without errors it would be accepted.
struct Checked {
  std::vector<Warning> errors;
  std::vector<Warning> warnings;
  std::vector<Speech> speeches = {};
};

/// What became of one's frames, as the server counts those of each character since Hello.
struct Stats {
  std::uint64_t frames_sent = 0;
  std::uint64_t frames_dropped = 0;
  std::uint64_t frames_unacknowledged = 0;
  std::uint32_t rate_hz = 0;
};

}  // namespace kine::client
