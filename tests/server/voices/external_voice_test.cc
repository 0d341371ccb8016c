#include "server/voices/external_voice.h"

#include <atomic>
#include <thread>

#include "server/voices/json_object.h"
#include "tests/support/catch.h"
#include "tests/support/server/speaking_socket.h"

namespace kine::server::external_voice_test {
namespace {

using namespace std::chrono_literals;

const speech::Utterance kHello{.text = "Hello, \"you\"!", .marks = {{"m", 7}}, .voice = {}};

ExternalVoice voice_at(const std::string& port, std::chrono::milliseconds answer_wait_max = 5s) {
  return ExternalVoice({.host = "127.0.0.1", .port = port, .answer_wait_max = answer_wait_max});
}

std::string error_of(const std::string& answer) {
  const auto text = speech::read_utterance(kHello);
  REQUIRE(text);
  const auto read = read_external_answer(answer, *text);
  const std::string before = "the voice external says nothing: ";
  return read ? "" : read.error().message.substr(before.size());
}

}  // namespace

TEST_CASE("it is asked with the text, its words and its SSML", "[external_voice]") {
  const auto text = speech::read_utterance(kHello);
  REQUIRE(text);

  const std::string request = external_request(kHello, *text);

  REQUIRE(request.find('\n') == request.size() - 1);
  const auto object = JsonObject::read(request);
  REQUIRE(object);
  CHECK(object->text("text") == "Hello, \"you\"!");
  CHECK(object->text("ssml").starts_with("<speak><mark name=\"w0\"/>Hello,"));
  CHECK(object->text("voice").empty());
  CHECK(request.find(R"("words": ["Hello,", "\"you\"!"])") != std::string::npos);
}

TEST_CASE("a line of an answer becomes a track", "[external_voice]") {
  test::SpeakingSocket speaking([](const std::string&) {
    return R"({"rate_hz": 8000, "samples": "AQD//wABAAA=", "words": [{"start": 0, "end": 0.0001}, )"
           R"({"start": 0.0002, "end": 0.0005}], )"
           R"("phones": [{"ipa": "HH", "start": 0.0002, "end": 0.0004, "stress": 2}]})"
           "\n";
  });

  const auto said = voice_at(speaking.port()).say(kHello);

  REQUIRE(said);
  CHECK(said->audio.samples == std::vector<std::int16_t>{1, -1, 256, 0});
  CHECK(said->words[1].start.count() == Approx(0.0002));
  CHECK(said->marks[0].at.count() == Approx(0.0002));
  REQUIRE(said->phones.size() == 1);
  CHECK(said->phones[0].ipa == "h");
  CHECK(said->phones[0].stress == 2);
}

TEST_CASE("who does not say when words are has them estimated", "[external_voice]") {
  const auto text = speech::read_utterance(kHello);
  REQUIRE(text);
  const auto answer =
      read_external_answer(R"({"rate_hz": 8000, "samples": "AAAAAAAAAAA="})", *text);
  REQUIRE(answer);
  CHECK(answer->labels.words.empty());
  CHECK(answer->audio.samples.size() == 4);
}

TEST_CASE("an answer that is none is an error that says what is wrong", "[external_voice]") {
  CHECK(error_of("hello") == "this text is no object in JSON");
  CHECK(error_of(R"({"error": "no such voice"})") == "no such voice");
  // Feedback is UTF-8, or no client can read it.
  CHECK(error_of("{\"error\": \"" + std::string(127, 'x') + "\u00e9\"}") ==
        std::string(127, 'x') + "…");
  CHECK(error_of(R"({"error": "two\nlines"})") == "two?lines");
  CHECK(error_of(R"({"rate_hz": 8000, "samples": "A"})") ==
        "samples that are no 16-bit numbers in base64");
  CHECK(error_of(R"({"rate_hz": 8000, "samples": "AA=="})") ==
        "samples that are no 16-bit numbers in base64");
  CHECK(error_of(R"({"rate_hz": 8000, "samples": "A?AA"})") ==
        "samples that are no 16-bit numbers in base64");
  CHECK(error_of(R"({"rate_hz": 1, "samples": "AAA="})") ==
        "a rate_hz that is not within 8000 and 48000");
  CHECK(error_of(R"({"words": [{"start": 0, "end": 1}]})") ==
        "another number of words than it was asked for");
  CHECK(error_of(R"({"words": [{"start": 2, "end": 1}, {}]})") ==
        "words that are not one behind the other");
}

TEST_CASE("who does not answer, or goes, costs the utterance", "[external_voice]") {
  test::SpeakingSocket going([](const std::string&) { return ""; });
  CHECK(voice_at(going.port()).say(kHello).error().message ==
        "the voice external says nothing: the other side has gone");
  CHECK(voice_at("1").say(kHello).error().message ==
        "the voice external says nothing: no server answers there");

  std::atomic<bool> over{false};
  test::SpeakingSocket late([&over](const std::string&) {
    while (!over) std::this_thread::yield();
    return std::string();
  });
  CHECK(voice_at(late.port(), 50ms).say(kHello).error().message ==
        "the voice external says nothing: no answer in time");
  over = true;
}

}  // namespace kine::server::external_voice_test
