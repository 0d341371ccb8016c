// What `serve --demo` shows: a small play of two, again and again, and others who move by
// themselves. It is a client like others, but for the socket.
//
//   schemas/demo --Play--> scene: prepared on the pool --blocks--> mailbox; its end --> the next
//   one
//
// It gives way at once to whoever sends something, and comes back when nobody has for a while, with
// everybody in place again.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/demonstration/play.h"
#include "server/services/services.h"
#include "server/ticks/hub.h"

namespace kine::server {

class Demonstrator final : public Subscriber, public std::enable_shared_from_this<Demonstrator> {
 public:
  /// Begins when the hub of `stage` does. Both outlive its last call; the stage knows it from then
  /// on.
  static std::shared_ptr<Demonstrator> start(Services& services, Stage& stage);

  void offer_frames(std::shared_ptr<const TickOutput> output) override;
  void offer_event(std::shared_ptr<const Event> event) override;

  /// Who leaves shows nothing any more, and ends the play if it has a part in it. Who joins is left
  /// alone.
  void offer_company(std::shared_ptr<const TickOutput> output) override;

  // From any thread.

  /// Somebody has sent something of their own.
  void give_way();

  /// The play goes on when the pool has done its job.
  bool is_preparing() const { return preparing_ > 0; }

  /// Scenes that have begun, and rounds of the play that are over.
  std::size_t scenes_begun() const { return scenes_begun_; }
  std::size_t rounds_over() const { return rounds_over_; }

 private:
  /// Who does something, and where it belongs.
  struct Actor {
    CharacterId character;
    std::string name;
    std::string mark_name;  // what the names of its marks begin with
    body::Placement place;
    std::size_t next = 0;                                           // of its pieces
    std::vector<std::shared_ptr<const motion::Block>> pieces = {};  // none: it is in the play
  };

  /// A script for a character; "": for whom the text names.
  struct Line {
    std::string text;
    std::string character = {};
  };

  struct Ready {
    CharacterId character;
    std::shared_ptr<const motion::Block> block;  // never null
  };

  /// A block of its own that plays.
  struct Own {
    BlockId id;
    CharacterId character;
    bool is_of_play = false;
  };

  enum class State { Away, Preparing, Playing };

  Demonstrator(Services& services, Stage& stage);
  void cast_roles();
  void make_casts();
  void prepare_pieces();
  std::shared_ptr<const motion::Block> prepare_line(const Line& line) const;

  void give_way_now();
  void come_back();
  bool is_quiet(const TickOutput& output) const;
  bool is_in_play(const Actor& actor) const;
  std::vector<Actor> find_displaced() const;
  void put(std::span<const StageMark> marks);

  void go_on();
  void go_home(std::span<const Actor> who);
  void prepare_scene(std::vector<Line> lines);
  void begin_scene(std::uint64_t turn, const std::vector<Ready>& ready);
  void play_next_piece(Actor& actor);
  bool play(std::span<const Ready> ready, bool is_of_play);

  Services& services_;
  Stage& stage_;
  const Play play_;
  std::vector<std::shared_ptr<const Cast>> casts_;  // scripts may call the two by their roles

  // Touched on the hub's strand alone.
  std::vector<Actor> actors_;  // the two of the play first, where there are two
  bool has_play_ = false;
  State state_ = State::Away;
  std::uint64_t turn_ = 0;  // what was prepared in another one comes too late
  std::size_t next_scene_ = 0;
  bool is_last_scene_ = false;  // that is prepared or plays
  std::size_t ways_home_ = 0;   // in a row
  bool gave_way_ = false;       // since the last way home
  std::optional<Tick> quiet_since_;
  std::vector<Own> playing_;

  std::atomic<std::size_t> preparing_{0};
  std::atomic<std::size_t> scenes_begun_{0};
  std::atomic<std::size_t> rounds_over_{0};
};

}  // namespace kine::server
