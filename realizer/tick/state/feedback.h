// Feedback: something happened to a block at a tick. It runs the line backwards, to its client.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/diagnostics.h"
#include "realizer/core/ids.h"
#include "realizer/core/time.h"
#include "realizer/core/where.h"
#include "realizer/tick/state/performed.h"

namespace kine {

enum class FeedbackKind : std::uint8_t {
  Started,      // the first tick of a block
  SyncPoint,    // a sequence began or ended, or a pose was reached
  Ended,        // the last word of a block that was played out
  Interrupted,  // the last word of a block that was not
  Warning,      // of its planning, or of its start
};

struct Feedback {
  FeedbackKind kind = FeedbackKind::Started;
  Tick tick;  // when it was due: a block counted from the last tick starts there
  CharacterId character;
  BlockId block;
  ClientId client;                           // which submitted the block
  std::string id;                            // "script", or "script:sequence:sync" of a sync point
  std::string message;                       // of a warning or an interruption
  Where where = {};                          // of a warning of planning
  WarningKind warning = WarningKind::Other;  // of a warning
  Seconds time{0};                           // of a sync point: planned, from the block's start
  double miss_m = 0;                         // of a sync point: how far its pose stays from that

  // How far it had come: of an interruption, and of the end of a part that was interrupted.
  std::string last_sync_point = {};  // that was reached; empty: none
  std::string last_word = {};        // that had begun; empty: none
  std::optional<Performed> performed = {};

  // Of its script, for those who trace a distributed program; the realizer leaves it empty.
  std::string traceparent = {};

  friend bool operator==(const Feedback&, const Feedback&) = default;
};

/// "started", "sync", "ended", "interrupted" or "warning": the words of bake and play.
const char* word_of(FeedbackKind kind);

/// Nothing is told of a block behind it.
inline bool is_last_word(const Feedback& feedback) {
  return feedback.kind == FeedbackKind::Ended || feedback.kind == FeedbackKind::Interrupted;
}

/// "bml1" of "bml1:g:stroke".
inline std::string_view block_of(std::string_view id) { return id.substr(0, id.find(':')); }

}  // namespace kine
