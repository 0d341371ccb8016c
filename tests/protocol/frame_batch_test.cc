// Tests for protocol/frame_batch.h.
#include "protocol/frame_batch.h"

#include <set>
#include <string>
#include <vector>

#include "tests/support/catch.h"

namespace kine::protocol::frame_batch_test {
namespace {

Frame frame_at(std::uint64_t tick, std::uint32_t character = 1) {
  Frame frame;
  frame.character = CharacterId{character};
  frame.tick = Tick{tick};
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    frame.parent_from_joint[i] = {0, static_cast<float>(i), static_cast<float>(tick), 1};
  }
  return frame;
}

}  // namespace

TEST_CASE("the bytes of a frame in a batch are those of the frame alone", "[frame_batch]") {
  const auto parts = GENERATE(FrameParts::Body, FrameParts::Face, FrameParts::All);
  FrameBatches batches;
  for (const std::uint64_t tick : {0ULL, 1ULL, 127ULL, 128ULL, 1ULL << 40, ~0ULL}) {
    const Frame frame = frame_at(tick, ~0U);
    CHECK(*batches.encoded(frame, ~0U, parts) == *encode(frame, ~0U, parts));
  }
}

TEST_CASE("neighbours stand one right behind the other", "[frame_batch]") {
  FrameBatches batches;
  Bytes before = batches.encoded(frame_at(1, 1), 1, FrameParts::All);
  for (std::uint32_t i = 2; i <= kFramesPerBatch; ++i) {
    const Bytes next = batches.encoded(frame_at(1, i), 1, FrameParts::All);
    CHECK(next->data() == before->data() + before->size());
    before = next;
  }
}

TEST_CASE("what somebody holds is never written to", "[frame_batch]") {
  FrameBatches batches;
  std::vector<Bytes> held;
  for (std::uint64_t tick = 1; tick <= 1000; ++tick) {
    const Bytes bytes = batches.encoded(frame_at(tick), 1, FrameParts::All);
    if (tick % 7 == 0) held.push_back(bytes);
  }
  for (std::size_t i = 0; i < held.size(); ++i) {
    CHECK(*held[i] == *encode(frame_at(7 * (i + 1)), 1, FrameParts::All));
  }
}

TEST_CASE("memory is used again when nobody holds it", "[frame_batch]") {
  FrameBatches batches;
  const auto play_ticks = [&](std::uint64_t from, std::uint64_t to) {
    std::vector<Bytes> sent;  // of the last tick, as a hub keeps them
    for (std::uint64_t tick = from; tick < to; ++tick) {
      std::vector<Bytes> frames;
      for (std::uint32_t i = 1; i <= 100; ++i) {
        frames.push_back(batches.encoded(frame_at(tick, i), 1, FrameParts::Body));
      }
      sent = std::move(frames);
    }
  };
  play_ticks(1, 10);
  const std::size_t count = batches.batch_count();
  play_ticks(10, 500);
  CHECK(batches.batch_count() == count);
}

TEST_CASE("who holds one frame for long keeps one batch, and no more are made for it",
          "[frame_batch]") {
  FrameBatches batches;
  const Bytes held = batches.encoded(frame_at(1), 1, FrameParts::All);
  for (std::uint64_t tick = 2; tick < 2000; ++tick) {
    batches.encoded(frame_at(tick), 1, FrameParts::All);
  }
  CHECK(batches.batch_count() <= 3);
  CHECK(*held == *encode(frame_at(1), 1, FrameParts::All));
}

TEST_CASE("messages outlive what made them", "[frame_batch]") {
  Bytes bytes;
  {
    FrameBatches batches;
    bytes = batches.encoded(frame_at(3), 1, FrameParts::All);
  }
  CHECK(*bytes == *encode(frame_at(3), 1, FrameParts::All));
}

}  // namespace kine::protocol::frame_batch_test
