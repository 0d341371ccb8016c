#include "server/live/later_text.h"

#include "server/voices/given_speech.h"
#include "tests/support/catch.h"

namespace kine::server::later_text_test {
namespace {

struct Given {
  std::shared_ptr<GivenSpeech> speech = *GivenSpeech::open({.rate_hz = 8'000});
  ScriptSource source = {
      .own_voice = std::make_shared<const GivenVoice>(speech, speech::silent_voice()),
      .text_to_say = [](std::string_view said) { return std::string(said); }};

  void give(std::string_view text) {
    REQUIRE(speech->add({.text = text, .last = false}, std::chrono::microseconds{0}));
  }
};

Performed performed(std::string done, std::string left) {
  return {.speeches = {{.id = "b:s", .text_done = std::move(done), .text_left = std::move(left)}}};
}

}  // namespace

TEST_CASE("what came since a speech was planned is among what is left", "[performed]") {
  Given given;
  given.give("one two ");
  Performed none_later = performed("one ", "two ");
  add_later_text(given.source, none_later);
  CHECK(none_later == performed("one ", "two "));

  given.give("three four");
  Performed later = performed("one ", "two ");
  add_later_text(given.source, later);
  CHECK(later == performed("one ", "two three four"));
}

TEST_CASE("nothing is added to a text that is left out, or is not the caller's", "[performed]") {
  Given given;
  given.give("one two ");
  Performed left_out = performed("", "");
  add_later_text(given.source, left_out);
  CHECK(left_out == performed("", ""));

  Performed silent;
  add_later_text(given.source, silent);
  CHECK(silent == Performed{});

  given.source.text_to_say = {};
  Performed of_a_script = performed("one ", "");
  add_later_text(given.source, of_a_script);
  CHECK(of_a_script == performed("one ", ""));
}

}  // namespace kine::server::later_text_test
