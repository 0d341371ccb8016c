// What a client says about the body of a character: what moves it, what pushes it, what it carries.
//
//   SetDynamics, Push, SetLoad --> inputs of the next tick, or a Problem
#pragma once

#include "protocol/kinesphere.pb.h"
#include "server/base/rate_limit.h"
#include "server/conversation/caller.h"

namespace kine::server {

void take_dynamics(const Caller& caller, const kinesphere::SetDynamics& set);
void take_push(const Caller& caller, RateLimit& push_rate, const kinesphere::Push& push);
void take_load(const Caller& caller, const kinesphere::SetLoad& set);

}  // namespace kine::server
