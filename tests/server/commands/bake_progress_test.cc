// Tests for server/commands/bake_progress.h.
#include "server/commands/bake_progress.h"

#include <sstream>

#include "tests/support/catch.h"

namespace kine::bake_progress_test {

TEST_CASE("progress is shown each second, and cleared", "[bake]") {
  std::ostringstream shown;
  server::BakeProgress progress(TickRate(60), &shown);
  for (std::uint64_t i = 1; i <= 125; ++i) progress.show(Tick{i});
  CHECK(shown.str() == "\rbaked 1 s\rbaked 2 s");
  progress.clear();
  CHECK(shown.str().ends_with("\r\x1b[K"));
  server::BakeProgress silent(TickRate(60), nullptr);
  silent.show(Tick{60});
  silent.clear();
}

}  // namespace kine::bake_progress_test
