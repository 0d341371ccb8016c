// Tests for server/outbox.h.
#include "server/outbox.h"

#include "tests/support/catch.h"

namespace kine::server {
namespace {

Bytes bytes(std::string text) { return protocol::make_bytes(std::move(text)); }

std::vector<std::string> taken(Outbox& outbox) {
  std::vector<std::string> texts;
  for (const Bytes& message : outbox.take()) texts.emplace_back(*message);
  return texts;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("a slow client sees the newest frame, not the oldest", "[outbox]") {
  Outbox outbox(100);
  outbox.push_frame(CharacterId{1}, bytes("a1"));
  outbox.push_frame(CharacterId{2}, bytes("b1"));
  outbox.push_frame(CharacterId{1}, bytes("a2"));
  REQUIRE(outbox.push_control(bytes("stroke reached")));

  CHECK(taken(outbox) == Texts{"stroke reached", "a2", "b1"});
  CHECK(outbox.frames_dropped() == 1);
  CHECK(outbox.empty());
}

TEST_CASE("what is being written is not replaced", "[outbox]") {
  Outbox outbox(100);
  outbox.push_frame(CharacterId{1}, bytes("a1"));
  const std::vector<Bytes> being_written = outbox.take();

  outbox.push_frame(CharacterId{1}, bytes("a2"));

  CHECK(*being_written.front() == "a1");
  CHECK(taken(outbox) == Texts{"a2"});
  CHECK(outbox.frames_dropped() == 0);
}

TEST_CASE("control messages all arrive, in order", "[outbox]") {
  Outbox outbox(100);
  for (const char* text : {"1", "2", "3"}) REQUIRE(outbox.push_control(bytes(text)));
  CHECK(taken(outbox) == Texts{"1", "2", "3"});
}

TEST_CASE("more control messages than the limit are not taken", "[outbox]") {
  Outbox outbox(10);
  CHECK(outbox.push_control(bytes("12345")));
  CHECK(outbox.push_control(bytes("12345")));
  CHECK_FALSE(outbox.push_control(bytes("1")));

  outbox.take();
  CHECK(outbox.push_control(bytes("1")));
}

TEST_CASE("frames do not count as control messages, however many wait", "[outbox]") {
  Outbox outbox(10);
  for (std::uint32_t i = 1; i <= 1000; ++i) outbox.push_frame(CharacterId{i}, bytes("a frame"));
  CHECK(outbox.push_control(bytes("12345")));
  CHECK(outbox.take().size() == 1001);
}

TEST_CASE("a skeleton goes out before the first frame of its stream", "[outbox]") {
  Outbox outbox(100);
  outbox.push_frame(CharacterId{1}, bytes("of the stream before"));
  outbox.start_stream({bytes("skeleton")});
  outbox.push_frame(CharacterId{1}, bytes("frame"));

  CHECK(taken(outbox) == Texts{"skeleton", "frame"});
}

TEST_CASE("subscribing again and again does not pile up skeletons", "[outbox]") {
  Outbox outbox(100);
  for (int i = 0; i < 1000; ++i) outbox.start_stream({bytes("skeleton")});
  CHECK(taken(outbox) == Texts{"skeleton"});
}

}  // namespace kine::server
