// The parts of a running server that a conversation makes use of. All outlive it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "server/base/live_limits.h"
#include "server/base/status.h"
#include "server/guests/address_budgets.h"
#include "server/guests/claims.h"
#include "server/guests/guest_log.h"
#include "server/guests/memory_account.h"
#include "server/guests/tenants.h"
#include "server/guests/token_guard.h"
#include "server/listening/heard_characters.h"
#include "server/live/live_scene.h"
#include "server/live/prepare_pool.h"
#include "server/recordings/recorder.h"
#include "server/resuming/resumes.h"
#include "server/services/json_texts.h"
#include "server/services/options.h"
#include "server/ticks/hub.h"
#include "server/tls/tls_context.h"
#include "server/web/origin.h"
#include "server/web/web_files.h"

namespace kine::server {

class Demonstrator;
class Journal;

struct Services {
  const Options& options;
  LiveScene& scene;
  Status& status;
  PreparePool& pool;
  Hub& hub;
  Recorder& recorder;
  const WebFiles& files;
  std::uint64_t session_id = 0;  // of the server; another one after a restart
  std::vector<std::string> capabilities = {};
  Demonstrator* demonstration = nullptr;  // that gives way to others; null: none
  Journal* journal = nullptr;             // null: what is accepted is not kept
  bool loopback_only = true;              // where the listener listens
  std::vector<std::string> machine_names = names_of_this_machine();

  /// What counts of options.limits by now: an operator may change some while the server runs.
  LiveLimits limits{options.limits};

  GuestLog guest_log{options.event_log, options.limits.guest_lines_per_second_max};
  TenantBook tenants = {};
  TokenGuard token_guard{options.token, tenants, options.limits.token_guesses_per_minute_max,
                         status, guest_log};
  AddressBudgets http_budgets{options.limits.http_bytes_per_second_max};

  PresentTls tls{options.tls};
  AddressBudgets handshakes{options.limits.tls_handshakes_per_second_max};

  /// What clients have the server hold.
  MemoryAccount memory{options.limits};

  Claims claims = {};
  Resumes resumes{limits};
  HeardCharacters heard_characters{options.limits.sound_streams_max};
  JsonTexts json_texts = {};

  /// When tick 0 was, of steady_now(): tick t is due t / rate later. In the far future while there
  /// is none.
  std::atomic<std::chrono::microseconds> tick_zero{std::chrono::microseconds::max()};
  std::atomic<bool> leaving{false};  // no script is taken any more

  /// Where long messages are decoded, one of each client at a time. One thread: whatever many
  /// clients send, the others have the rest of the machine. It ends before all else here.
  PreparePool decoding{PreparePool::Options{.threads = 1, .bytes_after_leaving_max = 0}};
};

}  // namespace kine::server
