// Speeches that are said otherwise while they play: by a program on a real socket that changes its
// times, or because somebody wants them faster; from text to the ticks of what is said.
#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>

#include "server/voices/external_voice.h"
#include "tests/support/catch.h"
#include "tests/support/server/live_stage.h"
#include "tests/support/server/revising_program.h"

namespace kine::revised_speech_test {
namespace {

using namespace std::chrono_literals;
using Words = std::vector<std::string>;

/// Four words of half a second each, the third `late` and what follows with it.
std::string words(double late = 0, const std::string& more = {}) {
  std::string line = "{\"words\": [";
  for (int i = 0; i < 4; ++i) {
    const double start = 0.5 * i + (i < 2 ? 0 : late);
    line += (i == 0 ? "" : ", ") + ("{\"start\": " + std::to_string(start)) +
            ", \"end\": " + std::to_string(start + 0.5) + "}";
  }
  return line + "]" + more + "}";
}

const std::string kRevises = ", \"revises\": true";

const std::string kSpeechAndBeat =
    R"(<speech id="s"><text>one two <sync id="m"/>three four</text></speech>
       <gesture id="g" lexeme="BEAT" stroke="s:m"/>
       <head id="n" lexeme="NOD" start="s:end"/>)";

/// A stage, a program that speaks on it, and the voice between them.
struct Theatre {
  explicit Theatre(const std::string& first = words(0, kRevises))
      : program(first), voice({.host = "127.0.0.1", .port = program.port()}), stage(voice) {}

  /// Sends a line, and waits until the tick that goes on is the first that can know of it.
  void change(const std::string& line) {
    program.say(line);
    ++said;
    wait_for([&] { return stage.changes_of_voices() >= said; });
  }

  static void wait_for(const std::function<bool()>& done) {
    const auto until = std::chrono::steady_clock::now() + 10s;
    while (!done() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
    REQUIRE(done());
  }

  test::RevisingProgram program;
  server::ExternalVoice voice;
  test::LiveStage stage;
  std::size_t said = 0;
};

void wish(test::LiveStage& stage, const std::string& parameter, const std::string& value) {
  static int count = 0;
  stage.submit("by" + std::to_string(++count),
               "<a:parametervaluechange id=\"c\" target=\"b:s\" paramId=\"" + parameter +
                   "\"><a:trajectory type=\"linear\" targetValue=\"" + value +
                   "\"/></a:parametervaluechange>");
}

}  // namespace

TEST_CASE("words that a voice says later take gestures along that have not struck",
          "[revised_speech]") {
  Theatre theatre;
  test::LiveStage& stage = theatre.stage;
  stage.submit("b", kSpeechAndBeat);
  stage.advance_to(29);  // in the second word; the gesture prepares
  const std::uint64_t began = stage.tick_of("started b");
  CHECK(stage.count_of("sync b:g:start") == 1);
  CHECK(stage.count_of("sync b:g:stroke") == 0);
  theatre.change(words(0.7));
  stage.advance_to_the_end();

  CHECK(stage.warnings().empty());
  CHECK(stage.tick_of("sync b:s:m") == began + 102);
  CHECK(stage.tick_of("sync b:g:stroke") == began + 102);
  CHECK(stage.tick_of("sync b:s:end") == began + 162);
  CHECK(stage.tick_of("sync b:n:start") == began + 162);
  CHECK(stage.count_of("sync b:s:start") == 1);
}

TEST_CASE("words that a voice says earlier come no earlier than now", "[revised_speech]") {
  Theatre theatre;
  test::LiveStage& stage = theatre.stage;
  stage.submit("b", R"(<speech id="s"><text>one two <sync id="m"/>three four</text></speech>)");
  stage.advance_to(49);
  // The third word at 0.6, which is over.
  theatre.change(R"({"words": [{"start": 0, "end": 0.5}, {"start": 0.5, "end": 0.6},)"
                 R"({"start": 0.6, "end": 1.1}, {"start": 1.1, "end": 1.6}]})");
  stage.advance_to_the_end();
  CHECK(stage.tick_of("sync b:s:m") == 51);  // tick 50 hears of it
  CHECK(stage.tick_of("sync b:s:end") == 96);
  CHECK(stage.warnings().empty());
}

TEST_CASE("what has been said and struck stays where it was", "[revised_speech]") {
  Theatre theatre;
  test::LiveStage& stage = theatre.stage;
  stage.submit("b", kSpeechAndBeat);
  stage.advance_to(70);
  theatre.change(words(1));
  theatre.change(words(0.25));
  stage.advance_to_the_end();
  CHECK(stage.tick_of("sync b:s:m") == 60);
  CHECK(stage.tick_of("sync b:g:stroke") == 60);
  // Of what had not been said by then the last word counts.
  CHECK(stage.tick_of("sync b:s:end") == 135);
  CHECK(stage.warnings().empty());
}

TEST_CASE("a mouth shows a word when it is said, not when it was to be", "[revised_speech]") {
  Theatre theatre;
  test::LiveStage& stage = theatre.stage;
  stage.submit("b", R"(<speech id="s"><text>go go <sync id="m"/>map go</text></speech>)");
  const auto lips = body::find_channel("viseme_PP")->index;
  const auto closed_at = [&](std::uint64_t from, std::uint64_t to) {
    float most = 0;
    for (std::uint64_t tick = from; tick <= to; ++tick) {
      stage.advance_to(tick);
      most = std::max(most, stage.stage().frames()[0].channels[lips]);
    }
    return most;
  };
  stage.advance_to(40);
  theatre.change(words(1));
  CHECK(closed_at(41, 100) < 0.3F);  // it was to be at 60
  CHECK(closed_at(101, 150) > 0.9F);
}

TEST_CASE("blocks that refer to a word go with it", "[revised_speech]") {
  Theatre theatre;
  test::LiveStage& stage = theatre.stage;
  stage.submit("b", kSpeechAndBeat);
  stage.submit("c", R"(<head id="h" lexeme="NOD" start="b:s:m+1" end="h:start+1"/>)");
  stage.advance_to(20);
  theatre.change(words(0.5));
  stage.advance_to_the_end();
  CHECK(stage.tick_of("sync c:h:start") == 90 + 60);
}

TEST_CASE("what is no change is one warning, and no more is heard from there", "[revised_speech]") {
  for (const auto& [line, reason] : std::vector<std::pair<std::string, std::string>>{
           {"hello", "this text is no object in JSON"},
           {R"({"words": [{"start": 0, "end": 1}]})",
            "another number of words than it was asked for"},
           {words(-5), "words that are not one behind the other"},
           {words(601), "words that are not one behind the other"},
           {"{}", "it has no word times"},
           {words(0, R"(, "rate_hz": 8000, "samples": "AAA=", "from": 7)"),
            "its sound goes on where there is none before"},
           {R"({"error": "the engine has died"})", "the engine has died"}}) {
    Theatre theatre;
    test::LiveStage& stage = theatre.stage;
    stage.submit("b", kSpeechAndBeat);
    stage.advance_to(20);
    theatre.change(line);
    theatre.program.say(words(1));
    stage.advance_to_the_end();
    CHECK(stage.warnings() == Words{"b:s: a revision by its voice is ignored: " + reason});
    CHECK(stage.tick_of("sync b:s:m") == 60);
  }
}

TEST_CASE("a voice that never ends to change its mind is stopped", "[revised_speech]") {
  Theatre theatre;
  test::LiveStage& stage = theatre.stage;
  stage.submit("b", kSpeechAndBeat);
  stage.advance_to(20);
  for (int i = 0; i < 65; ++i) theatre.change(words(0.01 * i));
  stage.advance_to_the_end();
  CHECK(stage.warnings() ==
        Words{"b:s: a revision by its voice is ignored: more than 64 changes of one speech"});
  CHECK(stage.tick_of("sync b:s:m") == 98);  // 0.63 later
}

TEST_CASE("the rest is said faster from the next word on", "[revised_speech]") {
  test::LiveStage stage;  // the silent voice: a syllable in 0.2 s
  stage.submit("b", R"(<speech id="s"><text>one two three four five <sync id="m"/>six seven
                       eight nine ten</text></speech>
                       <gesture id="g" lexeme="BEAT" stroke="s:m"/>)");
  stage.advance_to(20);  // in the second word, until 24
  wish(stage, "rate", "2");
  stage.advance_to_the_end();
  CHECK(stage.warnings().empty());
  // Three words of 0.1 from 0.4 on, and "seven" is two syllables of six.
  CHECK(stage.tick_of("sync b:s:m") == 42);
  CHECK(stage.tick_of("sync b:g:stroke") == 42);
  CHECK(stage.tick_of("sync b:s:end") == 78);
}

TEST_CASE("a rate may be changed and changed back", "[revised_speech]") {
  test::LiveStage stage;
  stage.submit("b", R"(<speech id="s"><text>one two three four five six</text></speech>)");
  stage.advance_to(8);
  wish(stage, "rate", "0.5");
  stage.advance_to(30);  // "two" takes 0.4 from 0.2 on, to 36
  wish(stage, "rate", "1");
  stage.advance_to_the_end();
  CHECK(stage.tick_of("sync b:s:end") == 36 + 4 * 12);
  CHECK(stage.warnings().empty());
}

TEST_CASE("a voice that cannot say the rest at another rate is one warning", "[revised_speech]") {
  Theatre theatre;
  test::LiveStage& stage = theatre.stage;
  stage.submit("b", kSpeechAndBeat);
  stage.advance_to(20);
  theatre.program.go();
  wish(stage, "rate", "2");
  stage.advance_to_the_end();
  CHECK(stage.warnings() ==
        Words{"b:s: its rate stays as it is: the voice 'external' cannot say the rest at "
              "another one"});
  CHECK(stage.tick_of("sync b:s:end") == 120);
}

TEST_CASE("a rate or a volume is of a speech, and within bounds", "[revised_speech]") {
  test::LiveStage stage;
  stage.submit("b", R"(<speech id="t"><text>one two three four five</text></speech>
                       <head id="s" lexeme="NOD" end="3"/>)");
  wish(stage, "rate", "2");
  wish(stage, "rate", "6");
  wish(stage, "volume", "-0.5");
  stage.advance_to_the_end();
  Words warned = stage.warnings();
  REQUIRE(warned.size() == 3);
  std::ranges::sort(warned, {},
                    [](const std::string& each) { return each.substr(each.find(' ')); });
  CHECK(warned[0].ends_with(": a rate is from 0.2 to 5, not '6'"));
  CHECK(warned[1].ends_with(": a volume is from 0 to 1, not '-0.5'"));
  CHECK(warned[2].ends_with(": of 'b:s' 'amount' can be changed, not 'rate'"));
}

}  // namespace kine::revised_speech_test
