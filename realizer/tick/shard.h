// A Shard: the characters of one thread, and their common tick.
//
//   inputs --advance_to(tick)--> frames, feedback
//
// A character is a row here, not an object with a tick. The same inputs at the same ticks give the
// same frames, whatever the number of shards. Nothing here reads a clock, locks or fails.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "realizer/cast/cast.h"
#include "realizer/core/ids.h"
#include "realizer/core/limits.h"
#include "realizer/core/memory.h"
#include "realizer/core/time.h"
#include "realizer/live/live_face.h"
#include "realizer/motion/block.h"
#include "realizer/plan/tension/tension.h"
#include "realizer/pose/blend.h"
#include "realizer/tick/character_state.h"
#include "realizer/tick/feedback.h"
#include "realizer/tick/frame.h"
#include "realizer/tick/gaze.h"
#include "realizer/tick/presence.h"
#include "realizer/tick/scene.h"
#include "realizer/tick/trackers.h"

namespace kine {

/// Plays a block on its character.
struct PlayBlock {
  /// Which tick is the block's time zero. The last one is what everybody has seen already: counted
  /// from there, the first frame that follows has moved. What replaces others has ThisTick always.
  enum class Zero : std::uint8_t { ThisTick, LastTick };

  CharacterId character;
  BlockId id;
  ClientId client;
  std::shared_ptr<const motion::Block> block;  // never null
  Zero zero = Zero::ThisTick;

  /// Its zero, where it was planned by what other blocks do; later than this, it is late and leaves
  /// out what it has missed. It does not count for a block that waits, or replaces others.
  std::optional<Tick> planned_zero = {};
};

/// Fades out one block, or everything that plays on a character.
struct Interrupt {
  CharacterId character;
  std::optional<BlockId> block;  // nothing: all of them
  Seconds fade{0.3};             // >= 0
};

/// Puts what characters can look at under this name to a place in the world; every shard takes it.
struct SetTarget {
  std::string name;
  Vec3 point_m;
  Seconds over{0};  // it goes there evenly in this time; 0, or where it is new: at once
};

/// How tense arms of a character are from now on, until a script or another of these changes it.
struct SetTension {
  CharacterId character;
  plan::TensionChange change;  // its time does not count
};

/// What face a character has from now on, beneath what plays.
struct SetFace {
  CharacterId character;
  FaceChange change;
};

/// A character comes, in its base pose; its first frame is that of this tick. Every shard takes it,
/// and before all else of the tick.
struct Join {
  CharacterId character;             // one that nobody has or had
  std::shared_ptr<const Cast> cast;  // never null; of a name that nobody has
  autonomy::LifeOptions life = {};
};

/// A character goes. What plays or waits on it is interrupted in this tick, and it has no frame any
/// more. Every shard takes it, and behind all else of the tick.
struct Leave {
  CharacterId character;
};

/// A block that plays goes on as another, whose past is the same up to a tick: what it waits for
/// has moved. It does not count where the tick has passed, or the block is another one by now.
struct Replan {
  CharacterId character;
  BlockId id;
  Tick from;
  std::shared_ptr<const motion::Block> before;  // of which it was made; never null
  std::shared_ptr<const motion::Block> next;    // never null; what it warns of beside is said
};

using Input =
    std::variant<PlayBlock, Interrupt, SetTarget, SetTension, SetFace, Join, Leave, Replan>;

/// All of a shard that moves.
struct ShardSnapshot {
  std::vector<CharacterState> characters;
  std::vector<Frame> frames;  // what was seen last
  std::vector<SetPoint> set_points;

  friend bool operator==(const ShardSnapshot&, const ShardSnapshot&) = default;
};

/// A block goes on as another one of the same id: some of it was interrupted.
struct Replanned {
  CharacterId character;
  BlockId id;
  Tick from;
  std::shared_ptr<const motion::Block> block;  // never null
  std::optional<Tick> start = {};              // its time zero; nothing: it waits
  bool is_planned = false;                     // by a Replan
};

/// Somebody wants a parameter of what plays or waits to be another: the block is to be planned
/// anew.
struct ParameterWish {
  CharacterId character;
  BlockId id;
  plan::ParameterChange change;
  ClientId client = {};  // whose block wishes it
};

/// A script has moved a target. Every shard takes it as an input of the next tick, so that all
/// characters see it alike.
struct TargetMoved {
  CharacterId character;  // whose script
  SetTarget set;
};

struct Foresight;

/// Which of several shards one is. A character that joins lives on the shard of its number.
struct ShardNumber {
  std::size_t number = 0;
  std::size_t shards = 1;

  bool is_home_of(CharacterId id) const { return id.value % shards == number; }
};

class Shard {
 public:
  explicit Shard(TickRate rate, ShardNumber number = {});

  /// Adds a character in its base pose. Ids are the caller's, each used once.
  void add_character(CharacterId id, std::shared_ptr<const Cast> cast,
                     const autonomy::LifeOptions& life = {});
  std::size_t character_count() const { return rows_.size(); }

  /// Characters of another shard, in its order; the result is what see() calls them by.
  std::size_t add_neighbours(const Shard& other);

  /// What they showed in their last tick, before this shard goes to the next. It is looked at until
  /// the next call.
  void see(std::size_t neighbours, const Shard& other) {
    scene_.see(neighbours, other.frames_, other.presences_);
  }

  /// Takes in `inputs` in their order and moves every character to `tick`, which is later than the
  /// one before. Inputs for characters of other shards are not for this one and are passed over.
  void advance_to(Tick tick, std::span<const Input> inputs);

  /// What the last tick gave: one frame a character in the order in which they were added, and the
  /// feedback in the order in which it happened; of who has left there is no frame. Feedback is
  /// valid until the next tick, frames are until the one after it.
  std::span<const Frame> frames() const { return frames_; }
  std::span<const Feedback> feedback() const { return feedback_; }

  /// Blocks that the last tick has changed: for who looks further than a tick.
  std::span<const Replanned> replanned() const { return replanned_; }
  std::span<const ParameterWish> wishes() const { return wishes_; }

  /// What scripts did to targets in the last tick: inputs of the next one, for all shards.
  std::span<const TargetMoved> targets_moved() const { return targets_moved_; }

  /// Whether nothing plays or waits on any character, and arms have swung to rest, or for long.
  bool idle() const;

  /// All that moves. Assigning it back rewinds, as long as nobody has joined or left; equal
  /// snapshots go on equally.
  ShardSnapshot snapshot() const;
  void restore(const ShardSnapshot& snapshot);

 private:
  /// What is seen of the last tick, and what is made for the next one.
  static constexpr int kPresencesKept = 2;

  struct Row {
    CharacterId id;
    std::shared_ptr<const Cast> cast;
    const pose::Pose* base;  // what shows where nothing else does: its body's, or …
    std::unique_ptr<pose::Pose> faced = {};  // … the same with the face that it was given
    double room_m = 0;                       // how much it takes on the ground: a radius
    std::span<pose::SquadBlock> room;        // for the squads of its uppermost segments
    std::size_t room_taken = 0;
    int presences_to_write = kPresencesKept;
    Tick quiet_until = {};  // before that tick no segment begins or ends and no block says anything
    CharacterState state;
  };

  /// What had been playing and lies over a segment that begins, by what it depends on.
  struct Cover {
    int priority = 0;
    bool constrained = false;
    bool yields = false;             // to what is of blocks before its own
    std::optional<BlockId> up_to{};  // the first of its rank to which it does not yield
    BlockId block;                   // that asked last
    body::JointSet joints = {};
    pose::ChannelSet channels = {};
    bool is_blended = false;
    pose::Pose below = {};         // of the last tick, once it is blended …
    pose::Pose below_before = {};  // … and of the tick before it
  };

  /// What begins on a character in one tick is bound in one pass: what lies over it and what it
  /// begins from are looked at once.
  struct Beginning {
    std::size_t room = kSegmentsBegunMax;   // so many more may begin
    std::vector<Cover> covers = {};         // until something else that had been playing changes
    std::vector<ActiveSegment> begun = {};  // not in its place yet
  };

  /// Characters each of whom walks to the next one, and the last to the first.
  struct Ring {
    std::size_t count = 0;  // 0: there is none
    Vec3 middle_m = {};
    bool at_once = false;  // all have just set out
    bool is_first = true;  // the name of whoever asks comes first
  };

  void add_row(CharacterId id, std::shared_ptr<const Cast> cast, const autonomy::LifeOptions& life);
  void welcome(Tick tick, const Join& join);
  void let_go(Tick tick, CharacterId id);
  std::vector<bool> looked_at() const;
  void find_places_again();

  // The steps of a tick (ARCHITECTURE.md, "A tick"), and their parts.
  void take_in(Tick tick, std::span<const Input> inputs);
  void take(Tick tick, const PlayBlock& play);
  bool admit(Row& row, const PlayBlock& play, WaitingBlock& waiting, Tick tick);
  void begin(Row& row, const WaitingBlock& waiting, Tick start, Tick tick);
  bool begin_waiting(Row& row, Tick tick);
  void clear(Row& row, Tick tick);
  void give_cues(Row& row, std::size_t playing, Tick tick, std::size_t& room);
  bool has_cues_to_give(const PlayingBlock& playing, Tick tick) const;
  void refuse(const Row& row, const WaitingBlock& waiting, Tick tick, std::string reason);
  void take(Tick tick, const Interrupt& interrupt);
  void interrupt_parts(Row& row, plan::Cue cue, Tick tick);
  void interrupt_parts_of(Row& row, PlayingBlock& playing, std::vector<std::size_t> parts,
                          Tick tick);
  void say_absent(const Row& row, const PlayingBlock& giver, const plan::Cue& cue, Tick tick);
  void say_unknown_parts(const Row& row, const PlayingBlock& giver, const plan::Cue& cue,
                         Tick tick);
  void go_on_as(Row& row, PlayingBlock& playing, std::shared_ptr<const motion::Block> next,
                Tick tick);
  void say_ends(const Row& row, PlayingBlock& playing, Tick tick);
  void say_end(const Row& row, const PlayingBlock& playing, const motion::SyncPoint& end,
               Tick tick);
  void report(const PlayingBlock& playing, std::size_t part, Tick tick);
  void report(Performed performed);
  void take(Tick tick, const SetTarget& set);
  void take(Tick tick, const SetTension& set);
  void take(Tick tick, const SetFace& set);
  void put_on_face(Row& row, Tick tick);
  void take(Tick, const Join&) {}   // before all others
  void take(Tick, const Leave&) {}  // behind them
  void take(Tick tick, const Replan& replan);
  void go_on_as_planned(Row& row, Tick tick);
  void wish(const Row& row, const PlayingBlock& giver, const plan::Cue& cue, Tick tick);
  void schedule(Row& row, Tick tick);
  Tick next_event(const CharacterState& state, Tick tick) const;
  void bind_due_segments(Row& row, PlayingBlock& playing, Tick tick, Beginning& beginning) const;
  static Seconds ahead_of(const CharacterState& state, const motion::Segment& segment, Tick tick);
  Cover& cover_of(const CharacterState& state, const motion::Segment& segment, BlockId block,
                  Tick tick, Beginning& beginning) const;
  pose::Pose blend_below(const Row& row, const motion::Segment& segment, BlockId block,
                         const pose::Pose& seen, Tick begins, Tick tick) const;
  void say_crossed_sync_points(const Row& row, PlayingBlock& playing, Tick tick);
  bool is_over(const CharacterState& state, const ActiveSegment& active, Tick tick) const;
  bool is_replaced(const CharacterState& state, const ActiveSegment& lasting,
                   std::span<const ActiveSegment> above, Tick tick) const;
  void drop_finished_segments(CharacterState& state, Tick tick) const;
  void drop_finished_blocks(Row& row, Tick tick);
  void change_life(CharacterState& state, PlayingBlock& playing, Tick tick) const;
  void move_targets(const Row& row, PlayingBlock& playing, Tick tick);
  bool change_tension(CharacterState& state, PlayingBlock& playing, Tick tick) const;
  void change_arm(plan::TensionChange said, body::Side side, Tick tick,
                  CharacterState& state) const;
  void keep_time(Row& row, Tick tick) const;
  static void foresee_tensions(const motion::Block& block, CharacterState& state);
  void plan_clocks_anew(Tick tick, Row& row) const;
  Tick turn_after(Tick tick, CharacterId id) const;
  Foresight foresight_of(const Row& row, Tick tick) const;
  void begin_clocks(Row& row, Tick tick) const;
  void plan_clocks(Row& row, Tick tick) const;
  void bind_early(Row& row, PlayingBlock& playing, Tick tick, Beginning& beginning) const;
  void bind(Row& row, const PlayingBlock& playing, std::size_t index, Tick tick,
            Beginning& beginning) const;
  void produce(Row& row, Tick tick) const;
  const pose::Pose* base_of(const body::Body& body);
  std::span<pose::SquadBlock> next_room();
  static void settle_intervals(Row& row);
  std::span<const Stretch> look_ahead(std::size_t row);
  void sample_and_blend(Row& row, Tick tick, std::span<const Stretch> ahead);
  void sample_relative(CharacterState& state, Tick tick);
  void solve(Row& row, Tick tick);
  void solve_ground(Row& row);
  void solve_looks(Row& row, Tick tick);
  GazeStage gaze_stage_of(const Row& row, Tick tick) const;
  const pose::Pose& lay_on_top();
  void filter(Row& row, Tick tick, Frame& frame);

  pose::Layer layer_of(const CharacterState& state, const ActiveSegment& active,
                       pose::Interval& interval, Tick tick) const;
  std::vector<Scene::Place> find_places(const pose::GazeKeys& gaze) const;

  pose::Keys compile(const motion::Segment& segment, motion::Entry& entry, const Row& row,
                     Tick block_start) const;
  void take_ground(ActiveSegment& active, CharacterState& state) const;
  void go_on_ground(ActiveSegment& active, const motion::Segment* planned,
                    const CharacterState& state, Tick tick) const;
  static void leave_ground(const ActiveSegment& active, CharacterState& state);
  void stop(ActiveSegment& active, const CharacterState& state, Tick tick) const;
  std::optional<CharacterId> walks_to(const motion::Segment& segment) const;
  void give_way(Row& row, Tick tick) const;
  Ring ring_of(const Row& row, const ActiveSegment& walk, Tick tick) const;
  pose::WalkGoal goal_now(const Row& row, const ActiveSegment& walk, Tick tick) const;
  static Presence presence_of(const Row& row);
  void show_presence(std::size_t index);
  void show_presences_anew();
  bool walks_still(const CharacterState& state, BlockId block, Tick tick) const;

  bool goes_back(const CharacterState& state, const ActiveSegment& active, Tick tick) const;
  bool lies_over(const CharacterState& state, const ActiveSegment& active,
                 const motion::Segment& segment, BlockId block, Tick tick) const;
  void insert_in_order(std::vector<ActiveSegment>& begun, CharacterState& state, Tick tick) const;
  void say(const Row& row, BlockId block, ClientId client, Tick tick, FeedbackKind kind,
           const std::string& id);
  void say(const Row& row, const PlayingBlock& playing, Tick tick, FeedbackKind kind,
           const std::string& id) {
    say(row, playing.id, playing.client, tick, kind, id);
  }
  Row* find_row(CharacterId id);

  /// Where a character is: in every tick some are looked for, among many.
  struct Place {
    CharacterId id;
    std::size_t row;
  };

  /// What a body shows where nothing moves it: the same for all that have it, so that it is near.
  struct Standing {
    const body::Body* body;
    std::unique_ptr<pose::Pose> pose;
  };

  TickRate rate_;
  ShardNumber number_;
  LargeVector<Row> rows_;
  std::vector<Place> places_;  // by id
  std::vector<Standing> bases_;
  std::vector<LargeVector<pose::SquadBlock>> rooms_;
  std::size_t rooms_given_ = 0;
  std::vector<std::span<pose::SquadBlock>> free_rooms_;  // of who has left
  std::vector<std::size_t> groups_;                      // of the scene, by the number of a shard
  LargeVector<Frame> frames_;
  LargeVector<Frame> frames_before_;  // seen by all while frames_ are made
  std::vector<Presence> presences_;
  std::vector<Presence> presences_before_;  // the same
  Scene scene_;
  Trackers trackers_;
  std::vector<Feedback> feedback_;
  std::vector<Replanned> replanned_;
  std::vector<ParameterWish> wishes_;
  std::vector<TargetMoved> targets_moved_;
  std::size_t performed_bytes_left_ = 0;  // that an interruption may still tell

  // Scratch of one character.
  std::vector<pose::Layer> layers_;
  std::vector<const ActiveSegment*> blended_;  // whose layers they are
  std::vector<pose::Layer> relative_;          // what lies on top of them
  std::vector<pose::LayerSample> samples_;
  pose::Pose pose_;               // blended and solved, before the filters
  pose::Pose shown_;              // with what lies on top of it
  std::array<Stretch, 5> ahead_;  // what the next characters read
};

}  // namespace kine
