// Tests for server/net/session.h: bytes that are wrong, late or not taken, on real sockets.
#include "server/net/session.h"

#include <algorithm>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "protocol/packed_rotations.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::session_test {
namespace {

using namespace std::chrono_literals;
using test::framed;
using test::is_well;
using test::start_server;
using test::WireClient;

std::string hello_bytes() {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  return framed(envelope.SerializeAsString());
}

/// What a server writes into its log.
class Lines {
 public:
  GuestLog::Write writer() {
    return [this](const LogEvent& event) {
      const std::lock_guard lock(mutex_);
      lines_.push_back(event.as_text());
    };
  }
  std::unique_ptr<Server> serve() {
    Options options = test::server_options();
    options.event_log = writer();
    return start_server(std::move(options));
  }
  std::vector<std::string> all() {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  /// Without those about ticks, which a busy machine may have.
  std::vector<std::string> of_clients() {
    auto lines = all();
    std::erase_if(lines, [](const std::string& line) { return line.starts_with("late: "); });
    return lines;
  }
  std::size_t count_of(std::string_view begin) {
    const auto lines = all();
    return static_cast<std::size_t>(std::ranges::count_if(
        lines, [&](const std::string& line) { return line.starts_with(begin); }));
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> lines_;
};

/// Sees one character, and counts the ticks that it misses.
class Watcher {
 public:
  explicit Watcher(const Server& server) : client_(server.port()) {
    client_.say_hello();
    kinesphere::Envelope envelope;
    envelope.mutable_subscribe()->add_characters(1);
    envelope.mutable_subscribe()->add_parts(kinesphere::PART_BODY);
    envelope.mutable_subscribe()->add_parts(kinesphere::PART_EVENTS);  // has Stats come
    client_.send(envelope);
    last_ = client_.next_frame().tick();
  }

  void hear() { take_in(*client_.receive()); }

  /// What of its frames a later one replaced, of all that it has missed.
  std::uint64_t hear_dropped() {
    for (;;) {
      const auto envelope = *client_.receive();
      if (envelope.has_stats()) return envelope.stats().frames_dropped();
      take_in(envelope);
    }
  }

  std::uint64_t missed = 0;
  std::uint64_t missed_at_once_max = 0;

 private:
  void take_in(const kinesphere::Envelope& envelope) {
    if (!envelope.has_frame()) return;
    const std::uint64_t between =
        envelope.frame().tick() - std::exchange(last_, envelope.frame().tick()) - 1;
    missed += between;
    missed_at_once_max = std::max(missed_at_once_max, between);
  }

  WireClient client_;
  std::uint64_t last_ = 0;
};

}  // namespace

TEST_CASE("a Hello is understood wherever its bytes are split", "[session]") {
  const auto server = start_server();
  const std::string bytes = hello_bytes();
  for (std::size_t split = 1; split < bytes.size(); ++split) {
    WireClient client(server->port());
    client.send_bytes(bytes.substr(0, split));
    client.send_bytes(bytes.substr(split));
    const auto answer = client.receive();
    REQUIRE(answer);
    CHECK(answer->has_hello());
  }
}

TEST_CASE("a length of 4 GiB is answered with the limit and a close", "[session]") {
  const auto server = start_server();
  SECTION("before Hello") {
    WireClient client(server->port());
    client.send_bytes("\xFF\xFF\xFF\xFF");
    CHECK(client.last_words() == "a message of more than 65536 bytes: '4294967295'");
  }
  SECTION("after Hello") {
    WireClient client(server->port());
    client.say_hello();
    client.send_bytes("\xFF\xFF\xFF\xFF");
    CHECK(client.last_words() == "a message of more than 1052672 bytes: '4294967295'");
  }
  CHECK(is_well(*server));
}

TEST_CASE("garbage is answered with a problem and a close", "[session]") {
  const auto server = start_server();
  const std::string garbage = GENERATE(framed("\xFF\xFE\xFD"), framed(""), std::string(100, '\0'));
  WireClient client(server->port());
  client.send_bytes(garbage);
  CHECK_FALSE(client.last_words().empty());
  CHECK(is_well(*server));
}

TEST_CASE("the first message must be Hello", "[session]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.submit("<script/>");
  CHECK(client.last_words() == "the first message is no Hello");
}

TEST_CASE("another major version is told which one is spoken here", "[session]") {
  const auto server = start_server();
  WireClient client(server->port());
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(2);
  client.send(envelope);
  CHECK(client.last_words() == "this server speaks version 1.8, and not '2.0'");
}

TEST_CASE("a newer minor version is welcome, and what it adds is passed over", "[session]") {
  const auto server = start_server();
  WireClient client(server->port());
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_version_minor(9);
  client.send(envelope);
  REQUIRE(client.receive()->has_hello());

  client.send_bytes(framed(std::string_view("\xA2\x06\x00", 3)));  // an envelope's field 100
  const auto answer = client.receive();
  REQUIRE(answer);
  CHECK(answer->has_problem());
  CHECK_FALSE(answer->problem().closing());
}

TEST_CASE("a server with a token lets in who knows it", "[session]") {
  Options options = test::server_options();
  options.token = "sesame";
  const auto server = start_server(options);
  WireClient knowing(server->port());
  knowing.say_hello("sesame");
  for (const char* token : {"", "sesam", "sesame2", "Sesame"}) {
    WireClient client(server->port());
    CHECK_THROWS(client.say_hello(token));
  }
}

TEST_CASE("half a message and then silence is a problem and a close", "[session]") {
  Options options = test::server_options();
  options.limits.message_wait_max = 100ms;
  const auto server = start_server(options);
  WireClient client(server->port());
  client.say_hello();
  client.send_bytes(hello_bytes().substr(0, 5));
  CHECK(client.last_words() == "the rest of a message did not come");
}

TEST_CASE("silence between messages is nobody's fault", "[session]") {
  Options options = test::server_options();
  options.limits.message_wait_max = 50ms;
  options.limits.hello_wait_max = 50ms;
  const auto server = start_server(options);
  WireClient silent(server->port());
  silent.say_hello();
  WireClient counting(server->port());
  counting.say_hello();
  counting.subscribe();
  const std::uint64_t tick = counting.next_frame().tick();
  while (counting.next_frame().tick() < tick + 30) {
  }

  silent.subscribe();
  CHECK(silent.receive()->has_skeleton());
}

TEST_CASE("a client that never reads costs little, is cut off, and others notice nothing",
          "[session]") {
  Options options = test::server_options();
  options.limits.write_wait_max = 1500ms;
  constexpr std::uint64_t kPatienceTicks = 90;
  const auto server = start_server(options);
  Watcher healthy(*server);
  const std::size_t before = test::resident_bytes();
  constexpr std::size_t kStalled = 20;
  std::vector<WireClient> stalled;
  for (std::size_t i = 0; i < kStalled; ++i) {
    stalled.emplace_back(server->port(), 4096);
    stalled.back().say_hello();
    stalled.back().subscribe();
  }

  // The stalled ones are gone when only the healthy one is left. On a busy machine the server may
  // leave out ticks, and this test read late: both are counted. A client that waited for the
  // stalled ones would see nothing until they are cut off.
  while (server->status().connections > 1) healthy.hear();
  const std::uint64_t own_dropped = healthy.hear_dropped();

  CHECK(server->status().frames_dropped > own_dropped);
  CHECK(test::resident_bytes() < before + (std::size_t{32} << 20));
  CHECK(healthy.missed <= server->status().ticks_skipped + own_dropped);
  CHECK(healthy.missed_at_once_max < kPatienceTicks);
}

TEST_CASE("who does not read what it is told is told so before it is cut off", "[session]") {
  Options options = test::server_options();
  options.limits.control_bytes_max = std::size_t{8} << 10;
  Lines lines;
  options.event_log = lines.writer();
  const auto server = start_server(options);
  WireClient watcher(server->port());
  watcher.say_hello();
  WireClient client(server->port(), 4096);
  client.say_hello();
  // Each is answered with some 200 bytes; 64 kB and what the client's kernel takes are no loss.
  std::size_t sent = 0;
  while (lines.count_of("cut off: ") == 0 && sent < 100'000) {
    client.interrupt(std::string(150, 'x'));
    if (++sent % 100 == 0) watcher.say_ping();
  }
  CHECK(client.last_words() == "past control_bytes_max of 8192: read what the server sends");
  CHECK(lines.count_of("cut off: ") == 1);
  CHECK(is_well(*server));
}

TEST_CASE("who comes, who is turned away and who guesses is one line of the log each",
          "[session][listener]") {
  Options options = test::server_options();
  options.token = "sesame";
  options.limits.connections_max = 1;
  Lines lines;
  options.event_log = lines.writer();
  const auto server = start_server(options);
  {
    WireClient guesser(server->port());
    CHECK_THROWS(guesser.say_hello("simsim"));
  }
  while (server->status().connections > 0) std::this_thread::yield();
  WireClient client(server->port());
  client.say_hello("sesame");
  WireClient(server->port()).last_words();
  client.send_bytes(std::string("\xFF\xFF\xFF\xFF", 4));
  client.last_words();
  const auto all = lines.of_clients();
  REQUIRE(all.size() == 4);
  CHECK(all[0] == "wrong token: it was not let in [address=127.0.0.1]");
  CHECK(all[1] == "connected: it has said Hello [client=2 name=\"a test\" address=127.0.0.1]");
  CHECK(all[2] == "refused: past connections_max of 1 [address=127.0.0.1]");
  CHECK(all[3].starts_with("cut off: a message of more than 1052672 bytes: '4294967295' ["));
  CHECK(all[3].find(" name=\"a test\" address=127.0.0.1 seconds=") != std::string::npos);
}

TEST_CASE("a client that leaves is one line, with who it was", "[session]") {
  Lines lines;
  const auto server = lines.serve();
  {
    WireClient client(server->port());
    kinesphere::Envelope hello;
    hello.mutable_hello()->set_version_major(1);
    hello.mutable_hello()->set_name("a \"page\"\nof mine");
    client.send(hello);
    REQUIRE(client.receive()->has_hello());
  }
  while (server->status().connections > 0) std::this_thread::yield();
  const auto all = lines.of_clients();
  REQUIRE(all.size() == 2);
  const std::string name = R"(name="a \"page\"?of mine")";
  CHECK(all[0] == "connected: it has said Hello [client=1 " + name + " address=127.0.0.1]");
  CHECK(
      all[1].starts_with("closed: it has left [client=1 " + name + " address=127.0.0.1 seconds="));
}

TEST_CASE("a script is one line, with its trace", "[session]") {
  Lines lines;
  const auto server = lines.serve();
  WireClient client(server->port());
  client.say_hello();
  kinesphere::Envelope envelope;
  kinesphere::Submit& submit = *envelope.mutable_submit();
  submit.set_id("nod");
  submit.set_script(test::head_script(0.01));
  submit.set_character("ada");
  submit.set_traceparent("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
  client.send(envelope);
  REQUIRE(client.answer().has_accepted());
  submit.set_id("bad");
  submit.set_script("<script");
  client.send(envelope);
  REQUIRE(client.answer().has_refused());
  const auto all = lines.of_clients();
  REQUIRE(all.size() == 3);
  CHECK(all[1].starts_with("script accepted: it plays [client=1 id=nod traceparent=" +
                           submit.traceparent() + " planning_ms="));
  CHECK(all[1].ends_with(" blocks=1]"));
  CHECK(all[2].starts_with("script refused: "));
  CHECK(all[2].find(" [client=1 id=bad traceparent=" + submit.traceparent() + " planning_ms=") !=
        std::string::npos);
}

TEST_CASE("too many scripts a second are refused as busy, not queued", "[session]") {
  Options options = test::server_options();
  options.limits.scripts_per_second_max = 5;
  const auto server = start_server(options);
  WireClient client(server->port());
  client.say_hello();
  int busy = 0;
  for (int i = 0; i < 50; ++i) client.submit(test::head_script(0.01), {}, "ada");
  for (int i = 0; i < 50; ++i) {
    const auto answer = client.answer();
    if (answer.refused().error() == "busy: past scripts_per_second_max of 5") ++busy;
  }
  CHECK(busy >= 40);
}

TEST_CASE("too many scripts at once are refused as busy", "[session]") {
  Options options = test::server_options();
  options.limits.scripts_at_once_max = 3;
  const auto server = start_server(options);
  WireClient client(server->port());
  client.say_hello();
  for (int i = 0; i < 3; ++i) {
    client.submit(test::head_script(30), {}, "ada");
    REQUIRE(client.answer().has_accepted());
  }
  client.submit(test::head_script(30), {}, "ada");
  CHECK(client.answer().refused().error() == "busy: past scripts_at_once_max of 3");
}

TEST_CASE("packed rotations are those of the frame, in a third of the bytes", "[session]") {
  const auto server = start_server();
  WireClient plain(server->port());
  WireClient packed(server->port());
  plain.say_hello();
  packed.say_hello();
  kinesphere::Envelope envelope;
  envelope.mutable_subscribe()->add_characters(1);
  plain.send(envelope);
  envelope.mutable_subscribe()->set_encoding(kinesphere::ENCODING_SMALLEST_THREE_48);
  packed.send(envelope);

  std::map<std::uint64_t, kinesphere::Frame> frames;
  const auto met = [&](const kinesphere::Frame& frame) { return frames.count(frame.tick()) > 0; };
  kinesphere::Frame of_packed = packed.next_frame();
  for (int i = 0; i < 1000 && !met(of_packed); ++i) {
    while (frames.empty() || frames.rbegin()->first < of_packed.tick()) {
      const auto frame = plain.next_frame();
      frames[frame.tick()] = frame;
    }
    if (!met(of_packed)) of_packed = packed.next_frame();
  }
  REQUIRE(met(of_packed));
  const kinesphere::Frame& of_plain = frames.at(of_packed.tick());
  CHECK(of_packed.parent_from_joint().empty());
  std::array<protocol::Rotation, body::kJointCount> rotations{};
  REQUIRE(protocol::unpack(of_packed.packed_rotations(), rotations));
  for (int i = 0; i < of_plain.parent_from_joint_size(); ++i) {
    const auto each = rotations[static_cast<std::size_t>(i / 4)][static_cast<std::size_t>(i % 4)];
    CHECK(std::abs(each) == Approx(std::abs(of_plain.parent_from_joint(i))).margin(2e-4));
  }
}

TEST_CASE("the first frame of a subscription is one that nothing leads to", "[session]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  for (int i = 0; i < 2; ++i) {
    kinesphere::Envelope envelope;
    envelope.mutable_subscribe()->add_characters(1);
    client.send(envelope);
    client.receive_until([](const auto& answer) { return answer.has_skeleton(); });
    CHECK(client.next_frame().discontinuity());
    CHECK_FALSE(client.next_frame().discontinuity());
  }
}

TEST_CASE("a subscription that has to wait begins with a frame that nothing leads to",
          "[session]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.subscribe();
  std::uint64_t newest = client.next_frame().tick();
  kinesphere::Envelope acknowledgement;
  acknowledgement.mutable_ack()->set_tick(newest);
  client.send(acknowledgement);
  std::uint64_t dropped = 0;
  const auto waits_for_more = [&](const kinesphere::Envelope& answer) {
    if (answer.has_frame()) newest = answer.frame().tick();
    return answer.has_stats() && answer.stats().frames_dropped() > dropped;
  };
  dropped = client.receive_until(waits_for_more).stats().frames_dropped();

  client.subscribe();
  client.receive_until([](const auto& answer) { return answer.has_skeleton(); });
  dropped = client.receive_until(waits_for_more).stats().frames_dropped();
  client.receive_until(waits_for_more);  // frames of this subscription took each other's places
  acknowledgement.mutable_ack()->set_tick(newest);
  client.send(acknowledgement);
  CHECK(client.next_frame().discontinuity());
}

TEST_CASE("who acknowledges and then falls silent gets half a second of frames and its reports",
          "[session]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.subscribe();
  const std::uint64_t first = client.next_frame().tick();
  kinesphere::Envelope envelope;
  envelope.mutable_ack()->set_tick(first);
  client.send(envelope);
  // What was sent before the acknowledgement arrived counts for nothing; a pong says that it has.
  envelope.mutable_ping();
  client.send(envelope);
  std::uint64_t newest = first;
  client.receive_until([&](const auto& answer) {
    if (answer.has_frame()) newest = answer.frame().tick();
    return answer.has_pong();
  });
  const std::uint64_t tick_max = std::max(first + 30, newest + 1);  // half a second

  kinesphere::Stats stats;
  while (stats.frames_dropped() == 0) {
    const auto answer = client.receive();
    REQUIRE(answer);
    if (answer->has_frame()) newest = answer->frame().tick();
    if (answer->has_stats()) stats = answer->stats();
  }
  CHECK(newest > first);
  CHECK(newest <= tick_max + server->status().ticks_skipped);
  CHECK(stats.frames_unacknowledged() > 0);
  CHECK(stats.frames_sent() > 0);

  // Back again, it is shown the present within its first frames.
  envelope.mutable_ack()->set_tick(newest);
  client.send(envelope);
  CHECK(client.next_frame().tick() > newest + 20);
}

TEST_CASE("who listens to events is told about its frames without acknowledging any", "[session]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_BODY, kinesphere::PART_EVENTS});
  const auto stats =
      client.receive_until([](const auto& answer) { return answer.has_stats(); }).stats();
  CHECK(stats.frames_unacknowledged() == 0);
  CHECK(stats.frames_sent() > 0);
  CHECK(stats.rate_hz() > 0);
}

}  // namespace kine::server::session_test
