// Who is told of all that happens in a scene: the log of a session, or a journal.
//
//   sessions, pool threads, thread of the ticks --Happening--> HappeningSink
#pragma once

#include "server/session_log/session_rows.h"

namespace kine::server {

class HappeningSink {
 public:
  virtual ~HappeningSink() = default;

  /// From any thread. It returns at once: nobody waits for a disk.
  virtual void push(Happening what) = 0;
};

}  // namespace kine::server
