// What a client may do, by the token that its Hello had.
//
//   message, Grant of its tenant --may--> done, or refused in the manner of its answer
#pragma once

#include <string>

#include "protocol/kinesphere.pb.h"
#include "server/conversation/caller.h"

namespace kine::server {

/// What a message takes. One that nobody knows takes the most.
Right right_for(const kinesphere::Envelope& message);

/// Whether a client that has said Hello may say this. Else it is told so, by the answer that it
/// waits for.
bool is_allowed(const Caller& caller, const kinesphere::Envelope& message);

/// Why its conversation ends: its token was taken away, or is over. Empty: it goes on.
std::string reason_to_leave(Caller& caller);

}  // namespace kine::server
