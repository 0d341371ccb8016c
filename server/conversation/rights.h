// What a client may do, by the token that its Hello had.
//
//   message, Grant of its tenant --may--> done, or refused in the manner of its answer
#pragma once

#include "protocol/kinesphere.pb.h"
#include "server/conversation/caller.h"

namespace kine::server {

/// What a message takes. One that nobody knows takes the most.
Right right_for(const kinesphere::Envelope& message);

/// Whether the client may say this. Else it is told so, by the answer that it waits for. A token
/// that was taken away or is over ends the conversation: `is_over` then says why.
struct Allowance {
  bool may = true;
  std::string is_over = {};
};
Allowance allowance_for(Caller& caller, const kinesphere::Envelope& message);

}  // namespace kine::server
