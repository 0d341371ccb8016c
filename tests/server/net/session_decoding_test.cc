// A client that sends much, and what others notice of it: messages that are refused by a look,
// decoded on another thread, or read later. Steps and bytes are counted.
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/strand.hpp>
#include <future>
#include <thread>

#include "server/base/descriptor_limit.h"
#include "server/net/raw_transport.h"
#include "server/net/session.h"
#include "server/ticks/tick_loop.h"
#include "tests/support/catch.h"
#include "tests/support/sanitized.h"
#include "tests/support/server/conversation_stage.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/websocket_client.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::session_decoding_test {
namespace {

using namespace std::chrono_literals;
using test::start_server;
using test::WebSocketClient;
using test::WireClient;

namespace asio = boost::asio;
using asio::ip::tcp;

const std::string kNotTaken = "a message that this server does not take";

/// What a client sends in tests, at most, where none of it is to be decoded.
constexpr std::size_t kHelloBytesMax = 100;

kinesphere::Envelope interrupt_of(std::string id) {
  kinesphere::Envelope envelope;
  *envelope.mutable_interrupt()->add_ids() = std::move(id);
  return envelope;
}

kinesphere::Envelope ping(std::uint64_t time) {
  kinesphere::Envelope envelope;
  envelope.mutable_ping()->set_client_time_us(time);
  return envelope;
}

/// One session on a real socket, and the parts of a server that no tick moves. Long messages are
/// decoded when a test lets them.
class HeldDecoder {
 public:
  HeldDecoder() {
    REQUIRE(stage_.services.decoding.push(
        ClientId{99}, 1, [may_go_on = go_on_.get_future().share()] { may_go_on.wait(); }));
    tcp::socket socket(asio::make_strand(stage_.io));
    acceptor_.accept(socket);
    socket.non_blocking(true);
    session = std::make_shared<Session>(
        std::make_unique<RawTransport>(std::move(socket), ""),
        Party{ClientId{1}, asio::ip::address_v4::loopback()}, stage_.services,
        Session::Listening{.on_hello = [](ClientId) {}, .on_gone = [](ClientId) {}});
    session->start(steady_now() + 1min);
    thread_ = std::thread([this] { stage_.io.run(); });
  }
  ~HeldDecoder() {
    if (!let_go_) go_on();
    session->cut();
    stage_.services.decoding.stop();
    stage_.io.stop();
    thread_.join();
  }

  void go_on() {
    let_go_ = true;
    go_on_.set_value();
  }
  std::shared_ptr<TickOutput> advance_to(std::uint64_t tick) {
    return shards_.advance_to(Tick{tick}, {}, {});
  }
  const Status& status() const { return stage_.status; }

 private:
  test::ConversationStage stage_;
  ShardThreads shards_{stage_.scene.roster, TickRate(60), 1};
  std::promise<void> go_on_;
  bool let_go_ = false;
  tcp::acceptor acceptor_{stage_.io, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};

 public:
  WireClient client{acceptor_.local_endpoint().port()};
  std::shared_ptr<Session> session;

 private:
  std::thread thread_;
};

}  // namespace

TEST_CASE("what only a server says is refused by its number", "[session][decoding]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  kinesphere::Envelope skeleton;
  for (int i = 0; i < 100'000; ++i) skeleton.mutable_skeleton()->add_joints()->set_name("joint");
  constexpr int kSent = 3;
  for (int i = 0; i < kSent; ++i) client.send(skeleton);
  for (int i = 0; i < kSent; ++i) CHECK(client.receive()->problem().error() == kNotTaken);
  CHECK(server->status().messages_refused_unread == kSent);
  CHECK(server->status().message_bytes_decoded < kHelloBytesMax);
}

TEST_CASE("what only a server says is refused by its name in JSON", "[session][decoding]") {
  const auto server = start_server();
  WebSocketClient client(server->port(), {.subprotocol = "kinesphere.v1.json"});
  client.send_text(R"({"hello": {"versionMajor": 1}})");
  REQUIRE(client.receive_message());
  std::string joints = "{}";
  while (joints.size() < 900'000) joints += ", {}";
  client.send_text(R"({"skeleton": {"joints": [)" + joints + "]}}");
  CHECK(client.receive_message()->bytes == R"({"problem":{"error":")" + kNotTaken + R"("}})");
  CHECK(server->status().messages_refused_unread == 1);
  CHECK(server->status().message_bytes_decoded < kHelloBytesMax);
}

TEST_CASE("a message of a million values closes its connection, and is not decoded",
          "[session][decoding]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  kinesphere::Envelope envelope;
  for (int i = 0; i < 500'000; ++i) envelope.mutable_interrupt()->add_ids("");
  client.send(envelope);
  CHECK(client.last_words() == "a message of more than 20000 values (message_values_max)");
  CHECK(server->status().message_bytes_decoded < kHelloBytesMax);
  CHECK(test::is_well(*server));
}

TEST_CASE("while a long message waits to be decoded, frames go on and its order holds",
          "[session][decoding]") {
  HeldDecoder held;
  held.client.say_hello();
  held.client.subscribe();
  held.client.say_ping();
  held.client.send(interrupt_of(std::string(100'000, 'x')));
  held.client.send(ping(7));

  constexpr std::uint64_t kTicks = 50;
  for (std::uint64_t tick = 1; tick <= kTicks; ++tick) {
    held.session->offer_frames(held.advance_to(tick));
    CHECK(held.client.next_frame().tick() == tick);
    CHECK(held.client.next_frame().tick() == tick);  // of the other character
  }
  CHECK(held.status().message_bytes_decoded < kHelloBytesMax);

  held.go_on();
  const auto first = held.client.receive();
  REQUIRE(first);
  CHECK(first->problem().error().starts_with("no script of yours with this id is playing: 'xxx"));
  const auto second = held.client.receive();
  REQUIRE(second);
  CHECK(second->pong().client_time_us() == 7);
  CHECK(held.status().message_bytes_decoded > 100'000);
}

TEST_CASE("a session that is cut while its message waits leaves nothing behind",
          "[session][decoding]") {
  std::weak_ptr<Session> session;
  {
    HeldDecoder held;
    session = held.session;
    held.client.say_hello();
    held.client.send(interrupt_of(std::string(100'000, 'x')));
    held.client.send(ping(7));
    held.session->cut();
    CHECK_FALSE(held.client.receive());
  }
  CHECK(session.expired());
}

TEST_CASE("who sends more than its budget is read later, and loses nothing",
          "[session][decoding]") {
  Options options = test::server_options();
  options.limits.message_bytes_per_second_max = 128 * kMessageCountedBytesMin;
  const auto server = start_server(options);
  WireClient client(server->port());
  client.say_hello();
  constexpr std::uint64_t kPings = 200;
  for (std::uint64_t i = 0; i < kPings; ++i) client.send(ping(i));
  for (std::uint64_t i = 0; i < kPings; ++i) CHECK(client.receive()->pong().client_time_us() == i);
  CHECK(server->status().reads_put_off > 0);
  CHECK(server->status().connections == 1);
}

TEST_CASE("a message whose rest is read later is not late", "[session][decoding]") {
  Options options = test::server_options();
  options.limits.message_bytes_per_second_max = 2 * kMessageCountedBytesMin;
  options.limits.message_wait_max = 300ms;
  const auto server = start_server(options);
  WireClient other(server->port());
  other.say_hello();
  WireClient client(server->port());
  client.say_hello();
  const auto framed_ping = [](std::uint64_t i) {
    return test::framed(ping(i).SerializeAsString());
  };
  client.send_bytes(framed_ping(0).substr(0, 3));
  other.say_ping();                    // by then the server waits for the rest
  constexpr std::uint64_t kPings = 5;  // which take two seconds
  std::string bytes = framed_ping(0).substr(3);
  for (std::uint64_t i = 1; i < kPings; ++i) bytes += framed_ping(i);
  client.send_bytes(bytes + framed_ping(kPings).substr(0, 3));
  for (std::uint64_t i = 0; i < kPings; ++i) CHECK(client.receive()->pong().client_time_us() == i);
  client.send_bytes(framed_ping(kPings).substr(3));
  CHECK(client.receive()->pong().client_time_us() == kPings);
  CHECK(server->status().reads_put_off > 0);
}

TEST_CASE("twenty seconds of sound and all the scripts of a second are read at once",
          "[session][decoding]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.say_hello();
  constexpr std::size_t kPieceBytes = 48'000 / 50 * sizeof(std::int16_t);  // 20 ms
  kinesphere::Envelope envelope;
  kinesphere::Say& say = *envelope.mutable_say();
  say.set_id("speech");
  say.set_text("hello");
  say.set_rate_hz(48'000);
  say.set_audio(std::string(kPieceBytes, '\0'));
  say.set_more(true);
  client.send(envelope);
  for (int i = 1; i < 1'000; ++i) {
    envelope.mutable_say_more()->set_id("speech");
    envelope.mutable_say_more()->set_audio(std::string(kPieceBytes, '\0'));
    client.send(envelope);
  }
  for (int i = 0; i < 200; ++i) client.submit(test::head_script(0.01), {}, "ada");
  client.say_ping();
  CHECK(server->status().reads_put_off == 0);
}

TEST_CASE("what a newer client adds to its messages is passed over, and its script plays",
          "[session]") {
  const auto server = test::start_server();
  test::WireClient client(server->port());
  client.say_hello();
  kinesphere::Envelope envelope;
  kinesphere::Submit& submit = *envelope.mutable_submit();
  submit.set_id("new");
  submit.set_script(test::head_script(0.1));
  submit.set_character("ada");
  submit.GetReflection()->MutableUnknownFields(&submit)->AddLengthDelimited(2'000, "of 1.9");
  envelope.GetReflection()->MutableUnknownFields(&envelope)->AddVarint(2'001, 7);
  client.send(envelope);
  CHECK(client.answer().accepted().id() == "new");

  kinesphere::Envelope unknown;  // a message with a number that nobody here knows
  unknown.GetReflection()->MutableUnknownFields(&unknown)->AddLengthDelimited(2'002, "of 1.9");
  client.send(unknown);
  const auto problem = client.receive_until([](const auto& each) { return each.has_problem(); });
  CHECK_FALSE(problem.problem().closing());
  client.receive_until(
      [](const auto& each) { return each.feedback().kind() == kinesphere::Feedback::ENDED; });
  client.say_ping();
}

TEST_CASE("a thousand lengths of 4 GiB cost no memory", "[session]") {
  constexpr std::size_t kConnections = 1'000;
  constexpr std::size_t kOfAnAddress = 50;  // fewer than may be there without Hello
  raise_descriptor_limit();
  const auto server = test::start_server();
  CHECK(test::is_well(*server));
  const std::size_t before = test::resident_bytes();
  std::vector<test::WireClient> all;
  for (std::size_t i = 0; i < kConnections; ++i) {
    const std::string address = "127.0.3." + std::to_string(1 + i / kOfAnAddress);
    all.push_back(test::WireClient::from(address.c_str(), server->port()));
    all.back().send_bytes("\xFF\xFF\xFF\xFF");
  }
  for (test::WireClient& client : all) {
    CHECK(client.last_words() == "a message of more than 65536 bytes: '4294967295'");
  }
  constexpr std::size_t kMemoryMax = std::size_t{16} << 20;
  if (!test::kSanitized) CHECK(test::resident_bytes() < before + kMemoryMax);
  CHECK(test::is_well(*server));
}

}  // namespace kine::server::session_decoding_test
