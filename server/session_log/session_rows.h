// What happens in a server, as rows of its log.
//
//   Happening --SessionRows::add--> lines
//
// Blocks, casts and companies are pointers in a server and numbers in a log: the numbers are given
// here. Of one thread, the log's, which sees everything in its order.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "protocol/kinesphere.pb.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/muscle_models.h"
#include "server/session_log/logged_preparations.h"
#include "server/session_log/rows.h"
#include "server/session_log/sounds.h"
#include "server/ticks/shard_threads.h"

namespace kine::server {

/// Hashes of so many ticks stand in one row: half a second.
inline constexpr std::size_t kTicksPerRow = 30;

/// What the server is.
struct SessionStart {
  HeadRow head;                                    // without characters and clips
  std::vector<std::shared_ptr<const Cast>> casts;  // not empty
};

struct MessageTaken {
  ClientId client;
  std::shared_ptr<const kinesphere::Envelope> message;  // never null
};

struct ClientGone {
  ClientId client;
};

/// A client that names itself across connections has come.
struct ClientNamed {
  ClientId client;
  std::string key;  // of Resumes
  bool keeps_waiting = false;
};

/// A call of prepare(), with all that it was told meanwhile.
struct Preparation {
  std::string text;
  std::vector<std::shared_ptr<const Cast>> casts;
  std::string script_id;
  std::string character;
  std::vector<std::string> targets;
  std::string tension;
  std::vector<GivenSketch> sketches = {};
  std::vector<plan::LiveManner> manners;
  std::vector<Located> located;
  std::string voice;
  std::vector<GivenSketch> styles = {};  // whose dictionaries count

  struct Answer {
    speech::Utterance utterance;
    std::shared_ptr<const speech::SpeechTrack> track;  // null: an error
    std::string error = {};
  };
  std::vector<Answer> said = {};
  std::vector<std::vector<plan::KnownPoint>> others = {};
  std::optional<PlayedSoFar> so_far = {};

  std::vector<std::shared_ptr<const motion::Block>> blocks = {};
  std::string error = {};
};

/// A tick that is over: what went in and what came out.
struct TickDone {
  Tick tick;
  std::vector<Input> inputs;
  std::shared_ptr<const TickOutput> output;  // never null
};

struct SessionEnd {
  std::string reason;
};

using Happening = std::variant<SessionStart, MessageTaken, ClientGone, ClientNamed, Preparation,
                               TickDone, SessionEnd>;

/// About what it holds while it waits to be written.
std::size_t bytes_of(const Happening& what);

/// What is told of all that happens in a scene: the log of a session, or a journal.
class HappeningSink {
 public:
  virtual ~HappeningSink() = default;

  /// From any thread. It returns at once: nobody waits for a disk.
  virtual void push(Happening what) = 0;
};

/// When it happened.
struct Moment {
  Tick tick;
  std::chrono::system_clock::time_point wall;
  std::chrono::microseconds mono;

  Stamp stamp() const;
};

/// Of the frames of all characters as they are published; another one where a bit is another.
std::string hash_of_frames(const TickOutput& output);

class SessionRows {
 public:
  /// Adds its lines, each with its line feed.
  void add(const Moment& moment, const Happening& what, std::string& lines);

  /// Before the first: of a log that has rows already. Its first row is no SessionStart then.
  void go_on_behind(const Numbered& numbered);

  /// The row of ticks that has begun ends here.
  void end_row_of_ticks(std::string& lines);

  /// Its last lines are not written: ticks that no row has yet get none.
  void leave_out_ticks() { ticks_.reset(); }

 private:
  using BlockPointer = std::shared_ptr<const motion::Block>;

  void add_row(const Moment& moment, LogRow row, std::string& lines);
  void take(const Moment& moment, const SessionStart& start, std::string& lines);
  void take(const Moment& moment, const MessageTaken& taken, std::string& lines);
  void take(const Moment& moment, const ClientGone& gone, std::string& lines);
  void take(const Moment& moment, const ClientNamed& named, std::string& lines);
  void take(const Moment& moment, const Preparation& preparation, std::string& lines);
  void take(const Moment& moment, const TickDone& done, std::string& lines);
  void take(const Moment& moment, const SessionEnd& end, std::string& lines);
  LoggedCast logged(const std::shared_ptr<const Cast>& cast, std::uint64_t number);
  std::uint64_t number_of(const std::shared_ptr<const Cast>& cast, const Moment& moment,
                          std::string& lines);
  std::uint64_t company_of(const Preparation& preparation, const Moment& moment,
                           std::string& lines);
  LoggedTrack logged(const speech::SpeechTrack& track, const Moment& moment, std::string& lines);
  LoggedSoFar logged(const PlayedSoFar& so_far, const Moment& moment, std::string& lines);
  void name(const BlockPointer& block, const LoggedBlock& name);
  std::optional<LoggedBlock> name_of(const BlockPointer& block) const;
  void forget_blocks();

  // An input that has no row here does not compile.
  LogRow row_of(const PlayBlock& play, const Moment& moment, std::string& lines);
  LogRow row_of(const Interrupt& interrupt, const Moment&, std::string&) { return interrupt; }
  LogRow row_of(const SetTarget& set, const Moment&, std::string&) { return set; }
  LogRow row_of(const SetTension& set, const Moment&, std::string&) { return set; }
  LogRow row_of(const SetFace& set, const Moment&, std::string&) { return set; }
  LogRow row_of(const SetPosture& set, const Moment&, std::string&) { return set; }
  LogRow row_of(const SetDynamics& set, const Moment&, std::string&) {
    return DynamicsRow{set.character, dynamics_of(set.muscles)};
  }
  LogRow row_of(const PushJoint& push, const Moment&, std::string&) { return push; }
  LogRow row_of(const SetLoad& set, const Moment&, std::string&) { return set; }
  LogRow row_of(const Join& join, const Moment& moment, std::string& lines);
  LogRow row_of(const Leave& leave, const Moment&, std::string&) { return leave; }
  LogRow row_of(const HearSpeech& heard, const Moment&, std::string&) {
    return HearRow{heard.character, heard.heard};
  }
  LogRow row_of(const Replan& replan, const Moment& moment, std::string& lines);

  template <class T, class V>
  using ByOwner = std::map<std::weak_ptr<const T>, V, std::owner_less<>>;

  ByOwner<motion::Block, LoggedBlock> blocks_;
  std::size_t blocks_looked_at_ = 0;  // how many there were when those who are gone were forgotten
  ByOwner<Cast, std::uint64_t> casts_;
  ByOwner<body::Body, std::uint64_t> bodies_;         // the first cast that has it
  std::vector<std::shared_ptr<const Cast>> company_;  // that was named last
  std::uint64_t casts_counted_ = 0;
  std::uint64_t companies_ = 0;
  std::uint64_t preparations_ = 0;
  WrittenSounds sounds_;

  std::optional<TicksRow> ticks_;  // that no row has yet
  Moment ticks_at_ = {};
};

}  // namespace kine::server
