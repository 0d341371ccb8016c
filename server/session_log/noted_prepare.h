// prepare(), and a row of the session log with all that it was told: the text, what stood where,
// what the voice said and what other blocks do. So the log gives the same blocks again, without a
// voice and whatever the pace of the threads was.
//
//   text, PrepareContext --prepare_noted--> Prepared;  Preparation --> HappeningSink
#pragma once

#include <functional>
#include <string_view>

#include "realizer/prepare/prepare.h"
#include "server/session_log/session_rows.h"

namespace kine::server {

/// Has the last word on what was prepared, before it is written down.
using SettlePrepared = std::function<void(Result<Prepared>& prepared)>;

/// `sink` may be null: then it is prepare() and no more. `settle` may be empty.
PrepareOutcome prepare_noted(HappeningSink* sink, std::string_view text,
                             const PrepareContext& context, Diagnostics& diagnostics,
                             const SettlePrepared& settle = {});

}  // namespace kine::server
