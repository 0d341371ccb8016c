// Tests for realizer/pictures/moments.h.
#include "realizer/pictures/moments.h"

#include <string>
#include <utility>
#include <vector>

#include "tests/support/catch.h"

namespace kine::moments_test {

using namespace kine;

namespace {

void add_frames(pictures::Moments& moments, std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t index = from; index < to; ++index) {
    Frame frame;
    frame.tick = Tick{index};
    moments.add(frame);
  }
}

Feedback reached(std::string id) {
  Feedback feedback;
  feedback.kind = FeedbackKind::SyncPoint;
  feedback.id = std::move(id);
  return feedback;
}

std::vector<std::uint64_t> ticks_of(const std::vector<pictures::Moment>& moments) {
  std::vector<std::uint64_t> ticks;
  for (const pictures::Moment& moment : moments) ticks.push_back(moment.frame.tick.index);
  return ticks;
}

}  // namespace

TEST_CASE("without poses the moments are evenly spread", "[pictures][moments]") {
  pictures::Moments moments;
  add_frames(moments, 0, 81);
  CHECK(ticks_of(moments.chosen(5)) == std::vector<std::uint64_t>{0, 20, 40, 60, 80});
  CHECK(ticks_of(moments.chosen(2)) == std::vector<std::uint64_t>{0, 80});
}

TEST_CASE("a pose that was reached is a moment, with its name", "[pictures][moments]") {
  pictures::Moments moments;
  add_frames(moments, 0, 10);
  moments.add(reached("wave:hand:start"));
  moments.add(reached("wave:hand:up"));
  add_frames(moments, 10, 100);

  const std::vector<pictures::Moment> chosen = moments.chosen(3);
  CHECK(ticks_of(chosen) == std::vector<std::uint64_t>{0, 10, 99});
  CHECK(chosen[1].name == "up");
}

TEST_CASE("the start and the end of a sequence are no moments", "[pictures][moments]") {
  pictures::Moments moments;
  add_frames(moments, 0, 10);
  moments.add(reached("wave:hand:start"));
  add_frames(moments, 10, 20);
  moments.add(reached("wave:hand:end"));
  add_frames(moments, 20, 101);
  CHECK(ticks_of(moments.chosen(3)) == std::vector<std::uint64_t>{0, 50, 100});
}

TEST_CASE("of more poses than there is room for, some of the whole motion stay",
          "[pictures][moments]") {
  pictures::Moments moments;
  for (std::uint64_t pose = 0; pose < 10; ++pose) {
    add_frames(moments, 10 * pose, 10 * pose + 5);
    moments.add(reached("a:b:c"));
    add_frames(moments, 10 * pose + 5, 10 * pose + 10);
  }
  CHECK(ticks_of(moments.chosen(7)) == std::vector<std::uint64_t>{0, 5, 25, 45, 65, 85, 99});
}

TEST_CASE("a motion of fewer frames than moments shows each once", "[pictures][moments]") {
  pictures::Moments moments;
  CHECK(moments.chosen(6).empty());
  add_frames(moments, 0, 1);
  CHECK(ticks_of(moments.chosen(6)) == std::vector<std::uint64_t>{0});
  add_frames(moments, 1, 3);
  CHECK(ticks_of(moments.chosen(6)) == std::vector<std::uint64_t>{0, 1, 2});
}

TEST_CASE("however long the motion, what is kept is bounded and even", "[pictures][moments]") {
  pictures::Moments moments;
  add_frames(moments, 0, 100'000);

  const std::vector<Frame>& frames = moments.frames();
  CHECK(frames.size() <= 4'096);
  CHECK(frames.size() >= 2'048);
  CHECK(frames.front().tick == Tick{0});
  CHECK(moments.last().tick == Tick{99'999});
  const std::uint64_t stride = frames[1].tick.index;
  for (std::size_t index = 0; index < frames.size(); ++index) {
    REQUIRE(frames[index].tick.index == index * stride);
  }
}

TEST_CASE("a thinned list keeps all until it is full", "[pictures][moments]") {
  pictures::Thinned<int, 4> list;
  for (int item = 0; item < 4; ++item) list.push(item);
  CHECK(list.items() == std::vector<int>{0, 1, 2, 3});
  list.push(4);
  CHECK(list.items() == std::vector<int>{0, 2, 4});
  for (int item = 5; item < 8; ++item) list.push(item);
  CHECK(list.items() == std::vector<int>{0, 2, 4, 6});
  list.push(8);
  CHECK(list.items() == std::vector<int>{0, 4, 8});
}

}  // namespace kine::moments_test
