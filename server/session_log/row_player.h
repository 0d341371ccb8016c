// The rows of a session played again: the same inputs at the same ticks, in counted time.
//
//   rows --take--> inputs --ShardThreads--> TickOutput --> the hash that the log has, or another
//
// It moves shards, a roster and targets of its caller's: `rerun` compares them with a log, and a
// server that starts again goes on from there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "server/scene/muscle_models.h"
#include "server/scene/roster.h"
#include "server/scene/set_targets.h"
#include "server/session_log/logged_preparations.h"
#include "server/session_log/rows.h"
#include "server/ticks/shard_threads.h"

namespace kine::server {

/// What is moved. All of it outlives the replay.
struct ReplayedScene {
  Roster& roster;
  SetTargets& targets;
  MuscleModels& muscle_models;
  ShardThreads& shards;

  /// A block that is about to play, the id of its script, and the tick before; may be empty.
  std::function<void(const PlayBlock& play, const std::string& script, Tick before)> before_play =
      {};

  /// A client that names itself; may be empty.
  std::function<void(const ResumeRow& row)> on_named = {};

  /// After each tick; may be empty.
  std::function<void(std::span<const Input> inputs, const std::shared_ptr<TickOutput>& output)>
      after_tick = {};
};

/// What came of it so far.
struct Replayed {
  std::uint64_t ticks = 0;  // compared
  std::uint64_t equal = 0;  // of them

  /// The first tick with other frames, and the line of its hash.
  struct Difference {
    Tick tick;
    std::uint64_t line = 0;
  };
  std::optional<Difference> differs = {};

  std::uint64_t blocks = 0;       // that were played
  std::optional<Tick> last = {};  // that was run; nothing: none
  BlockId last_block = {};        // the highest id of those that were played
  ClientId last_client = {};      // likewise
};

/// What becomes of an input whose tick no row has. A crash costs such rows: the server that went on
/// behind it had run that tick, and wrote none.
enum class TicksWithoutRow { AreErrors, AreRun };

/// What happens when the frames of a tick are others.
enum class AtDifference { Stop, GoOn };

class RowPlayer {
 public:
  struct Options {
    std::shared_ptr<const PlayableRepertoire> repertoire = {};  // null: none
    AtDifference at_difference = AtDifference::Stop;
    TicksWithoutRow ticks_without_row = TicksWithoutRow::AreErrors;
  };

  /// `head` is the first row, and says what characters the scene begins with. `preparations` and
  /// the scene outlive this.
  RowPlayer(const HeadRow& head, LoggedPreparations& preparations, ReplayedScene scene,
            Options options);

  /// The next row. An error says what of it cannot be what a server wrote.
  Result<Done> take(LogLine line, std::uint64_t number);

  /// The scene was put where these ids and this tick were the last.
  void go_on_behind(Tick tick, BlockId block, ClientId client);

  /// Runs the ticks of inputs whose ticks no row has: a crash has cost those rows.
  Result<Done> run_what_waits() { return run_before(std::nullopt); }

  const Replayed& replayed() const { return replayed_; }

 private:
  /// An input that waits for its tick.
  struct Waiting {
    Tick tick;
    std::uint64_t line = 0;
    InputRow row;
  };

  Result<Done> take(HeadRow&) { return Done{}; }
  Result<Done> take(CastRow& row) { return preparations_.add(row); }
  Result<Done> take(CompanyRow& row) { return preparations_.add(row); }
  Result<Done> take(SoundRow& row) { return preparations_.add(row); }
  Result<Done> take(PrepareRow& row) { return preparations_.add(std::move(row), line_); }
  Result<Done> take(MessageRow&) { return Done{}; }
  Result<Done> take(GoneRow&) { return Done{}; }
  Result<Done> take(ResumeRow& row);
  Result<Done> take(EndRow&) { return Done{}; }
  Result<Done> take(TicksRow& row);

  template <class Row>
  requires std::constructible_from<InputRow, Row> Result<Done> take(Row& row);

  Result<Done> run_before(std::optional<Tick> end);
  Result<std::vector<Input>> inputs_of(Tick tick);
  Result<std::shared_ptr<TickOutput>> run(Tick tick);
  void compare(const TickOutput& output, const std::string& hash);
  void take_in(const TickOutput& output);

  Result<Done> put(const PlayRow& row, std::vector<Input>& inputs);
  Result<Done> put(const Interrupt& row, std::vector<Input>& inputs);
  Result<Done> put(const SetTarget& row, std::vector<Input>& inputs);
  Result<Done> put(const SetTension& row, std::vector<Input>& inputs);
  Result<Done> put(const SetFace& row, std::vector<Input>& inputs);
  Result<Done> put(const SetPosture& row, std::vector<Input>& inputs);
  Result<Done> put(const DynamicsRow& row, std::vector<Input>& inputs);
  Result<Done> put(const PushJoint& row, std::vector<Input>& inputs);
  Result<Done> put(const SetLoad& row, std::vector<Input>& inputs);
  Result<Done> put(const JoinRow& row, std::vector<Input>& inputs);
  Result<Done> put(const Leave& row, std::vector<Input>& inputs);
  Result<Done> put(const HearRow& row, std::vector<Input>& inputs);
  Result<Done> put(const ReplanRow& row, std::vector<Input>& inputs);

  LoggedPreparations& preparations_;
  const ReplayedScene scene_;
  const Options options_;
  const std::string body_language_;  // that the session had; empty: none
  Replayed replayed_;

  Stamp stamp_;
  std::uint64_t line_ = 0;
  std::deque<Waiting> waiting_;
  std::uint32_t last_id_;   // of a character
  std::set<BlockId> live_;  // played, and their last word has not come
};

}  // namespace kine::server
