// A script of a client, and the steps that it goes through.
//
//   ScriptSource --prepare_script, in the pool--> Outcome --> OwnBlocks;  Predictions --> client
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/diagnostics.h"
#include "realizer/prepare/prepare.h"
#include "server/base/log_event.h"
#include "server/base/traceparent.h"
#include "server/conversation/caller.h"
#include "server/ticks/tick_loop.h"
#include "server/voices/given_speech.h"

namespace kine::server {

/// A block of a script that was committed.
struct OwnBlock {
  BlockId id;
  CharacterId character;
  std::string name;
  std::shared_ptr<const motion::Block> block;
  std::optional<Tick> start = {};  // nothing: it has not begun
};

/// Of what trace a script is a part.
struct ScriptTrace {
  /// What is no traceparent is left out: it is not the script's fault, and W3C says so.
  static ScriptTrace of(const std::string& text) {
    return {.parent = traceparent_of(text), .fault = fault_of_traceparent(text)};
  }

  std::string parent = {};  // empty: of none
  std::string fault = {};   // what the client is told; empty: nothing
};

/// A script from its Submit to the last word of its last block.
struct Script {
  std::string id;            // may be unknown until it is prepared
  std::uint64_t number = 0;  // of all that came, counted from 1
  bool committed = false;
  std::vector<OwnBlock> blocks = {};        // those that have not said their last word
  std::optional<Seconds> interrupted = {};  // before it was prepared, with that fade
  bool wants_predictions = false;
  ScriptTrace trace = {};
  std::chrono::microseconds came_at = steady_now();
  std::vector<BehaviourElement> behaviours = {};  // where it does

  /// What its caller gives of its speech; null: nothing, it is a script of text alone.
  std::shared_ptr<GivenSpeech> given = {};
  std::shared_ptr<const ScriptSource> waiting = {};  // its source, until it can begin
};

/// What preparation made of a script.
struct Outcome {
  Result<Prepared> prepared;
  Diagnostics diagnostics;
  bool was_read = false;  // as a script; what is wrong is wrong with its plan
  std::shared_ptr<const ScriptSource> source = {};
  std::optional<Tick> zero = {};  // where it was planned by other blocks
  Seconds took{0};                // to plan it
};

/// A script as its answers and the log call it.
struct ScriptName {
  std::string id;
  std::string traceparent = {};          // empty: it is part of no trace
  std::optional<Seconds> planning = {};  // how long that took; nothing: it was not planned
};

/// The client hears that a script does not play; the refusal is counted, and noted in the log.
void refuse(const Caller& caller, const ScriptName& script, const Error& error,
            WarningKind kind = WarningKind::ImpossibleToSchedule);

/// What the log says of a script, with whose it is.
LogEvent event_of(const Caller& caller, const ScriptName& script, std::string_view what);

/// On a thread of the pool. A client that wants predictions hears of each block that is read.
std::shared_ptr<const Outcome> prepare_script(const Caller& caller,
                                              const std::shared_ptr<const ScriptSource>& source,
                                              bool predicts, PreparePool::Turn& turn);

/// Tells the client how a block of the script is expected to go.
void predict(const Caller& caller, const Script& script, const OwnBlock& own,
             std::optional<Tick> start, kinesphere::Prediction::Stage stage);

/// When a block that was accepted will begin; nothing where that is not known.
std::optional<Tick> start_of(const Caller& caller, const OwnBlock& own);

/// How much of its speech has been said; nothing where that has not begun.
std::optional<Seconds> heard_of(const Caller& caller, const Script& script);

}  // namespace kine::server
