// The parts of a running server that a conversation makes use of. All outlive it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "server/base/status.h"
#include "server/guests/address_budgets.h"
#include "server/guests/claims.h"
#include "server/guests/guest_log.h"
#include "server/guests/memory_account.h"
#include "server/guests/token_guard.h"
#include "server/live/live_blocks.h"
#include "server/live/mailbox.h"
#include "server/live/prepare_pool.h"
#include "server/live/segment_budget.h"
#include "server/live/waiting_blocks.h"
#include "server/recordings/recorder.h"
#include "server/scene/roster.h"
#include "server/scene/set_targets.h"
#include "server/scene/whereabouts.h"
#include "server/services/json_texts.h"
#include "server/services/options.h"
#include "server/ticks/hub.h"
#include "server/web/origin.h"
#include "server/web/web_files.h"

namespace kine::server {

class Demonstrator;
class SessionLog;

struct Services {
  /// Where characters and what clients have set are, as far as they have moved.
  std::vector<Located> located() const {
    std::vector<Located> all = whereabouts.located();
    const std::vector<Located> set = targets.located();
    all.insert(all.end(), set.begin(), set.end());
    return all;
  }

  const Options& options;
  Roster& roster;
  Status& status;
  SegmentBudget& budget;
  Mailbox& mailbox;
  PreparePool& pool;
  Hub& hub;
  LiveBlocks& live_blocks;
  Recorder& recorder;
  const WebFiles& files;
  std::uint64_t session_id = 0;  // of the server; another one after a restart
  std::vector<std::string> capabilities = {};
  SessionLog* session_log = nullptr;      // null: nobody wants one
  Demonstrator* demonstration = nullptr;  // that gives way to others; null: none
  bool loopback_only = true;              // where the listener listens
  std::vector<std::string> machine_names = names_of_this_machine();

  GuestLog guest_log{options.guest_log, options.limits.guest_lines_per_second_max};
  TokenGuard token_guard{options.token, options.limits.token_guesses_per_minute_max, status,
                         guest_log};
  AddressBudgets http_budgets{options.limits.http_bytes_per_second_max};

  /// What clients have the server hold.
  MemoryAccount memory{options.limits};

  SetTargets targets = {};
  Claims claims = {};
  WaitingBlocks waiting = {};

  /// Held from a change of the roster until the ticks' mailbox has it, so that the two are in one
  /// order.
  std::mutex joining = {};
  Whereabouts whereabouts{roster.present()->casts};
  JsonTexts json_texts = {};
  std::atomic<std::uint64_t> blocks_counted{0};

  /// When tick 0 was, of steady_now(): tick t is due t / rate later. In the far future while there
  /// is none.
  std::atomic<std::chrono::microseconds> tick_zero{std::chrono::microseconds::max()};
  std::atomic<bool> leaving{false};  // no script is taken any more

  /// Where long messages are decoded, one of each client at a time. One thread: whatever many
  /// clients send, the others have the rest of the machine. It ends before all else here.
  PreparePool decoding{PreparePool::Options{.threads = 1, .bytes_after_leaving_max = 0}};
};

}  // namespace kine::server
