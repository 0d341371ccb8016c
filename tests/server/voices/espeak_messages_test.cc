#include "server/voices/espeak_messages.h"

#include "tests/support/catch.h"

namespace kine::server::espeak_messages_test {
namespace {

EspeakReply example_reply() {
  return {.error = "",
          .rate_hz = 22'050,
          .events = {{EspeakEvent::Kind::Clause, 0, "h_ˈaɪ"},
                     {EspeakEvent::Kind::Mark, 0, "0"},
                     {EspeakEvent::Kind::Phone, 17, "h"},
                     {EspeakEvent::Kind::ClauseEnd, 3, ""}},
          .samples = {0, 1, -32768, 32767}};
}

}  // namespace

TEST_CASE("what is encoded for espeak is decoded again", "[espeak_messages]") {
  const EspeakRequest request{.voice = "en-gb", .pause_behind = true, .ssml = "<speak>ä</speak>"};

  const auto request_again = decode_espeak_request(encode(request));
  const auto reply_again = decode_espeak_reply(encode(example_reply()));

  REQUIRE(request_again);
  CHECK(*request_again == request);
  REQUIRE(reply_again);
  CHECK(*reply_again == example_reply());
}

TEST_CASE("the numbers of a request stand little-endian, with lengths in front",
          "[espeak_messages]") {
  CHECK(encode(EspeakRequest{.voice = "fr", .pause_behind = true, .ssml = "abc"}) ==
        std::string("\2\0\0\0fr\1\3\0\0\0abc", 14));
}

TEST_CASE("a message that is cut or goes on is refused", "[espeak_messages]") {
  const std::string request = encode(EspeakRequest{.voice = "en", .ssml = "x"});
  for (std::size_t size = 0; size < request.size(); ++size) {
    CHECK_FALSE(decode_espeak_request(request.substr(0, size)));
  }
  CHECK_FALSE(decode_espeak_request(request + "x"));

  EspeakReply without_sound = example_reply();
  without_sound.samples.clear();
  const std::string reply = encode(without_sound);
  for (std::size_t size = 0; size < reply.size(); ++size) {
    CHECK_FALSE(decode_espeak_reply(reply.substr(0, size)));
  }
  CHECK_FALSE(decode_espeak_reply(reply + "x"));
}

TEST_CASE("a reply that promises more than there may be is refused", "[espeak_messages]") {
  // No error, a rate, and four thousand million events.
  CHECK_FALSE(decode_espeak_reply(std::string("\0\0\0\0\1\0\0\0\xff\xff\xff\xff", 12)));
  // An error of as many bytes.
  CHECK_FALSE(decode_espeak_reply(std::string("\xff\xff\xff\xff", 4)));
  // One event of a kind that there is not.
  CHECK_FALSE(decode_espeak_reply(std::string("\0\0\0\0\1\0\0\0\1\0\0\0\x09\0\0\0\0\0\0\0\0", 21)));
}

}  // namespace kine::server::espeak_messages_test
