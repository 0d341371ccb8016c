// What somebody else has spoken, said by a character of a real server.
#include <map>
#include <numeric>
#include <span>

#include "clients/cpp/client.h"
#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/running_server.h"

namespace kine::client::saying_test {
namespace {

using namespace std::chrono_literals;

constexpr std::uint32_t kRate = 24'000;

/// Samples that tell each place from the others, none of them silent.
std::vector<std::int16_t> speech(double length_s) {
  std::vector<std::int16_t> samples(static_cast<std::size_t>(length_s * kRate));
  for (std::size_t i = 0; i < samples.size(); ++i) {
    samples[i] = static_cast<std::int16_t>(1 + i % 30'000);
  }
  return samples;
}

std::string bytes_of(const std::vector<std::int16_t>& samples, std::size_t from, std::size_t to) {
  return test::pcm16_of(std::span(samples).subspan(from, to - from));
}

std::string bytes_of(const std::vector<std::int16_t>& samples) {
  return bytes_of(samples, 0, samples.size());
}

/// A client that hears what it has said.
struct Listener {
  std::unique_ptr<server::Server> server = test::start_server();
  Client client;
  std::map<long long, std::int16_t> heard;  // by its place on the ticks' time
  std::vector<AudioOpen> opened;
  std::size_t closed = 0;
  std::vector<std::string> events;
  std::vector<std::string> problems;

  Listener() : client(connected(*server)) {
    REQUIRE(client.on_audio([this](const AudioPiece& piece) { take(piece); }));
    client.on_feedback([this](const Feedback& each) {
      events.push_back(std::string(word_of(each.kind)) + " " + each.id);
    });
    client.on_problem([this](const std::string& problem) { problems.push_back(problem); });
    REQUIRE(client.subscribe({.parts = {Part::Audio}}));
  }

  static Client connected(const server::Server& server) {
    auto connected = Client::connect({.address = *parse_address(server.address())});
    REQUIRE(connected);
    return *std::move(connected);
  }

  void take(const AudioPiece& piece) {
    if (const auto* const open = std::get_if<AudioOpen>(&piece)) opened.push_back(*open);
    if (std::holds_alternative<AudioClose>(piece)) ++closed;
    const auto* const chunk = std::get_if<AudioChunk>(&piece);
    if (chunk == nullptr) return;
    CHECK(chunk->rate_hz == kRate);
    const auto first = std::llround(chunk->time * kRate);
    if (chunk->discards) heard.erase(heard.lower_bound(first), heard.end());
    for (std::size_t i = 0; i < chunk->samples.size(); ++i) {
      heard[first + static_cast<long long>(i)] = chunk->samples[i];
    }
  }

  void wait_for(const std::function<bool()>& done) {
    const auto until = std::chrono::steady_clock::now() + 60s;
    while (!done() && std::chrono::steady_clock::now() < until) {
      REQUIRE(client.poll(100ms));
    }
    REQUIRE(done());
  }
  bool has(const std::string& event) const {
    return std::ranges::find(events, event) != events.end();
  }

  /// In the order of their times, silence left out.
  std::vector<std::int16_t> sound() const {
    std::vector<std::int16_t> samples;
    for (const auto& [place, sample] : heard) {
      if (sample != 0) samples.push_back(sample);
    }
    return samples;
  }
};

}  // namespace

TEST_CASE("what a voice elsewhere has spoken is said, sample by sample, at its own rate",
          "[saying]") {
  Listener listener;
  const auto samples = speech(0.5);
  const auto said =
      listener.client.say("Hello you", bytes_of(samples),
                          R"([{"text": "Hello", "audioOffset": 0, "duration": 2500000},
          {"text": "you", "audioOffset": 2500000, "duration": 2000000}])",
                          {.id = "hi", .character = "ben", .rate_hz = kRate});
  INFO((said ? "" : said.error().message));
  REQUIRE(said);
  CHECK(said->id == "hi");
  REQUIRE(said->speeches.size() == 1);
  CHECK(said->speeches[0].id == "hi:s");
  CHECK(said->speeches[0].timing == Timing::Measured);
  listener.wait_for([&] { return listener.has("ended hi"); });
  CHECK(listener.sound() == samples);
  REQUIRE(listener.opened.size() == 1);
  CHECK(listener.opened[0].rate_hz == kRate);
  CHECK(listener.opened[0].timing == Timing::Measured);
  CHECK(std::string(word_of(listener.opened[0].timing)) == "measured");
}

TEST_CASE("a long sound goes in pieces, and is heard whole", "[saying]") {
  Listener listener;
  const auto samples = speech(8);  // more than fits one message of this client
  const auto said = listener.client.say("A long one", test::wave_of(samples, kRate), "");
  INFO((said ? "" : said.error().message));
  REQUIRE(said);
  CHECK(said->speeches.at(0).timing == Timing::Estimated);
  listener.wait_for([&] { return listener.heard.size() >= kRate; });
  const auto sound = listener.sound();
  CHECK(std::equal(sound.begin(), sound.end(), samples.begin()));
  REQUIRE(listener.client.interrupt({said->id}));
  listener.wait_for([&] { return listener.has("interrupted " + said->id); });
}

TEST_CASE("what cannot be read is refused, with what is wrong", "[saying]") {
  Listener listener;
  const auto said = listener.client.say("Hello", bytes_of(speech(0.5)),
                                        R"([{"text": "Hello", "from": 0}])", {.rate_hz = kRate});
  REQUIRE_FALSE(said);
  CHECK(said.error().message.find("'from'") != std::string::npos);
  CHECK_FALSE(listener.client.say("Hello", "no sound", "", {}));
}

TEST_CASE("a speech is heard while the rest of it is still to come, and loses no sample",
          "[saying]") {
  Listener listener;
  const auto samples = speech(1.5);
  const std::size_t third = samples.size() / 3;
  const auto id = listener.client.begin_saying({.rate_hz = kRate});
  REQUIRE(id);
  REQUIRE(listener.client.say_more(*id, {.text = "One ",
                                         .audio = bytes_of(samples, 0, third),
                                         .words = R"([{"text": "One", "start": 0, "end": 0.5}])"}));
  listener.wait_for([&] { return listener.sound().size() == third; });
  REQUIRE(listener.client.say_more(*id, {.text = "two ",
                                         .audio = bytes_of(samples, third, 2 * third),
                                         .words = R"([{"text": "two", "start": 0, "end": 0.5}])",
                                         .from_piece = true}));
  REQUIRE(listener.client.say_more(
      *id, {.text = "three", .audio = bytes_of(samples, 2 * third, samples.size())}));
  const auto said = listener.client.end_saying(*id);
  INFO((said ? "" : said.error().message));
  REQUIRE(said);
  CHECK(said->speeches.at(0).timing == Timing::Measured);
  listener.wait_for([&] { return listener.has("ended " + *id); });
  CHECK(listener.sound() == samples);
  CHECK(listener.problems.empty());
}

TEST_CASE("sound that comes after silence is heard whole, later", "[saying]") {
  Listener listener;
  const auto samples = speech(1);
  const auto id = listener.client.begin_saying({.rate_hz = kRate});
  REQUIRE(id);
  REQUIRE(listener.client.say_more(
      *id, {.text = "One two", .audio = bytes_of(samples, 0, samples.size() / 2)}));
  // All that there was has been heard.
  listener.wait_for([&] { return listener.closed == 1; });
  REQUIRE(listener.client.say_more(
      *id, {.audio = bytes_of(samples, samples.size() / 2, samples.size())}));
  REQUIRE(listener.client.end_saying(*id));
  listener.wait_for([&] { return listener.has("ended " + *id); });
  CHECK(listener.sound() == samples);
  const auto length = listener.heard.rbegin()->first - listener.heard.begin()->first;
  CHECK(length > static_cast<long long>(samples.size()) + kRate / 4);
}

TEST_CASE("check says the class of each speech", "[saying]") {
  Listener listener;
  const auto checked = listener.client.check(
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b"><speech id="s"><text>Hello
         </text></speech></bml>)");
  REQUIRE(checked);
  REQUIRE(checked->speeches.size() == 1);
  CHECK(checked->speeches[0].id == "b:s");
  CHECK(checked->speeches[0].timing != Timing::None);
}

TEST_CASE("a speech or a script has the trace that its caller gives", "[saying]") {
  const std::string trace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  Listener listener;
  const auto said =
      listener.client.say("Hello", bytes_of(speech(0.1)), {},
                          {.character = "ada", .rate_hz = kRate, .traceparent = trace});
  REQUIRE(said);
  CHECK(said->traceparent == trace);

  // A script has it, too, and so has all that is told of it.
  std::vector<std::string> told;
  bool ended = false;
  listener.client.on_feedback([&](const Feedback& each) {
    if (!each.id.starts_with("nod")) return;
    told.push_back(each.traceparent);
    ended = ended || each.kind == FeedbackKind::Ended;
  });
  const auto submitted = listener.client.submit(
      test::head_script(0.05), {.id = "nod", .character = "ben", .traceparent = trace});
  REQUIRE(submitted);
  CHECK(submitted->traceparent == trace);
  listener.wait_for([&] { return ended; });
  CHECK(told.size() > 2);
  CHECK(told == std::vector<std::string>(told.size(), trace));
}

}  // namespace kine::client::saying_test
