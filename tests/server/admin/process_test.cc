// Tests for server/admin/process.h.
#include "server/admin/process.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <ctime>

#include "tests/support/catch.h"

namespace kine::server::process_test {

TEST_CASE("the machine says of a process what the process can find out", "[admin]") {
  const ProcessFigures before = process_figures();
  const int pipe_ends[2] = {::dup(0), ::dup(0)};
  const ProcessFigures figures = process_figures();
  CHECK(figures.open_fds == before.open_fds + 2);
  ::close(pipe_ends[0]);
  ::close(pipe_ends[1]);
  rlimit limit{};
  REQUIRE(::getrlimit(RLIMIT_NOFILE, &limit) == 0);
  CHECK(figures.max_fds == static_cast<double>(limit.rlim_cur));
  CHECK(figures.resident_bytes > 1e6);
  // The clock of the process itself, another way to ask the same.
  timespec spent{};
  REQUIRE(::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent) == 0);
  const double spent_s =
      static_cast<double>(spent.tv_sec) + 1e-9 * static_cast<double>(spent.tv_nsec);
  CHECK(figures.cpu_s <= spent_s + 0.011);
  CHECK(figures.cpu_s >= spent_s - 0.5);
  const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
  CHECK(figures.start_s < now.count() + 0.1);
  CHECK(figures.start_s > now.count() - 24 * 3'600);
}

}  // namespace kine::server::process_test
