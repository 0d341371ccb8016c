#include "server/voices/espeak_process.h"

#include <signal.h>

#include <chrono>
#include <thread>

#include "tests/support/catch.h"
#include "tests/support/espeak_program.h"
#include "tests/support/temporary_folder.h"

namespace kine::server {
namespace {

using namespace std::chrono_literals;

const EspeakRequest kHello{.ssml = "<speak><mark name=\"0\"/>Hello.</speak>"};

}  // namespace

TEST_CASE("a process says sentence after sentence, the same one always the same",
          "[espeak][espeak_process]") {
  if (test::espeak_program().empty()) return;
  auto process = EspeakProcess::start(test::espeak_program());
  REQUIRE(process);

  const auto first = process->ask(kHello, 5s);
  const auto second = process->ask(kHello, 5s);

  REQUIRE(first);
  CHECK(first->error.empty());
  CHECK(first->rate_hz == 22'050);
  CHECK(first->samples.size() > 5'000);
  CHECK(process->alive());
  REQUIRE(second);
  CHECK((*second == *first));
}

TEST_CASE("an unknown voice is an error of the sentence, and the next has its own",
          "[espeak][espeak_process]") {
  if (test::espeak_program().empty()) return;
  auto process = EspeakProcess::start(test::espeak_program());
  REQUIRE(process);
  EspeakRequest unknown = kHello;
  unknown.voice = "xx-nowhere";
  EspeakRequest french = kHello;
  french.voice = "fr-fr";

  CHECK(process->ask(unknown, 5s)->error == "espeak has no voice 'xx-nowhere'");
  CHECK(process->ask(kHello, 5s)->error.empty());
  const auto in_french = process->ask(french, 5s);
  CHECK(in_french->error.empty());
  CHECK(in_french->samples != process->ask(kHello, 5s)->samples);
}

TEST_CASE("a process that hangs is given up, and so is one that was killed at its work",
          "[espeak][espeak_process]") {
  if (test::espeak_program().empty()) return;
  auto process = EspeakProcess::start(test::espeak_program());
  REQUIRE(process);
  REQUIRE(process->ask(kHello, 5s));
  ::kill(process->pid(), SIGSTOP);

  SECTION("it hangs") {
    const auto late = process->ask(kHello, 50ms);
    REQUIRE_FALSE(late);
    CHECK(late.error().message == "no answer in time");
  }
  SECTION("it is killed while it is asked") {
    std::thread killer([pid = process->pid()] { ::kill(pid, SIGKILL); });
    const auto dead = process->ask(kHello, 5s);
    killer.join();
    REQUIRE_FALSE(dead);
    CHECK(dead.error().message == "the other side has gone");
  }
  CHECK_FALSE(process->alive());
}

TEST_CASE("what is no program, or no espeak, is an error", "[espeak_process]") {
  CHECK_FALSE(EspeakProcess::start("/nowhere/kinesphere-espeak"));

  auto other = EspeakProcess::start("/bin/true");
  REQUIRE(other);
  CHECK_FALSE(other->ask(kHello, 5s));

  auto echo = EspeakProcess::start("/bin/cat");  // sends back what is no reply
  REQUIRE(echo);
  CHECK_FALSE(echo->ask(kHello, 5s));
}

TEST_CASE("the program is looked for on the PATH", "[espeak_process]") {
  const test::TemporaryFolder folder;
  const std::string program = folder.path() / "kinesphere-espeak";
  const std::string before = std::getenv("PATH");

  ::setenv("PATH", ("/nowhere:" + std::string(folder.path())).c_str(), 1);
  CHECK(find_espeak_program().empty());
  std::filesystem::copy_file("/bin/true", program);
  CHECK(find_espeak_program() == program);
  ::setenv("PATH", before.c_str(), 1);
}

}  // namespace kine::server
