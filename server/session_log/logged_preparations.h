// The blocks of a session log, prepared again from its rows when an input plays them.
//
//   rows of casts, companies, sounds and preparations --add--> LoggedPreparations --block--> Block
//
// A log is a file that anybody may have written: what is out of its bounds is an error, and nothing
// of it reaches the realizer. What a block that is over was made of is forgotten.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "server/scene/stock.h"
#include "server/session_log/rows.h"
#include "server/session_log/sounds.h"

namespace kine::server {

/// What has a number, or a name, in a log.
struct Numbered {
  std::vector<std::shared_ptr<const Cast>> casts;  // from 1
  std::uint64_t companies = 0;
  std::uint64_t preparations = 0;
  std::vector<std::pair<std::shared_ptr<const motion::Block>, LoggedBlock>> blocks = {};
};

class LoggedPreparations {
 public:
  using BlockPointer = std::shared_ptr<const motion::Block>;

  /// `casts` and `seed` are those of the head, `casts` not empty; who joins has a body of `stock`.
  LoggedPreparations(std::vector<std::shared_ptr<const Cast>> casts,
                     std::shared_ptr<const Stock> stock, TickRate rate, std::uint64_t seed)
      : rate_(rate), seed_(seed), stock_(std::move(stock)), casts_(std::move(casts)) {}

  Result<Done> add(const CastRow& row);
  Result<Done> add(const CompanyRow& row);
  Result<Done> add(const SoundRow& row) { return sounds_.add(row); }

  /// Nothing is prepared yet. `line` is where it stands in the log.
  Result<Done> add(PrepareRow row, std::uint64_t line);

  Result<std::shared_ptr<const Cast>> cast(std::uint64_t number) const;

  /// The block of this name, which goes on as `id` from now on. An error says the line of its
  /// preparation.
  Result<BlockPointer> play(const LoggedBlock& name, BlockId id);

  /// A block that plays goes on as one that nobody prepared.
  void go_on(BlockId id, Tick tick, std::uint64_t nth, BlockPointer block);

  /// What the rows so far have given numbers to: a server that writes on goes on behind them.
  Numbered numbered() const;

  /// Null where it is not there any more.
  BlockPointer find(const LoggedBlock& name) const;
  void forget(BlockId over);

  /// The id of the script that it was prepared from; empty where it is not there any more.
  std::string script_of(const LoggedBlock& name) const;

 private:
  /// A preparation that no input has named yet.
  struct Waiting {
    PrepareRow row;
    std::uint64_t line = 0;
    std::vector<std::shared_ptr<const speech::SpeechTrack>> said;     // null: an error
    std::vector<std::shared_ptr<const speech::SpeechTrack>> revised;  // of so_far
  };

  struct Made {
    BlockPointer block;
    std::shared_ptr<const std::string> text;
    std::string script = {};  // its id
  };

  Result<std::shared_ptr<const speech::SpeechTrack>> track_of(const LoggedTrack& row) const;
  Result<Done> prepare_blocks(const Waiting& waiting);
  Result<PlayedSoFar> so_far_of(const Waiting& waiting) const;

  TickRate rate_;
  std::uint64_t seed_;
  std::shared_ptr<const Stock> stock_;
  std::vector<std::shared_ptr<const Cast>> casts_;  // by number, from 1
  std::vector<std::vector<std::shared_ptr<const Cast>>> companies_;
  std::uint64_t last_preparation_ = 0;
  ReadSounds sounds_;
  std::map<std::uint64_t, Waiting> waiting_;
  std::map<LoggedBlock, Made> made_;
  std::map<BlockId, std::vector<LoggedBlock>> names_;  // of what plays, the last behind
};

}  // namespace kine::server
