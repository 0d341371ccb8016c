// Characters that a client claims, brings in and takes away.
//
//   Claim, Join, Leave --> Claims, Roster, Mailbox;  Answer --> client
#pragma once

#include "protocol/kinesphere.pb.h"
#include "server/base/rate_limit.h"
#include "server/conversation/caller.h"

namespace kine::server {

// Each sends one Answer, or a Problem where the id is none. Joins and leaves share a rate.

void answer_claim(const Caller& caller, const kinesphere::Claim& claim);

/// The body is read in the pool, and the Answer is sent then.
void answer_join(const Caller& caller, RateLimit& join_rate, const kinesphere::Join& join);

void answer_leave(const Caller& caller, RateLimit& join_rate, const kinesphere::Leave& leave);

}  // namespace kine::server
