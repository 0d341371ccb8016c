#include "server/base/thread_priority.h"

#ifdef __linux__
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#endif

namespace kine::server {

#ifdef __linux__

namespace {

constexpr int kNiceness = 5;  // a share of 335 beside 1024, by the kernel's table of weights
constexpr int kNicenessMax = 19;

}  // namespace

void give_way_to_frames() {
  // Linux counts the niceness of a thread where POSIX says of a process.
  const auto thread = static_cast<id_t>(::gettid());
  errno = 0;
  const int present = ::getpriority(PRIO_PROCESS, thread);
  if (present == -1 && errno != 0) return;
  ::setpriority(PRIO_PROCESS, thread, std::min(present + kNiceness, kNicenessMax));
}

#else

void give_way_to_frames() {}

#endif

}  // namespace kine::server
