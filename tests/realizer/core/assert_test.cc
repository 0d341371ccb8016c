// Tests for realizer/core/assert.h.
#include "realizer/core/assert.h"

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "tests/support/catch.h"

namespace kine::assert_test {
namespace {

struct Ending {
  bool aborted = false;
  std::string said;
};

/// How a process ends that asserts `condition`, and what it says on its way.
Ending ending_of_an_assertion(bool condition) {
  int ends[2] = {-1, -1};
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    KINE_ASSERT(condition);
    _exit(0);
  }
  close(ends[1]);
  Ending ending;
  char buffer[256];
  for (ssize_t size = 0; (size = read(ends[0], buffer, sizeof buffer)) > 0;) {
    ending.said.append(buffer, static_cast<std::size_t>(size));
  }
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  ending.aborted = WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT;
  return ending;
}

TEST_CASE("an assertion that holds does nothing", "[assert]") {
  const Ending ending = ending_of_an_assertion(true);
  CHECK_FALSE(ending.aborted);
  CHECK(ending.said.empty());
}

TEST_CASE("an assertion that fails names itself and ends the program", "[assert]") {
  const Ending ending = ending_of_an_assertion(false);
  CHECK(ending.aborted);
  CHECK(ending.said.find("assert_test.cc:") != std::string::npos);
  CHECK(ending.said.find("assertion failed: condition") != std::string::npos);
}

TEST_CASE("the condition of an assertion is evaluated once", "[assert]") {
  int times = 0;
  KINE_ASSERT(++times > 0);
  CHECK(times == 1);
}

}  // namespace
}  // namespace kine::assert_test
