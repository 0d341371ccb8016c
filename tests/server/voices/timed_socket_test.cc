#include "server/voices/timed_socket.h"

#include <sys/socket.h>

#include <array>
#include <thread>

#include "tests/support/catch.h"

namespace kine::server::timed_socket_test {
namespace {

using namespace std::chrono_literals;

TimedSocket::Deadline in(std::chrono::milliseconds wait) {
  return std::chrono::steady_clock::now() + wait;
}

std::array<TimedSocket, 2> pair() {
  int ends[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  return {TimedSocket(ends[0]), TimedSocket(ends[1])};
}

}  // namespace

TEST_CASE("messages and lines come as they were sent", "[timed_socket]") {
  auto [ours, theirs] = pair();

  REQUIRE(ours.send_message("one", in(1s)));
  REQUIRE(ours.send_message("", in(1s)));
  REQUIRE(ours.send("a line\nanother\n", in(1s)));

  CHECK(*theirs.receive_message(100, in(1s)) == "one");
  CHECK(*theirs.receive_message(100, in(1s)) == "");
  CHECK(*theirs.receive_line(100, in(1s)) == "a line");
  CHECK(*theirs.receive_line(100, in(1s)) == "another");
}

TEST_CASE("more than the kernel holds goes through", "[timed_socket]") {
  auto [ours, theirs] = pair();
  const std::string large(4 << 20, 'x');

  std::thread sender([&, &socket = ours] { CHECK(socket.send_message(large, in(10s))); });
  const auto got = theirs.receive_message(8 << 20, in(10s));
  sender.join();

  REQUIRE(got);
  CHECK(*got == large);
}

TEST_CASE("who says nothing is waited for no longer than that", "[timed_socket]") {
  auto [ours, theirs] = pair();
  REQUIRE(theirs.send(std::string("\5\0\0\0abc", 7), in(1s)));

  const auto got = ours.receive_message(100, in(20ms));

  REQUIRE_FALSE(got);
  CHECK(got.error().message == "no answer in time");
  CHECK_FALSE(theirs.receive_line(100, in(0ms)));
}

TEST_CASE("who has gone is an error, and no signal", "[timed_socket]") {
  auto [ours, theirs] = pair();
  theirs.close();

  CHECK_FALSE(ours.receive_message(100, in(1s)));
  CHECK_FALSE(ours.send(std::string(1 << 20, 'x'), in(1s)));
  CHECK_FALSE(theirs.send("x", in(1s)));
  CHECK_FALSE(theirs.receive_line(100, in(1s)));
}

TEST_CASE("a length or a line past the limit is refused before it is there", "[timed_socket]") {
  auto [ours, theirs] = pair();
  REQUIRE(ours.send(std::string("\xff\xff\xff\x7f", 4), in(1s)));
  CHECK(theirs.receive_message(100, in(1s)).error().code == ErrorCode::LimitExceeded);

  auto [speaks, hears] = pair();
  REQUIRE(speaks.send(std::string(200, 'x'), in(1s)));
  CHECK(hears.receive_line(100, in(1s)).error().code == ErrorCode::LimitExceeded);
}

TEST_CASE("where nobody listens is an error at once", "[timed_socket]") {
  CHECK_FALSE(TimedSocket::connect("127.0.0.1", "1", in(2s)));
}

TEST_CASE("lines are taken as they come, without waiting", "[timed_socket]") {
  auto [ours, theirs] = pair();
  REQUIRE(theirs.send("one\ntw", in(1s)));
  CHECK(*ours.take_line(100) == "one");
  CHECK(*ours.take_line(100) == std::nullopt);
  REQUIRE(theirs.send("o\n", in(1s)));
  CHECK(*ours.take_line(100) == "two");
  REQUIRE(theirs.send(std::string(200, 'x'), in(1s)));
  CHECK(ours.take_line(100).error().code == ErrorCode::LimitExceeded);
  theirs.close();
  TimedSocket none;
  CHECK_FALSE(none.take_line(100));
  CHECK(none.descriptor() == -1);
}

}  // namespace kine::server::timed_socket_test
