// Tests for server/net/websocket_transport.h: what is said over it, and whose form is broken, on
// real sockets.
#include "server/net/websocket_transport.h"

#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/websocket_client.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::websocket_transport_test {
namespace {

using test::start_server;
using test::WebSocketClient;
using test::WireClient;

kinesphere::Envelope submission(const std::string& script) {
  kinesphere::Envelope envelope;
  envelope.mutable_submit()->set_script(script);
  return envelope;
}

std::string hello_bytes() {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  return envelope.SerializeAsString();
}

/// A connection that has shaken hands and speaks whatever bytes a test wants.
WireClient shaken_hands(std::uint16_t port) {
  WireClient client(port);
  client.send_bytes(
      "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Protocol: kinesphere.v1\r\n\r\n");
  const std::string answer = client.receive_up_to("\r\n\r\n");
  // The answer to this key stands in RFC 6455, 1.3.
  REQUIRE(answer.starts_with("HTTP/1.1 101 "));
  REQUIRE(answer.find("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n") !=
          std::string::npos);
  return client;
}

/// A frame as a client has to mask it, with a mask of zeros.
std::string masked(unsigned char first, std::string_view payload) {
  REQUIRE(payload.size() < 126);
  std::string frame{static_cast<char>(first), static_cast<char>(0x80 | payload.size())};
  return frame.append(4, '\0').append(payload);
}

std::string close_frame(std::uint16_t code, const std::string& reason) {
  return std::string{'\x88', static_cast<char>(2 + reason.size()), static_cast<char>(code >> 8),
                     static_cast<char>(code & 0xFF)} +
         reason;
}

}  // namespace

TEST_CASE("a WebSocket carries the whole conversation", "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port());
  CHECK(client.subprotocol() == "kinesphere.v1");
  CHECK(client.say_hello().characters_size() == 2);

  client.subscribe();
  CHECK(client.receive()->has_skeleton());
  const std::uint64_t tick = client.next_frame().tick();
  while (client.next_frame().tick() < tick + 10) {
  }
}

TEST_CASE("both manners bring the same bytes of the same tick", "[websocket]") {
  const auto server = start_server();
  WebSocketClient page(server->port());
  WireClient program(server->port());
  page.say_hello();
  program.say_hello();
  page.subscribe();
  program.subscribe();
  kinesphere::Frame ours = page.next_frame();
  kinesphere::Frame theirs = program.next_frame();
  const auto is_before = [](const auto& a, const auto& b) {
    return std::pair(a.tick(), a.character_id()) < std::pair(b.tick(), b.character_id());
  };
  while (is_before(ours, theirs)) ours = page.next_frame();
  while (is_before(theirs, ours)) theirs = program.next_frame();

  CHECK(ours.SerializeAsString() == theirs.SerializeAsString());
}

TEST_CASE("a message may come in as many frames as a client likes", "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port());
  client.say_hello();
  client.send_in_pieces(submission(test::head_script(0.1)), 7);
  CHECK(client.receive()->has_accepted());
}

TEST_CASE("pings are answered while frames stream", "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port());
  client.say_hello();
  client.subscribe();
  for (int i = 0; i < 20; ++i) {
    client.ping("ping " + std::to_string(i));
    client.next_frame();
  }
  while (client.pongs().find("ping 19|") == std::string::npos) client.next_frame();
}

TEST_CASE("a client that sends pings and takes no pong is closed", "[websocket]") {
  Options options = test::server_options();
  // Neither is what ends it, however slow the machine is.
  options.limits.message_wait_max = std::chrono::minutes(10);
  options.limits.write_wait_max = std::chrono::minutes(10);
  const auto server = start_server(options);
  WireClient client = shaken_hands(server->port());
  client.send_bytes(masked(0x82, hello_bytes()));
  std::string pings;
  for (int i = 0; i < 10'000; ++i) pings += masked(0x89, std::string(120, 'x'));

  while (server->status().connections > 0) client.send_bytes(pings);

  CHECK(test::is_well(*server));
}

TEST_CASE("a message past the limit is answered with it and a close", "[websocket]") {
  // A message in pieces of a byte takes seconds where every access is watched, and Hello may wait
  // for five.
  server::Options options = test::server_options();
  options.limits.hello_wait_max = std::chrono::minutes(5);
  options.limits.message_wait_max = std::chrono::minutes(5);
  const auto server = start_server(options);
  WebSocketClient client(server->port());
  SECTION("before Hello") {
    client.send(submission(std::string(100'000, ' ')));
    CHECK(client.last_words() == "a message of more than 65536 bytes");
  }
  SECTION("after Hello, of 8 MB") {
    client.say_hello();
    client.send(submission(std::string(8'000'000, ' ')));
    CHECK(client.last_words() == "a message of more than 1052672 bytes");
  }
  SECTION("in frames of a byte each, which cost no more") {
    client.send_in_pieces(submission(std::string(70'000, ' ')), 1);
    CHECK(client.last_words() == "a message of more than 65536 bytes");
  }
  CHECK(client.close_code() == 1009);
  CHECK(client.close_reason().starts_with("a message of more than "));
  CHECK(test::is_well(*server));
}

TEST_CASE("a reason that is too long for a close is cut, at the border of a character",
          "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port());
  std::string name;
  for (int i = 0; i < 400; ++i) name += "\xC3\xA9";
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_name(name);
  client.send(envelope);
  const std::string words = client.last_words();
  CHECK(words.starts_with("past name_bytes_max of "));
  CHECK(client.close_reason().size() <= 123);  // RFC 6455, 5.5
  CHECK(client.close_reason().starts_with("past name_bytes_max of "));
}

TEST_CASE("text is refused where messages are binary", "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port());
  client.send_text(R"({"hello": {"versionMajor": 1}})");
  CHECK(client.last_words() == "a text message, and kinesphere.v1 has binary ones");
  CHECK(client.close_code() == 1003);
}

TEST_CASE("JSON is spoken where it is asked for, a text a message", "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port(), {.subprotocol = "kinesphere.v1.json"});
  CHECK(client.subprotocol() == "kinesphere.v1.json");
  client.send_text(R"({"hello": {"versionMajor": 1, "name": "twenty lines"}})");
  const auto hello = client.receive_message();
  REQUIRE(hello);
  CHECK(hello->is_text);
  CHECK(hello->bytes.find(R"("characters":[{"id":1,"name":"ada","body":"ada")") !=
        std::string::npos);

  client.send_text(R"({"subscribe": {"characters": [2]}})");
  const auto skeleton = client.receive_message();
  REQUIRE(skeleton);
  CHECK(skeleton->bytes.starts_with(R"({"skeleton":{)"));
  const auto frame = client.receive_message();
  REQUIRE(frame);
  CHECK(frame->bytes.starts_with(R"({"frame":{"characterId":2,"tick":")"));
}

TEST_CASE("an error about text beyond ASCII is told in JSON", "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port(), {.subprotocol = "kinesphere.v1.json"});
  client.send_text(R"({"hello": {"versionMajor": 1}})");
  client.receive_message();
  client.send_text("{\"submit\": {\"script\": \"<?xml \xC3\xA9?>\"}}");
  const auto refused = client.receive_message();
  REQUIRE(refused);
  CHECK(refused->bytes.find("unexpected text in the XML declaration: '\xC3\xA9'") !=
        std::string::npos);
  CHECK(test::is_well(*server));
}

TEST_CASE("what breaks the form of JSON is a problem in JSON and a close", "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port(), {.subprotocol = "kinesphere.v1.json"});
  SECTION("text that is none") {
    client.send_text("hello");
    CHECK(client.receive_message()->bytes.find("this text is no envelope in JSON") !=
          std::string::npos);
  }
  SECTION("a binary message") {
    client.send(submission("<script/>"));
    CHECK(client.receive_message()->bytes ==
          R"({"problem":{"error":"a binary message, and kinesphere.v1.json has texts",)"
          R"("closing":true}})");
  }
  CHECK_FALSE(client.receive_message());
  CHECK(test::is_well(*server));
}

TEST_CASE("a message that is no envelope is a problem and a close", "[websocket]") {
  const auto server = start_server();
  WireClient client = shaken_hands(server->port());
  client.send_bytes(masked(0x82, "\xFF\xFE\xFD"));
  const std::string answer = client.receive_all();
  const std::string reason = "these bytes are no envelope of kinesphere.proto";
  CHECK(answer.find(reason) < answer.rfind(reason));
  CHECK(answer.ends_with(close_frame(1000, reason)));
}

TEST_CASE("frames that break the form are answered with a close that says so", "[websocket]") {
  // RFC 6455: 5.1 for the mask, 5.2 for bits and kinds, 5.4 for pieces, 5.5 for control frames.
  struct Case {
    const char* what;
    std::string bytes;
    std::string reason;
  };
  const auto server = start_server();
  const std::vector<Case> cases{
      {"not masked", std::string("\x82\x02hi", 4), "The WebSocket frame was unmasked"},
      {"a reserved bit", masked(0xC2, "hi"), "The WebSocket frame contained illegal reserved bits"},
      {"a kind that nobody knows", masked(0x83, "hi"),
       "The WebSocket frame contained an illegal opcode"},
      {"a control kind that nobody knows", masked(0x8B, "hi"),
       "The WebSocket frame contained an illegal opcode"},
      {"a piece of nothing", masked(0x80, "hi"), "The WebSocket continuation frame was unexpected"},
      {"a new message within one", masked(0x02, "a") + masked(0x82, "b"),
       "The WebSocket data frame was unexpected"},
      {"a ping in pieces", masked(0x09, "hi"), "The WebSocket control frame was fragmented"},
      {"a ping of 126 bytes", std::string("\x89\xFE\x00\x7E\0\0\0\0", 8) + std::string(126, 'x'),
       "The WebSocket control frame size was invalid"},
      {"a length in more bytes than it takes", std::string("\x82\xFE\x00\x05\0\0\0\0", 8) + "hello",
       "The WebSocket frame size was not canonical"},
      {"a close of one byte", masked(0x88, "x"),
       "The WebSocket close frame payload size was invalid"},
  };
  for (const Case& one : cases) {
    CAPTURE(one.what);
    WireClient client = shaken_hands(server->port());
    client.send_bytes(one.bytes);
    CHECK(client.receive_all() == close_frame(1002, one.reason));
  }
  CHECK(test::is_well(*server));
}

TEST_CASE("a frame of an absurd length is refused by its header", "[websocket]") {
  const auto server = start_server();
  WireClient client = shaken_hands(server->port());
  client.send_bytes(std::string("\x82\xFF", 2) + std::string(8, '\x7F') + std::string(4, '\0'));
  CHECK(client.receive_all() ==
        close_frame(1009, "The WebSocket message exceeded the locally configured limit"));
}

TEST_CASE("a close is answered with the same code and the connection ends", "[websocket]") {
  const auto server = start_server();
  WireClient client = shaken_hands(server->port());
  client.send_bytes(masked(0x88, std::string("\x03\xE9", 2)));
  CHECK(client.receive_all() == close_frame(1001, ""));
}

TEST_CASE("a client that vanishes in the middle of a frame is forgotten", "[websocket]") {
  const auto server = start_server();
  WireClient stays(server->port());
  stays.say_hello();
  stays.subscribe();
  {
    WireClient client = shaken_hands(server->port());
    client.send_bytes(masked(0x82, "some of it").substr(0, 9));
  }
  while (server->status().connections > 1) stays.next_frame();
  CHECK(test::is_well(*server));
}

TEST_CASE("half a message and then silence is a problem and a close, over WebSocket too",
          "[websocket]") {
  Options options = test::server_options();
  options.limits.message_wait_max = std::chrono::milliseconds(100);
  const auto server = start_server(options);
  WireClient client = shaken_hands(server->port());
  client.send_bytes(masked(0x82, hello_bytes()) + masked(0x02, "a piece"));
  CHECK(client.receive_all().find("the rest of a message did not come") != std::string::npos);
}

TEST_CASE("who says no Hello over WebSocket is told so and closed", "[websocket]") {
  Options options = test::server_options();
  options.limits.hello_wait_max = std::chrono::milliseconds(100);
  const auto server = start_server(options);
  WebSocketClient client(server->port());
  CHECK(client.last_words() == "no Hello came");
  CHECK(client.close_code() == 1000);
  CHECK(client.close_reason() == "no Hello came");
}

TEST_CASE("a server that leaves says goodbye over WebSocket", "[websocket]") {
  const auto server = start_server();
  WebSocketClient client(server->port());
  client.say_hello();
  server->leave("it is late");
  CHECK(client.last_words() == "it is late");
  CHECK(client.close_code() == 1000);
  CHECK(client.close_reason() == "it is late");
}

TEST_CASE("bytes that come with the handshake belong to the conversation", "[websocket]") {
  const auto server = start_server();
  WireClient client(server->port());
  client.send_bytes(
      "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
      "Sec-WebSocket-Protocol: chat, kinesphere.v1\r\n\r\n" +
      masked(0x82, hello_bytes()));
  const std::string capability = "dialect:kinesphere";
  CHECK(client.receive_up_to(capability).ends_with(capability));
}

TEST_CASE("a stranger's name that was led to an open server does not make his page its own",
          "[websocket]") {
  Options options = test::server_options();
  options.host = "0.0.0.0";
  options.strangers = Strangers::Welcome;
  const auto answer_to = [](const Server& server, const std::string& name) {
    const std::string host = name + ":" + std::to_string(server.port());
    WireClient client(server.port());
    client.send_bytes("GET /ws HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host +
                      "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
                      "Sec-WebSocket-Protocol: kinesphere.v1\r\n\r\n");
    return client.receive_up_to("\r\n");
  };
  const auto server = start_server(options);
  CHECK(answer_to(*server, "evil.example").starts_with("HTTP/1.1 403 "));
  CHECK(answer_to(*server, "127.0.0.1").starts_with("HTTP/1.1 101 "));
  CHECK(answer_to(*server, "192.168.1.5").starts_with("HTTP/1.1 101 "));

  options.token = "sesame";
  CHECK(answer_to(*start_server(options), "avatars.example").starts_with("HTTP/1.1 101 "));
}

}  // namespace kine::server::websocket_transport_test
