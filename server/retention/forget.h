// `kinesphere forget TENANT`: what a server has kept of a tenant, found and deleted.
//
//   folders of a server that is stopped --forget--> files that are gone, an event each
//
// A recording lies in the folder of its tenant. Journals and logs of sessions are of a scene, and
// have what all tenants said. So each that is over goes as a whole, and nothing reads it any more.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "realizer/core/result.h"
#include "server/base/log_event.h"

namespace kine::server {

struct ForgetWish {
  std::string tenant;
  std::string journal;     // a folder, as below; empty: none is looked at
  std::string recordings;  // that has a folder for each tenant
  std::string logs;        // of sessions
  bool dry_run = false;    // says what would be deleted
};

/// Whether a tenant can have this name, which is that of its folder.
bool is_name_of_tenant(std::string_view name);

struct Forgotten {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
};

/// An error, and nothing is deleted, where a server writes one of them, or can still go on from the
/// journal. `tell` hears of each file when it is gone.
Result<Forgotten> forget(const ForgetWish& wish,
                         const std::function<void(const LogEvent& event)>& tell);

}  // namespace kine::server
