// The client of a conversation, as far as it is known, and what it may change.
//
//   Hello --> Caller;  the name of a character --find_own--> Roster::Entry, or a Problem
//
// The parts of a conversation share one Caller. All but its references is touched on the strand
// of its session alone.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/ids.h"
#include "server/base/log_event.h"
#include "server/conversation/carrier.h"
#include "server/services/services.h"

namespace kine::server {

inline constexpr const char* kReplaying = "this server replays a recording and takes no scripts";
inline constexpr const char* kLeaving = "the server is leaving";

class ResumedClient;

struct Caller {
  Services& services;
  ClientId id;
  Carrier& carrier;
  Stage* stage = services.stages.front();             // that its Hello has joined, never null
  bool is_known = false;                              // its Hello was right
  std::string name = {};                              // as its Hello said it
  Shown shown = {};                                   // by a client that came as a tenant
  std::shared_ptr<const Grant> grant = everything();  // what its token gives, never null …
  std::uint64_t grant_version = 0;                    // … by this version of the tenants
  MemoryHolder memory = {};    // what is charged for all that it has the server hold
  bool keeps_waiting = false;  // what waits goes on to wait when it has left
  bool has_left = false;
  bool is_led_on = false;    // another server plays its scene, and has all that is its own
  ClientId connection = id;  // the number of its connection; `id` is of its first one
  std::shared_ptr<ResumedClient> resumed = {};  // null: its Hello names nobody
  bool has_come_back = false;                   // it was known
};

/// What the log says of a client, with its number and its tenant.
LogEvent event_of(const Caller& caller, std::string_view what);

/// The client hears of a problem, and the conversation goes on.
void complain(const Caller& caller, std::string problem);

/// Nothing, and a complaint, for an id that is none.
std::optional<kinesphere::Envelope> answer_to(const Caller& caller, const std::string& id);

std::string no_character(const Caller& caller, const std::string& name);

/// Which client has claimed it, in a sentence; nothing where this client may do what it likes.
std::optional<std::string> reason_to_keep_off(const Caller& caller, const Roster::Entry& character);

/// A character that this client may change; null, and a complaint, where there is none or another
/// client has it.
Roster::EntryPointer find_own(const Caller& caller, const std::string& character);

/// The ticks' time by now; 0 while there is none.
Seconds present_time(const Caller& caller);

/// The tick at which what is taken in now begins, as far as can be said beforehand.
std::optional<Tick> present_tick(const Caller& caller);

}  // namespace kine::server
