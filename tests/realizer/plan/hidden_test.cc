// Tests for realizer/plan/hidden.h.
#include "realizer/plan/hidden.h"

#include "tests/support/catch.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::hidden_test {
namespace {

struct Moves {
  std::string id;
  std::string group;
  double start_s = 0;
  double end_s = 1;
  int priority = 0;
};

std::vector<std::string> warnings_of(const std::vector<Moves>& all) {
  Plan plan;
  for (const Moves& moves : all) {
    Sequence sequence;
    sequence.id = moves.id;
    sequence.start = Seconds(moves.start_s);
    sequence.fade_out = Seconds(0.3);
    sequence.priority = moves.priority;
    sequence.poses = {{.id = "p1", .time = Seconds(moves.end_s)}};
    Track track{.group = test::group_index(test::example_body(), moves.group),
                .start = sequence.start,
                .keys = {{.time = Seconds(moves.end_s), .goals = {Swivel{}}}}};
    sequence.tracks.push_back(track);
    plan.sequences.push_back(sequence);
  }
  Diagnostics diagnostics;
  warn_of_hidden(plan, test::example_body(), diagnostics);
  std::vector<std::string> messages;
  for (const Warning& warning : diagnostics.warnings()) messages.push_back(warning.message);
  return messages;
}

using Messages = std::vector<std::string>;

}  // namespace

TEST_CASE("sequences that take turns, or move different joints, hide nothing", "[hidden]") {
  CHECK(warnings_of({{"a", "leftArm", 0, 1}, {"b", "leftArm", 1, 2}}).empty());
  CHECK(warnings_of({{"a", "leftArm"}, {"b", "rightArm"}}).empty());
}

TEST_CASE("one may begin while the other gives back what it took", "[hidden]") {
  CHECK(warnings_of({{"a", "leftArm", 0, 1}, {"b", "leftArm", 1.1, 2}}).empty());
}

TEST_CASE("of two the higher priority is seen, and both are told", "[hidden]") {
  CHECK(warnings_of({{"a", "leftArm", 0, 1, 2}, {"b", "leftArm", 0.5, 2, 1}}) ==
        Messages{"sequence 'b' is hidden by 'a' on 'leftArm'",
                 "sequence 'a' hides 'b' on 'leftArm'"});
}

TEST_CASE("of equal priorities the later start is seen, then the later one in the text",
          "[hidden]") {
  CHECK(warnings_of({{"a", "leftArm", 0.5, 2}, {"b", "leftArm", 0, 1}}).at(0) ==
        "sequence 'b' is hidden by 'a' on 'leftArm'");
  CHECK(warnings_of({{"a", "leftArm"}, {"b", "leftArm"}}).at(0) ==
        "sequence 'a' is hidden by 'b' on 'leftArm'");
}

TEST_CASE("groups that share joints hide each other", "[hidden]") {
  CHECK(warnings_of({{"a", "headNeck"}, {"b", "headThorax"}}).size() == 2);
}

TEST_CASE("many sequences on one group are each told once", "[hidden]") {
  std::vector<Moves> all;
  for (int i = 0; i < 50; ++i) all.push_back({"s" + std::to_string(i), "leftArm", 0, 1, i});

  // The lowest is only hidden, the highest only hides, the others both.
  CHECK(warnings_of(all).size() == 98);
}

}  // namespace kine::plan::hidden_test
