// Whether the server lives, and whether more clients should be sent to it.
//
//   Status, what it is about --reasons--> why not; none: it is well
#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "server/base/status.h"

namespace kine::server {

/// So long ago the last tick may be.
inline constexpr std::chrono::seconds kTickSilenceMost{1};

/// So long after a tick was left out the server counts as late.
inline constexpr std::chrono::seconds kLateFor{5};

/// Whether it lives: why it should be started anew. `now` is steady_now() of tick_loop.h.
std::vector<std::string> faults_of_life(const Status& status, std::chrono::microseconds now);

/// Whether it takes more clients: why they should go elsewhere, or wait.
std::vector<std::string> reasons_to_wait(const Status& status, bool leaving,
                                         std::chrono::microseconds now);

}  // namespace kine::server
