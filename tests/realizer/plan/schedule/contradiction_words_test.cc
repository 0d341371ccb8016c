// Tests for realizer/plan/schedule/contradiction_words.h.
#include "realizer/plan/schedule/contradiction_words.h"

#include "tests/support/catch.h"
#include "tests/support/plan/sync_blocks.h"

namespace kine::plan::contradiction_words_test {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t kSelf = 3;

/// A second in three parts, at least 0.6 s; the last takes no longer than half a second.
const Phases kPhases{.points = {"start", "ready", "relax", "end"},
                     .phases = {Phase{300ms, 200ms, {}, 1}, Phase{400ms, 300ms, {}, 1},
                                Phase{300ms, 100ms, 500ms, 1}}};

std::string fault_of(std::vector<Tie> ties) {
  return words_of_fault("g", kSelf, {.phases = &kPhases, .ties = std::move(ties)});
}

Tie at(std::size_t point, Seconds time) { return {point, {.offset = time}}; }

}  // namespace

TEST_CASE("what one behaviour asks and cannot have is told by its numbers", "[contradiction]") {
  CHECK(fault_of({at(0, 2s), at(3, 1s)}) == "'g' would end 1 s before it starts");
  CHECK(fault_of({at(0, 2s), at(2, 1500ms)}) ==
        "'g' would have its 'relax' 0.5 s before its 'start'");
  CHECK(fault_of({at(0, 2s), at(3, 2100ms)}) == "'g' needs at least 0.6 s, and has 0.1 s");
  CHECK(fault_of({at(0, 2s), at(1, 2100ms)}) ==
        "'g' needs at least 0.2 s before its 'ready', and has 0.1 s");
  CHECK(fault_of({at(1, 2s), at(3, 2100ms)}) ==
        "'g' needs at least 0.4 s from its 'ready' to its 'end', and has 0.1 s");
  CHECK(fault_of({at(3, 500ms)}) == "'g' needs at least 0.6 s, and has 0.5 s");
  CHECK(fault_of({at(0, -1s)}) == "'g' starts 1 s before its block");
  CHECK(fault_of({at(1, -1s)}) == "the 'ready' of 'g' is 1 s before its block");
  CHECK(fault_of({at(2, 1s), at(3, 3s)}) ==
        "'g' takes at most 0.5 s from its 'relax' to its 'end', and is to take 2 s");
  CHECK(fault_of({at(1, 1s), at(1, 1250ms)}) ==
        "'g:ready' is asked for at two times, 0.25 s apart");
  CHECK(fault_of({at(0, 1s), at(3, 2s)}).empty());
}

TEST_CASE("a behaviour that is tied to itself, or twice to another, is told alike",
          "[contradiction]") {
  const Anchor own_end{.behaviour = kSelf, .point = 3};
  CHECK(fault_of({{0, own_end}}) == "'g' needs at least 0.6 s, and has 0 s");
  const Anchor other{.behaviour = 1, .point = 2, .offset = 1s};
  const Anchor sooner{.behaviour = 1, .point = 2, .offset = 500ms};
  CHECK(fault_of({{0, other}, {3, sooner}}) == "'g' would end 0.5 s before it starts");
  const Anchor elsewhere{.behaviour = 1, .point = 1, .offset = -9s};
  CHECK(fault_of({{0, other}, {3, elsewhere}}).empty());
}

TEST_CASE("a circle names who is in it, and of each the points that others hang on",
          "[contradiction]") {
  const std::vector<CirclePoint> waiting = {{"h1", 3, "end"},   {"h2", 0, "start"},
                                            {"h2", 1, "ready"}, {"h2", 3, "end"},
                                            {"h1", 0, "start"}, {"h1", 1, "ready"}};
  CHECK(words_of_circle(waiting) == "'h2' and 'h1' wait for each other");
  CHECK(points_of_circle(waiting) ==
        "no times satisfy the circle of 'h2:start' -> 'h2:end' -> 'h1:start' -> 'h1:end'");

  const std::vector<CirclePoint> lengths = {
      {"a", 0, "start"}, {"a", 3, "end"}, {"b", 3, "end"}, {"b", 0, "start"}};
  CHECK(words_of_circle(lengths) == "the lengths of 'a' and 'b' do not fit");

  const std::vector<CirclePoint> timed = {{"a", 3, "end"}, {}, {"a", 0, "start"}};
  CHECK(words_of_circle(timed) == "the times that are asked of 'a' do not fit");
  CHECK(points_of_circle(timed) ==
        "no times satisfy the circle of the block's start -> 'a:start' -> 'a:end'");

  const std::vector<CirclePoint> alone = {{"a", 1, "ready"}, {"a", 2, "relax"}};
  CHECK(words_of_circle(alone) == "'a' waits for itself");
}

TEST_CASE("of a long circle as much is named as one can read", "[contradiction]") {
  const std::vector<std::string> ids = {"a", "b", "c", "d", "e", "f", "g", "h"};
  std::vector<CirclePoint> circle;
  for (const std::string& id : ids) {
    circle.push_back({id, 0, "start"});
    circle.push_back({id, 3, "end"});
  }
  CHECK(words_of_circle(circle) == "'a', 'b', 'c', 'd', 'e', 'f' and 2 more wait for each other");
  CHECK(points_of_circle(circle).ends_with("'f:end' and 4 more"));
}

}  // namespace kine::plan::contradiction_words_test
