// The parts of a running server that a conversation makes use of. All outlive it.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "server/base/live_limits.h"
#include "server/base/status.h"
#include "server/guests/address_budgets.h"
#include "server/guests/guest_log.h"
#include "server/guests/memory_account.h"
#include "server/guests/node_addresses.h"
#include "server/guests/tenants.h"
#include "server/guests/token_guard.h"
#include "server/live/prepare_pool.h"
#include "server/services/json_texts.h"
#include "server/services/options.h"
#include "server/services/stage.h"
#include "server/tls/tls_context.h"
#include "server/web/origin.h"
#include "server/web/web_files.h"

namespace kine::server {

struct Services {
  const Options& options;
  Status& status;
  PreparePool& pool;
  const WebFiles& files;
  LiveLimits& limits;          // what counts of options.limits by now: an operator may change some
  std::vector<Stage*> stages;  // the first is the main one
  std::uint64_t session_id = 0;  // of the server; another one after a restart
  std::vector<std::string> capabilities = {};
  bool loopback_only = true;                         // where the listener listens
  const ScenePlaces* places = options.places.get();  // null: this server plays all of its scenes
  std::vector<std::string> machine_names = names_of_this_machine();

  GuestLog guest_log{options.event_log, options.limits.guest_lines_per_second_max};
  TenantBook tenants = {};
  TokenGuard token_guard{options.token, tenants, options.limits.token_guesses_per_minute_max,
                         status, guest_log};
  AddressBudgets http_budgets{options.limits.http_bytes_per_second_max};

  PresentTls tls{options.tls};
  AddressBudgets handshakes{options.limits.tls_handshakes_per_second_max};
  NodeAddresses nodes = {};  // which shake hands for each client that they lead here

  /// What clients have the server hold.
  MemoryAccount memory{options.limits};

  JsonTexts json_texts = {};
  std::atomic<bool> leaving{false};  // no script is taken any more

  /// Where long messages are decoded, one of each client at a time. One thread: whatever many
  /// clients send, the others have the rest of the machine. It ends before all else here.
  PreparePool decoding{PreparePool::Options{.threads = 1, .bytes_after_leaving_max = 0}};

  /// Empty: the main one. Null: there is none of this name.
  Stage* find_stage(std::string_view name) const {
    if (name.empty()) return stages.front();
    const auto found = std::ranges::find(stages, name, &Stage::name);
    return found == stages.end() ? nullptr : *found;
  }
};

}  // namespace kine::server
