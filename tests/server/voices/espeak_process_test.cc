#include "server/voices/espeak_process.h"

#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <thread>

#include "tests/support/catch.h"
#include "tests/support/server/espeak_program.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::espeak_process_test {
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
  // What is said about it is UTF-8 all the same, or no client could read it.
  unknown.voice = std::string(39, 'x') + "é";
  CHECK(process->ask(unknown, 5s)->error == "espeak has no voice '" + std::string(39, 'x') + "…'");
  CHECK(process->ask(kHello, 5s)->error.empty());
  const auto in_french = process->ask(french, 5s);
  CHECK(in_french->error.empty());
  CHECK(in_french->samples != process->ask(kHello, 5s)->samples);
}

TEST_CASE("no name of a voice leads out of espeak's own folder", "[espeak][espeak_process]") {
  if (test::espeak_program().empty()) return;
  auto process = EspeakProcess::start(test::espeak_program());
  REQUIRE(process);
  const test::TemporaryFolder folder;
  folder.write("voice", "name stranger\nlanguage en\n");
  const std::string path = folder.path() / "voice";

  EspeakRequest request = kHello;
  std::string up;
  for (int i = 0; i < 12; ++i) up += "../";
  for (const std::string& voice : {path, up + path, "en/" + up + path, "en+" + path,
                                   "en+" + up + path, std::string("en+"), std::string("+f3")}) {
    request.voice = voice;
    CAPTURE(voice);
    CHECK(process->ask(request, 5s)->error.starts_with("espeak has no voice"));
  }
  for (const char* const voice : {"en", "en-gb", "en+f3", "gmw/en-US"}) {
    request.voice = voice;
    CAPTURE(voice);
    CHECK(process->ask(request, 5s)->error.empty());
  }
}

TEST_CASE("a process has none of the server's sockets", "[espeak_process]") {
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  auto process = EspeakProcess::start("/bin/cat");  // runs for as long as it can read
  REQUIRE(process);

  ::close(ends[1]);

  // The holder of the other end hears at once that it was closed.
  pollfd waiting{.fd = ends[0], .events = POLLIN, .revents = 0};
  CHECK(::poll(&waiting, 1, 100) == 1);
  CHECK(process->alive());
  ::close(ends[0]);
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

}  // namespace kine::server::espeak_process_test
