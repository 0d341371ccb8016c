// What a conversation answers to a client that asks how far blocks have come.
//
//   AskPerformed --Scripts, LiveBlocks--> Performed
#pragma once

#include "protocol/kinesphere.pb.h"
#include "server/base/rate_limit.h"
#include "server/conversation/caller.h"
#include "server/conversation/scripts.h"

namespace kine::server {

/// Sends one Performed, or a Problem where the id is none.
void answer_performed(const Caller& caller, RateLimit& ask_rate, const Scripts& scripts,
                      const kinesphere::AskPerformed& ask);

}  // namespace kine::server
