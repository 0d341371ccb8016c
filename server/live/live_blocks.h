// When the blocks of all characters do what, as far as it is known: what a script is planned by
// that refers to others.
//
//   prepared blocks, inputs and feedback of each tick --> LiveBlocks --look()--> prepare
//
// A block that plays began at a tick and its sync points are its own; of one that waits it is
// foreseen when it will begin; one that is over is remembered for some time. Every call may come
// from any thread, but for note() and moved(), which are the ticks'.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/guests/memory_account.h"
#include "server/live/block_wishes.h"
#include "server/live/foreseen_blocks.h"
#include "server/live/live_manners.h"
#include "server/live/planned_anew.h"
#include "server/live/voice_changes.h"

namespace kine::server {

/// What a script was prepared from, for the rest of it to be prepared again.
struct ScriptSource {
  std::string text;
  std::span<const std::shared_ptr<const Cast>> casts;  // which characters were there then
  std::string script_id;
  std::string character;
  std::vector<std::string> targets;
  std::vector<GivenSketch> sketches = {};                // under all that the script says
  std::vector<Located> located = {};                     // when it was submitted
  const speech::Voice* voice = &speech::silent_voice();  // never null; outlives this
  std::uint64_t seed = 0;                                // of what its meanings become
  std::vector<GivenSketch> styles = {};  // whose dictionaries count under what it says

  MeaningContext meanings() const { return {.seed = seed, .styles = styles}; }

  /// What is charged for what becomes of it, and the source's own share; null: nobody counts it.
  MemoryHolder memory = {};
  std::shared_ptr<const MemoryShare> share = {};

  /// The voice itself, where it is the script's own; may be null.
  std::shared_ptr<const speech::Voice> own_voice = {};

  /// The script whose one speech says this in place of what it said; empty: its text stays.
  std::function<std::string(std::string_view said)> text_to_say = {};

  std::shared_ptr<const void> keeps_casts = {};  // null: they outlive all
};

class HappeningSink;

class LiveBlocks {
 public:
  /// Of blocks that are over, so many of each character are remembered.
  static constexpr std::size_t kRemembered = 16;

  /// `zero` is how blocks are put to their characters.
  LiveBlocks(TickRate rate, PlayBlock::Zero zero) : rate_(rate), zero_(zero), manners_(rate) {}

  /// It is told by what scripts are planned; before the first of them. It outlives this.
  void tell(HappeningSink& sink) { sink_ = &sink; }
  HappeningSink* sink() const { return sink_; }  // null: nobody

  /// The manner of a character where its scripts say nothing, from now on. Its blocks of BML that
  /// play or wait take it as well, in what has not struck when they are planned anew.
  void set_manner(std::string_view character, const script::Expressivity& to, Seconds over);
  void change_manner(std::string_view character, const plan::MannerChange& change, Seconds over);
  void set_style(std::string_view character, std::string_view style);
  void forget_manner(std::string_view character);

  /// What a block that comes now is planned by.
  LiveManners::Seen manners() const;

  /// By whose dictionaries a script that comes now means what it means.
  std::vector<GivenSketch> styles() const;

  /// A block that is prepared and on its way to its character; or that does not come after all.
  /// With its source it is planned anew when what it refers to moves, or a voice what it says, or
  /// its character's manner, of which `manners` had been set when it was planned. What is
  /// remembered of it when it is over is charged to `memory`.
  void expect(std::shared_ptr<const motion::Block> block,
              std::shared_ptr<const ScriptSource> source = {},
              std::vector<ChangingSpeech> changing = {}, std::uint64_t manners = 0,
              MemoryHolder memory = {});
  void forget(const motion::Block& block);

  /// Adds to what was performed of blocks what their callers have given since they were planned;
  /// before the tick is noted.
  void add_later_texts(std::span<Feedback> feedback);

  /// What went into a tick, and what came out of it.
  void note(Tick tick, std::span<const Input> inputs, std::span<const Feedback> feedback,
            std::span<const Replanned> replanned = {}, std::span<const ParameterWish> wishes = {});

  /// The answer to a script that is prepared: which tick will be its zero, as far as can be
  /// foreseen, and the points counted from there.
  struct Seen {
    Tick zero;
    std::vector<plan::KnownPoint> points;
  };
  Seen look(const plan::OtherPointsWanted& wanted) const;

  /// When a block of a character that comes now will begin, or one that was expected; nothing where
  /// it waits to be activated, or for one of which nobody knows when it will end.
  std::optional<Tick> foreseen_start(std::string_view character, plan::Composition composition,
                                     const plan::Entrance& entrance) const;
  std::optional<Tick> foreseen_start(const motion::Block& expected) const;

  /// Blocks that play or wait at a tick, in the order in which they came.
  struct Underway {
    struct Block {
      std::shared_ptr<const motion::Block> block;  // never null
      std::optional<Tick> start;                   // nothing: it has not begun
      std::shared_ptr<const ScriptSource> source;  // null: nobody plans it anew
    };
    Tick now;
    std::vector<Block> blocks = {};
  };

  /// A block as its sender knows it: until a tick has taken it in, nobody else knows its id.
  struct Sent {
    BlockId id;
    const motion::Block* block = nullptr;  // never null
  };

  /// Those that somebody has sent, and all of a character; "": of none.
  Underway underway(std::span<const Sent> sent, std::string_view character) const;

  /// A block that plays, and was planned by points of others that have moved since.
  struct Moved {
    CharacterId character;
    BlockId id;
    Tick start;
    std::shared_ptr<const motion::Block> block;
    std::shared_ptr<const ScriptSource> source;  // never null
    unsigned attempt = 0;                        // how often it was told already
    unsigned telling = 0;                        // counted from 1, of this block
    std::vector<std::uint64_t> meant = {};
    bool by_others = false;                        // their points have moved
    bool by_manner = false;                        // its character was given another
    LiveManners::Seen manners = {};                // all there are, from its zero
    std::vector<BlockWishes::Wish> wishes = {};    // to be made now
    std::vector<plan::ParameterChange> made = {};  // before
    std::vector<PlayedSoFar::Revised> revised = {};
    std::vector<std::size_t> revisions = {};  // of each speech that a voice may change, in all
    std::vector<Warning> remarks = {};
  };

  /// Those that are to be planned anew, each told once; once more where the answer came too late.
  std::vector<Moved> moved();

  /// There is no answer to it: it is not told again before something else has moved, and the sender
  /// of a wish is told.
  void give_up(const Moved& moved, std::string_view reason);

  /// Whether one of those may be told again though nothing happens: no answer has come.
  bool waits_for_answers() const;

  /// What a voice is to be asked, and for which client.
  struct ToSay {
    speech::Utterance utterance;
    ClientId client;  // which wishes that rate
  };

  /// The answer to it, from a tick on that has not been. No voice is asked: what one has to say
  /// first is planned by when it has been heard. Nothing where the block was told again since.
  struct Anew {
    std::optional<Replan> replan;  // nothing: it waits for its voice, or was given up
    std::vector<ToSay> to_say;
    std::uint64_t steps = 0;  // that it took
  };
  Anew plan_anew(const Moved& moved, Tick from, const std::stop_token& cancelled = {});

  /// Asks the voice of a block, which may take its time, unless the block is over or its voice has
  /// failed too often.
  void ask(BlockId id, const speech::Voice& voice, const speech::Utterance& utterance);

  /// What the voice of a block answered.
  void hear(BlockId id, const speech::Utterance& utterance, Result<speech::SpeechTrack> said);

  /// What is to be told of wishes that came to nothing; once.
  std::vector<Feedback> take_warnings();

 private:
  /// A speech that its voice may change, and how many changes were planned for and made.
  struct Revisable {
    ChangingSpeech speech;
    std::size_t told = 0;
    std::size_t made = 0;
  };

  /// A block that is planned anew, and what it makes of all that was wished and said.
  struct Answer {
    std::shared_ptr<const motion::Block> block = {};
    std::vector<BlockWishes::Wish> wishes = {};
    std::vector<Warning> in_vain = {};
    std::vector<std::size_t> revisions = {};
    std::uint64_t manners = 0;
  };

  struct Entry : KnownBlock {
    CharacterId character = {};  // of one that has begun
    MemoryHolder memory = {};
    std::vector<std::uint64_t> meant =
        {};  // what its references mean, even if another is called so later

    BlockWishes wishes = {};
    std::vector<Revisable> speeches = {};  // that a voice may change

    // How many manners had been set, of all characters, when it was planned and when it was told.
    std::uint64_t manners = 0;
    std::uint64_t manners_told = 0;

    // What it was last told to be planned anew by, and what came of that.
    std::uint64_t wishes_told = 0;  // BlockWishes::news() of then
    std::vector<plan::KnownPoint> told = {};
    PlannedAnew anew = {};

    std::vector<Answer> answers = {};  // of which none has come

    bool is_revised() const;
    bool is_as_said() const;
    void tell_revisions(Moved& moved);
    bool waits_for_answer() const;
  };

  /// By character: blocks that are over.
  using OverCounts = std::map<std::string, std::size_t, std::less<>>;

  /// What becomes known of a block.
  struct News {
    std::uint64_t number = 0;
    std::optional<KnownBlock> known;  // nothing: it is forgotten
  };

  Tick next_zero(const std::optional<Tick>& last, plan::Composition composition) const;
  void see_news() const;
  ForeseenBlocks::Blocks blocks_seen() const;
  ForeseenBlocks::Blocks blocks_now() const;
  std::vector<std::uint64_t> meant_by(const motion::Block& block) const;
  void tell_news(const Entry& entry);
  Entry& add(std::shared_ptr<const motion::Block> block, Tick expected);
  void note_waits(std::span<const std::uint64_t> came);
  Entry* find(BlockId id);
  void take_in(Tick tick, std::span<const Input> inputs, std::span<const Feedback> feedback,
               std::span<const Replanned> replanned, std::span<const ParameterWish> wishes);
  Entry& take(const PlayBlock& play);
  void take(const Feedback& feedback, OverCounts& over);
  void take(const Replanned& replanned);
  void take(const ParameterWish& wish, Tick tick);
  bool is_said(const Entry& entry, std::string_view part, Tick tick) const;
  std::vector<BlockWishes::Wish> wishes_of(const Entry& entry) const;
  void end_listening(Entry& entry);
  std::vector<plan::KnownPoint> others_now(const Entry& entry, const ForeseenBlocks& known) const;
  Moved tell(Entry& entry, std::vector<plan::KnownPoint> now, bool by_others);
  /// How the rest of a block is to be prepared.
  struct RestAsked {
    Tick from;
    const speech::Voice& voice;
    const std::stop_token& cancelled;
  };
  PrepareOutcome prepare_rest(const Moved& moved, std::span<const BlockWishes::Wish> wishes,
                              const RestAsked& asked) const;
  std::vector<plan::KnownPoint> others_of(const Moved& moved) const;
  void wait_for_voice(const Moved& moved, std::span<const speech::Utterance> unknown,
                      std::vector<ToSay>& to_say);
  void warn(const Entry& entry, const BlockWishes::Wish& wish, std::string message);
  void warn_of_all(const Entry& entry, std::span<const BlockWishes::Wish> lost,
                   std::string_view reason);
  bool has_moved(const Entry& entry, std::span<const plan::KnownPoint> now) const;
  bool may_move(const Entry& entry) const;
  bool is_mannered_anew(const Entry& entry) const;
  void forget_oldest(OverCounts over);

  TickRate rate_;
  PlayBlock::Zero zero_;
  HappeningSink* sink_ = nullptr;
  LiveManners manners_;

  // What the ticks have. Others hold this lock for one block, never for a look at all: the ticks do
  // not wait for that.
  mutable std::mutex mutex_;
  std::optional<Tick> last_;
  std::map<std::uint64_t, Entry> entries_;  // by their numbers, in the order in which they came
  std::multimap<const motion::Block*, std::uint64_t> coming_;  // of those on their way
  mutable std::vector<News> news_;                             // that nobody has seen yet
  std::map<BlockId, std::uint64_t> numbers_;                   // of those that are not on their way
  std::uint64_t counted_ = 0;                                  // entries that came
  std::size_t listening_ = 0;       // entries with speeches that a voice may change
  bool has_changed_ = false;        // since moved() was called
  bool waits_for_answers_ = false;  // when it was called last
  std::vector<Feedback> warnings_;  // not taken yet

  // What others look at, after they have seen the news. Taken before mutex_; the ticks do not wait
  // for it.
  mutable std::mutex looking_;
  mutable std::map<std::uint64_t, KnownBlock> seen_;  // by their numbers
  mutable std::optional<Tick> seen_last_;
};

/// A script that is prepared by what the blocks there do, which expect its blocks.
struct PreparedLive {
  PrepareOutcome prepared;
  std::optional<Tick> zero;  // of its block, where it was planned by others
};
struct LivePreparation {
  std::function<void(const ReadBlock& block)> on_planning = {};  // as LiveContext's
  std::stop_token cancelled = {};
};
PreparedLive prepare_live(const std::shared_ptr<const ScriptSource>& source, LiveBlocks& blocks,
                          Diagnostics& diagnostics, LivePreparation preparation = {});

}  // namespace kine::server
