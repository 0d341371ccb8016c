// A scene in counted time: characters, blocks and ticks without a server or a clock.
//
//   casts, blocks --OfflineStage--> frames and feedback, tick by tick from 0
//
// The scene is a server's (live_scene.h). Here one shard moves it, and what is planned anew is
// planned at once.
#pragma once

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "realizer/tick/shard.h"
#include "server/live/live_scene.h"
#include "server/offline/heard_sound.h"

namespace kine::server {

class OfflineStage {
 public:
  /// The characters get the ids 1, 2, … in their order.
  OfflineStage(std::span<const std::shared_ptr<const Cast>> casts, TickRate rate,
               const autonomy::LifeOptions& life = {});

  /// Puts a block on its character at the next tick, whose time is the block's zero. False if there
  /// is no such character. With its source it is planned anew when what it refers to moves, or a
  /// voice what it says.
  bool play(std::shared_ptr<const motion::Block> block,
            std::shared_ptr<const ScriptSource> source = {},
            std::vector<ChangingSpeech> changing = {});

  /// What a script that is prepared now, and then put on the stage, sees of the blocks there.
  plan::OtherPoints others() const;

  /// Which characters are elsewhere than at first, for a script that is prepared now.
  std::vector<Located> located() const { return scene_.whereabouts.located(); }

  /// Puts a target to a place in the world at the next tick.
  void set(SetTarget target);

  /// Those that were set, and where they go.
  std::vector<Located> targets() const { return scene_.targets.located(); }

  /// Gives a character a face at the next tick; and a manner, from now on, with its posture.
  void set(SetFace face);
  void set_manner(std::string_view character, const script::Expressivity& to, Seconds over);

  /// Lets a character move as the speaker of this does, from the next tick on.
  void hear(std::shared_ptr<const HeardSound> sound, CharacterId character,
            std::shared_ptr<const PlayableRepertoire> repertoire);

  /// Lets its lips move so, from the next tick on, on the face that it has. Before all faces are
  /// set they lie on none.
  void move_lips(std::shared_ptr<const LipsOfSound> lips, CharacterId character);

  /// For a script that is prepared now.
  std::vector<plan::LiveManner> manners() const { return scene_.live_blocks.manners().all; }

  /// Goes to the next tick: 0 at first.
  void advance();

  /// The tick that was advanced to; there must have been one.
  Tick tick() const { return Tick{next_.index - 1}; }
  std::span<const Frame> frames() const { return shard_.frames(); }
  std::span<const Feedback> feedback() const { return output_->feedback; }
  std::span<const MotionStarted> motions_started() const { return shard_.motions_started(); }

  /// All that moves, the characters in their order.
  ShardSnapshot snapshot() const { return shard_.snapshot(); }

  /// Whether every block has ended, none waits, and every sound is over.
  bool idle() const { return scene_.mailbox.is_empty() && shard_.idle() && hears_nothing_more(); }

 private:
  /// A sound that is heard, and up to where.
  struct SoundHeard {
    std::shared_ptr<const HeardSound> sound;  // never null
    CharacterId character;
    std::shared_ptr<const PlayableRepertoire> repertoire;
    Tick began;
    std::size_t next = 0;
  };

  /// Lips that move, and up to where.
  struct LipsMoved {
    std::shared_ptr<const LipsOfSound> lips;  // never null
    CharacterId character;
    Tick began;
    std::size_t next = 0;
  };

  void send(Input input);
  void add_lips_by_now(std::vector<Input>& inputs);
  void add_heard_by_now(std::vector<Input>& inputs);
  bool hears_nothing_more() const;
  void plan_anew(const LiveBlocks::Moved& moved);

  LiveScene scene_;
  TickRate rate_;
  Shard shard_;
  std::vector<SoundHeard> sounds_;
  std::vector<LipsMoved> lips_;
  std::map<CharacterId, FaceWeights> faces_;                             // that were set
  std::vector<Input> inputs_;                                            // of the last tick …
  std::shared_ptr<TickOutput> output_ = std::make_shared<TickOutput>();  // … and what came of it
  Tick next_;
};

}  // namespace kine::server
