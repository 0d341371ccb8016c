// Tests for server/net/outbox.h.
#include "server/net/outbox.h"

#include <algorithm>
#include <deque>

#include "tests/support/catch.h"

namespace kine::server::outbox_test {
namespace {

Bytes bytes(std::string text) { return protocol::make_bytes(std::move(text)); }

std::vector<std::string> taken(Outbox& outbox) {
  std::vector<std::string> texts;
  for (const Bytes& message : outbox.take()) texts.emplace_back(*message);
  return texts;
}

using Texts = std::vector<std::string>;

/// Of a client that has acknowledged tick 100, and is to have ten ticks on their way.
Outbox held_to_ten() {
  Outbox outbox({.control_bytes_max = 100, .unacknowledged_ticks_max = 10});
  outbox.push_frame(CharacterId{1}, bytes("100"), Tick{100});
  outbox.take();
  outbox.acknowledge(Tick{100});
  return outbox;
}

/// Pushes the ticks from `first` to `last`, each taken at once if it may be: those that were.
Texts streamed(Outbox& outbox, std::uint64_t first, std::uint64_t last) {
  Texts all;
  for (std::uint64_t tick = first; tick <= last; ++tick) {
    outbox.push_frame(CharacterId{1}, bytes(std::to_string(tick)), Tick{tick});
    for (std::string& text : taken(outbox)) all.push_back(std::move(text));
  }
  return all;
}

}  // namespace

TEST_CASE("a last message takes the place of all that waits", "[outbox]") {
  Outbox outbox({.control_bytes_max = 10, .audio_bytes_max = 10});
  REQUIRE(outbox.push_control(bytes("control")));
  REQUIRE(outbox.push_audio(bytes("audio")));
  outbox.push_frame(CharacterId{1}, bytes("frame"), Tick{1});
  REQUIRE_FALSE(outbox.push_control(bytes("too much")));
  outbox.end_with(bytes("the last words, however long"));
  CHECK(taken(outbox) == Texts{"the last words, however long"});
  CHECK(outbox.empty());
}

TEST_CASE("nothing follows a last message, whatever comes", "[outbox]") {
  Outbox outbox({.control_bytes_max = 10, .audio_bytes_max = 10});
  outbox.start_stream({bytes("skeleton")});
  outbox.end_with(bytes("bye"));
  outbox.push_frame(CharacterId{1}, bytes("frame"), Tick{1});
  outbox.start_stream({bytes("skeleton")});
  CHECK(outbox.push_audio(bytes("audio")));
  CHECK(outbox.push_control(bytes("more")));
  CHECK(taken(outbox) == Texts{"bye"});
  outbox.push_frame(CharacterId{1}, bytes("frame"), Tick{2});
  CHECK(outbox.empty());
}

TEST_CASE("it is known which tick of a subscription was sent last", "[outbox]") {
  Outbox outbox = held_to_ten();
  CHECK(outbox.sent() == Tick{100});
  streamed(outbox, 101, 120);
  CHECK(outbox.sent() == Tick{110});
  outbox.start_stream({});
  CHECK_FALSE(outbox.sent());
}

TEST_CASE("a slow client sees the newest frame, not the oldest", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100});
  outbox.push_frame(CharacterId{1}, bytes("a1"), Tick{1});
  outbox.push_frame(CharacterId{2}, bytes("b1"), Tick{1});
  outbox.push_frame(CharacterId{1}, bytes("a2"), Tick{1});
  REQUIRE(outbox.push_control(bytes("stroke reached")));

  CHECK(taken(outbox) == Texts{"stroke reached", "a2", "b1"});
  CHECK(outbox.frames_dropped() == 1);
  CHECK(outbox.empty());
}

TEST_CASE("what is being written is not replaced", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100});
  outbox.push_frame(CharacterId{1}, bytes("a1"), Tick{1});
  const std::vector<Bytes> being_written = outbox.take();

  outbox.push_frame(CharacterId{1}, bytes("a2"), Tick{1});

  CHECK(*being_written.front() == "a1");
  CHECK(taken(outbox) == Texts{"a2"});
  CHECK(outbox.frames_dropped() == 0);
}

TEST_CASE("control messages all arrive, in order", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100});
  for (const char* text : {"1", "2", "3"}) REQUIRE(outbox.push_control(bytes(text)));
  CHECK(taken(outbox) == Texts{"1", "2", "3"});
}

TEST_CASE("more control messages than the limit are not taken", "[outbox]") {
  Outbox outbox({.control_bytes_max = 10});
  CHECK(outbox.push_control(bytes("12345")));
  CHECK(outbox.push_control(bytes("12345")));
  CHECK_FALSE(outbox.push_control(bytes("1")));

  outbox.take();
  CHECK(outbox.push_control(bytes("1")));
}

TEST_CASE("frames do not count as control messages, however many wait", "[outbox]") {
  Outbox outbox({.control_bytes_max = 10});
  for (std::uint32_t i = 1; i <= 1000; ++i) {
    outbox.push_frame(CharacterId{i}, bytes("a frame"), Tick{1});
  }
  CHECK(outbox.push_control(bytes("12345")));
  CHECK(outbox.take().size() == 1001);
}

TEST_CASE("a skeleton goes out before the first frame of its stream", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100});
  outbox.push_frame(CharacterId{1}, bytes("of the stream before"), Tick{1});
  outbox.start_stream({bytes("skeleton")});
  outbox.push_frame(CharacterId{1}, bytes("frame"), Tick{1});

  CHECK(taken(outbox) == Texts{"skeleton", "frame"});
}

TEST_CASE("subscribing again and again does not pile up skeletons", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100});
  for (int i = 0; i < 1000; ++i) outbox.start_stream({bytes("skeleton")});
  CHECK(taken(outbox) == Texts{"skeleton"});
}

TEST_CASE("who acknowledges frames has at most so many ticks of them on their way", "[outbox]") {
  Outbox outbox = held_to_ten();
  CHECK(streamed(outbox, 101, 200).size() == 10);
  CHECK(outbox.empty());
  CHECK(outbox.frames_unacknowledged() == 10);
  CHECK(outbox.frames_dropped() == 89);

  // Back from a stall, it is shown the present and not the past.
  outbox.acknowledge(Tick{110});
  CHECK_FALSE(outbox.empty());
  CHECK(taken(outbox) == Texts{"200"});
  CHECK(outbox.frames_unacknowledged() == 1);
}

TEST_CASE("who has acknowledged everything is sent the next, however late that is", "[outbox]") {
  Outbox outbox = held_to_ten();
  CHECK(streamed(outbox, 500, 500) == Texts{"500"});
  CHECK(streamed(outbox, 501, 501).empty());
  outbox.acknowledge(Tick{500});
  CHECK(taken(outbox) == Texts{"501"});
}

TEST_CASE("who looks at frames one by one, six ticks each, sees them soon and not seconds late",
          "[outbox]") {
  constexpr std::uint64_t kTicks = 3'600;     // a minute
  constexpr std::uint64_t kFirstTicks = 600;  // until it is known
  constexpr std::uint64_t kTicksAFrame = 6;
  Outbox outbox({.control_bytes_max = 100, .unacknowledged_ticks_max = 30});
  std::deque<std::uint64_t> waiting;
  std::vector<std::uint64_t> ages;
  std::uint64_t free_at = 0;
  for (std::uint64_t tick = 1; tick <= kTicks; ++tick) {
    if (tick == free_at) {
      outbox.acknowledge(Tick{waiting.front()});
      waiting.pop_front();
    }
    outbox.push_frame(CharacterId{1}, bytes(std::to_string(tick)), Tick{tick});
    for (const std::string& text : taken(outbox)) waiting.push_back(std::stoull(text));
    if (waiting.empty() || tick < free_at) continue;
    if (tick > kFirstTicks) ages.push_back(tick - waiting.front());
    free_at = tick + kTicksAFrame;
  }
  std::sort(ages.begin(), ages.end());
  REQUIRE(ages.size() > 400);
  INFO("median " << ages[ages.size() / 2] << ", the most " << ages.back() << " ticks");
  CHECK(ages[ages.size() / 2] <= 12);
  CHECK(ages.back() <= 30);  // half a second; without the window in time it is 150
}

TEST_CASE("who was busy and has read all there was keeps its window", "[outbox]") {
  constexpr std::uint64_t kBusyTicks = 24;
  Outbox outbox({.control_bytes_max = 100, .unacknowledged_ticks_max = 30});
  std::size_t sent = 0;
  for (std::uint64_t tick = 1; tick <= 240; ++tick) {
    sent += streamed(outbox, tick, tick).size();
    if (tick % kBusyTicks == 0) outbox.acknowledge(Tick{tick});
  }
  CHECK(sent == 240);
}

TEST_CASE("who is quick again has its window again, a tick a second", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100, .unacknowledged_ticks_max = 10});
  streamed(outbox, 1, 10);
  outbox.acknowledge(Tick{1});
  streamed(outbox, 11, 40);
  outbox.acknowledge(Tick{2});  // late, and more wait for it
  outbox.acknowledge(Tick{40});
  CHECK(streamed(outbox, 41, 60).size() == 3);  // a fifth of ten, and one
  std::uint64_t tick = 60;
  for (int i = 0; i < 300; ++i) {
    outbox.acknowledge(Tick{tick});
    ++tick;
    streamed(outbox, tick, tick);
  }
  outbox.acknowledge(Tick{tick});
  CHECK(streamed(outbox, tick + 1, tick + 40).size() == 10);
}

TEST_CASE("who never acknowledges is sent all that its connection takes", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100, .unacknowledged_ticks_max = 10});
  CHECK(streamed(outbox, 1, 1000).size() == 1000);
  CHECK(outbox.frames_unacknowledged() == 0);
  CHECK(outbox.frames_sent() == 1000);
}

TEST_CASE("control messages go out while frames are held", "[outbox]") {
  Outbox outbox = held_to_ten();
  streamed(outbox, 101, 120);
  REQUIRE(outbox.push_control(bytes("stroke reached")));
  CHECK_FALSE(outbox.empty());
  CHECK(taken(outbox) == Texts{"stroke reached"});
}

TEST_CASE("an acknowledgement of what was never sent buys nothing", "[outbox]") {
  Outbox outbox = held_to_ten();
  outbox.acknowledge(Tick{~std::uint64_t{0}});
  CHECK(streamed(outbox, 101, 200).size() == 10);
  outbox.acknowledge(Tick{5});  // nor does one of long ago take anything away
  outbox.acknowledge(Tick{110});
  CHECK(taken(outbox) == Texts{"200"});
}

TEST_CASE("sound goes before frames, whole and in its order", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100, .audio_bytes_max = 10});
  outbox.push_frame(CharacterId{1}, bytes("frame"), Tick{1});
  REQUIRE(outbox.push_audio(bytes("one")));
  REQUIRE(outbox.push_audio(bytes("two")));
  REQUIRE(outbox.push_control(bytes("control")));
  CHECK_FALSE(outbox.empty());

  CHECK(taken(outbox) == Texts{"control", "one", "two", "frame"});
  CHECK(outbox.empty());
}

TEST_CASE("sound that there is no room for is told to who pushes it", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100, .audio_bytes_max = 10});
  REQUIRE(outbox.push_audio(bytes("12345")));
  REQUIRE(outbox.push_audio(bytes("67890")));

  CHECK_FALSE(outbox.push_audio(bytes("x")));
  CHECK(taken(outbox) == Texts{"12345", "67890"});
  CHECK(outbox.push_audio(bytes("x")));
}

TEST_CASE("sound does not wait for frames to be acknowledged", "[outbox]") {
  Outbox outbox({.control_bytes_max = 100, .audio_bytes_max = 10, .unacknowledged_ticks_max = 1});
  outbox.push_frame(CharacterId{1}, bytes("1"), Tick{1});
  outbox.acknowledge(Tick{0});
  outbox.take();
  outbox.push_frame(CharacterId{1}, bytes("2"), Tick{2});
  REQUIRE(outbox.push_audio(bytes("sound")));

  CHECK(taken(outbox) == Texts{"sound"});
}

}  // namespace kine::server::outbox_test
