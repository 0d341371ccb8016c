// Attacks by connections and their bytes: mostly of those who know no token.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/server/attacks/attacks.h"

namespace kine::attacks {
namespace {

using test::WireClient;

WireClient stranger(const Target& target) {
  return WireClient::from(target.address.c_str(), target.port);
}

/// What a browser sends; a mask of zeros leaves the text as it is.
std::string text_frame(std::string_view text) {
  constexpr std::size_t kShort = 125;
  constexpr std::size_t kMiddle = 0xFFFF;
  std::string bytes = "\x81";
  bytes += static_cast<char>(0x80 | (text.size() <= kShort    ? text.size()
                                     : text.size() <= kMiddle ? 126U
                                                              : 127U));
  const int bits = text.size() <= kShort ? 0 : text.size() <= kMiddle ? 16 : 64;
  for (int shift = bits - 8; shift >= 0; shift -= 8) {
    bytes += static_cast<char>(text.size() >> shift);
  }
  bytes.append(4, '\0');
  return bytes.append(text);
}

std::string upgrade(const std::string& fields) {
  return "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
         "Sec-WebSocket-Protocol: kinesphere.v1.json\r\n" +
         fields + "\r\n";
}

void note_problem(std::string_view json, Words& words) {
  constexpr std::string_view kError = "\"error\":\"";
  const std::size_t begin = json.find(kError);
  if (begin == std::string_view::npos) return;
  const std::string_view error = json.substr(begin + kError.size());
  words.note(error.substr(0, error.find('"')));
}

/// A megabyte each: of values, and of one text that has to be decoded.
void send_much_json(const Target& target, Words& words) {
  static const std::string kPoint = [] {
    constexpr std::size_t kNumbers = 500'000;
    std::string text = R"({"setTarget":{"name":"cup","point":[1)";
    for (std::size_t i = 0; i < kNumbers; ++i) text += ",1";
    return text_frame(text + "]}}");
  }();
  static const std::string kName = text_frame(
      R"({"setTarget":{"name":")" + std::string(1'000'000, 'x') + R"(","point":[1,1,1]}})");
  WireClient client = stranger(target);
  client.send_bytes(upgrade({}));
  client.receive_up_to("\r\n\r\n");
  client.send_bytes(text_frame(
      std::string(R"({"hello":{"versionMajor":1,"name":"an attack","token":")") + kToken + "\"}}"));
  client.receive_up_to("}}");
  for (std::size_t i = 0; !target.is_over(); ++i) {
    client.send_bytes(i % 4 == 3 ? kPoint : kName);
    const std::string answer = client.receive_up_to("}}");
    note_problem(answer, words);
    if (!answer.ends_with("}}")) return;  // the server has closed
  }
}

/// What only a server sends, as much of it as a message may hold.
void send_skeletons(const Target& target, Words& words) {
  static const std::string kMany = [] {
    constexpr int kJoints = 20'000;
    constexpr int kMessages = 2;
    kinesphere::Envelope envelope;
    for (int i = 0; i < kJoints; ++i) {
      envelope.mutable_skeleton()->add_joints()->set_name("a joint with a name");
    }
    std::string bytes;
    for (int i = 0; i < kMessages; ++i) bytes += test::framed(envelope.SerializeAsString());
    return bytes;
  }();
  Attacker attacker(target, words);
  while (!target.is_over()) {
    attacker.client().send_bytes(kMany);
    attacker.hear();
  }
}

/// One more than an address may have that say nothing.
void say_nothing(const Target& target, Words& words) {
  constexpr std::size_t kConnections = 80;
  std::vector<WireClient> silent;
  for (std::size_t i = 0; i < kConnections; ++i) silent.push_back(stranger(target));
  words.note(silent.front().last_words());
}

void take_all_places(const Target& target, Words& words) {
  std::vector<WireClient> all;
  for (std::size_t i = 0; i < kConnectionsMax && !target.is_over(); ++i) {
    WireClient& client = all.emplace_back(stranger(target));
    client.send(hello_of());
    const auto answer = client.receive();
    if (!answer) return;
    words.note(*answer);
    if (!answer->has_hello()) return;
  }
}

void guess(const Target& target, Words& words) {
  WireClient client = stranger(target);
  client.send(hello_of("a guess"));
  words.note(client.last_words());
}

void smuggle_bodies(const Target& target, Words& words) {
  for (const char* coding : {"identity", "xchunked", "gzip", "chunked;q=1"}) {
    WireClient client = stranger(target);
    client.send_bytes("GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: " +
                      std::string(coding) + "\r\n\r\nGET / HTTP/1.1\r\n\r\n");
    words.note(client.receive_up_to("\r\n"));
  }
}

void pretend_to_be_at_home(const Target& target, Words& words) {
  for (const char* origin :
       {"http://evil.com/.localhost", "http://evil.com#.localhost", "http://evil.com?.localhost",
        "http://evil.com:80@a.localhost", "http://evil.com\\.localhost"}) {
    WireClient client = stranger(target);
    client.send_bytes(upgrade("Origin: " + std::string(origin) + "\r\n"));
    words.note(client.receive_up_to("\r\n"));
  }
}

void speak_tls(const Target& target, Words& words) {
  WireClient client = stranger(target);
  client.send_bytes(std::string_view("\x16\x03\x01\x00\x40\x01\x00\x00\x3C\x03\x03", 11));
  const std::string answer = client.receive_all();
  const std::size_t begin = answer.find("this server speaks");
  words.note(begin == std::string::npos ? "nothing" : std::string_view(answer).substr(begin));
}

/// A client that does not read is told a lot.
void read_nothing(const Target& target, Words& words) {
  constexpr int kReceiveBytes = 4'096;
  constexpr int kMessages = 20;
  constexpr int kComplaints = 1'000;  // a message, of one that is within all limits
  WireClient client(target.port, kReceiveBytes);
  client.send(hello_of());
  kinesphere::Envelope interrupt;
  for (int i = 0; i < kComplaints; ++i) interrupt.mutable_interrupt()->add_ids("unknown");
  for (int i = 0; i < kMessages; ++i) client.send(interrupt);
  words.note(client.last_words());
}

/// More than an address may have in the time that its budget lets wait.
void fetch_pages(const Target& target, Words& words) {
  constexpr std::size_t kConnections = 60;
  constexpr std::size_t kRequests = 15;
  std::string requests;
  for (std::size_t i = 0; i < kRequests; ++i) {
    requests += "GET /viewer/main.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
  std::vector<WireClient> clients;
  for (std::size_t i = 0; i < kConnections; ++i) {
    clients.push_back(stranger(target));
    clients.back().send_bytes(requests);
  }
  for (WireClient& client : clients) words.note(client.receive_up_to("\r\n"));
}

}  // namespace

std::span<const Attack> attacks_on_connections() {
  static const Attack kAll[] = {
      {.name = "megabytes of JSON",
       .item = "3",
       .talk = send_much_json,
       .expected = {"message_values_max", "past "},
       .threads = 4},
      {.name = "messages of servers",
       .item = "3",
       .talk = send_skeletons,
       .expected = {"a message that this server does not take"},
       .threads = 20},
      {.name = "silent connections",
       .item = "6",
       .talk = say_nothing,
       .expected = {"past connections_without_hello_max"}},
      {.name = "all places",
       .item = "6",
       .talk = take_all_places,
       .expected = {"past connections_max"}},
      {.name = "guesses of the token",
       .item = "7",
       .talk = guess,
       .expected = {"past token_guesses_per_minute_max"}},
      {.name = "bodies that are none",
       .item = "8",
       .talk = smuggle_bodies,
       .expected = {"400 Bad Request"}},
      {.name = "origins of strangers",
       .item = "8",
       .talk = pretend_to_be_at_home,
       .expected = {"403 Forbidden", "400 Bad Request"}},
      {.name = "TLS", .item = "10", .talk = speak_tls, .expected = {"this server speaks no TLS"}},
      {.name = "who does not read",
       .item = "10",
       .talk = read_nothing,
       .expected = {"past control_bytes_max"}},
      {.name = "pages by the thousand",
       .item = "11",
       .talk = fetch_pages,
       .expected = {"429 Too Many Requests"}},
  };
  return kAll;
}

}  // namespace kine::attacks
