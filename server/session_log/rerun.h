// A session played again from its log: the same inputs at the same ticks, in counted time.
//
//   rows --rerun--> inputs --ShardThreads--> frames --hash_of_frames--> as the log has it, or since
//   when not
//
// No voice is asked and no thread of a pool takes part: the log has what they gave.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>

#include "server/scene/clips.h"
#include "server/scene/stock.h"
#include "server/session_log/row_player.h"
#include "server/session_log/rows.h"

namespace kine::server {

struct RerunOptions {
  std::size_t shards = 1;                   // what comes out does not depend on it
  ClipFolder clips = {};                    // that the session had
  std::shared_ptr<const Stock> stock = {};  // likewise; null: ours alone
  std::shared_ptr<const PlayableRepertoire> repertoire = {};  // likewise; null: none
  AtDifference at_difference = AtDifference::Stop;
};

struct RerunReport : Replayed {
  HeadRow head;
  std::uint64_t messages = 0;
  std::uint64_t clients = 0;  // that said something

  /// Why the session ended; nothing: its last row is missing.
  std::optional<std::string> end = {};

  /// The line from which on nothing can be read: a crash has torn it. What is before it was run.
  std::optional<std::uint64_t> torn_at = {};
};

/// An error says the line of the log that cannot be what a server wrote.
Result<RerunReport> rerun(std::istream& log, const RerunOptions& options = {});

}  // namespace kine::server
