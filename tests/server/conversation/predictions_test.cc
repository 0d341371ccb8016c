// Tests for server/conversation/predictions.h.
#include "server/conversation/predictions.h"

#include <string>
#include <tuple>
#include <vector>

#include "server/conversation/answers.h"
#include "tests/support/catch.h"

namespace kine::server::predictions_test {
namespace {

const TickRate kRate(50);

motion::Block example() {
  motion::Block block;
  block.id = "b";
  block.end = Seconds(1.25);
  block.sync_points = {{Seconds(0), "b:g:start", {}},
                       {Seconds(0.25), "b:h:start", {}},
                       {Seconds(0.5), "b:h:stroke:1", "stroke"},
                       {Seconds(1), "b:g:end", {}},
                       {Seconds(1.25), "b:h:end", {}}};
  return block;
}

}  // namespace

TEST_CASE("before planning a prediction says the start alone", "[predictions]") {
  const auto some = prediction_of_planning("b", CharacterId{2}, Tick{7}).prediction();
  CHECK(some.id() == "b");
  CHECK(some.character_id() == 2);
  CHECK(some.stage() == kinesphere::Prediction::PLANNING);
  CHECK(some.start_tick() == 7);
  CHECK_FALSE(some.has_end_tick());
  CHECK_FALSE(prediction_of_planning("b", CharacterId{2}, {}).prediction().has_start_tick());
}

TEST_CASE("a planned block is told by behaviour, in the order in which they begin",
          "[predictions]") {
  const motion::Block block = example();
  const std::vector<BehaviourElement> behaviours = {{"h", {"head"}}, {"x", {"gaze"}}};
  const auto message = prediction({block, CharacterId{2}, behaviours},
                                  kinesphere::Prediction::PLAYING, Tick{100}, kRate)
                           .prediction();
  CHECK(message.stage() == kinesphere::Prediction::PLAYING);
  CHECK(message.start_tick() == 100);
  CHECK(message.end_tick() == 163);  // 62.5 ticks later, at the next whole one
  std::vector<std::tuple<std::string, std::string, std::string, double>> points;
  for (const auto& behaviour : message.behaviours()) {
    for (const auto& sync : behaviour.syncs()) {
      points.emplace_back(behaviour.id(), behaviour.element(), sync.id(), sync.time_s());
    }
  }
  CHECK(points == decltype(points){{"b:g", "", "b:g:start", 0},
                                   {"b:g", "", "b:g:end", 1},
                                   {"b:h", "head", "b:h:start", 0.25},
                                   {"b:h", "head", "b:h:stroke:1", 0.5},
                                   {"b:h", "head", "b:h:end", 1.25}});
}

TEST_CASE("a behaviour is told with what BML requires of it", "[predictions]") {
  const motion::Block block = example();
  const std::vector<BehaviourElement> behaviours = {
      {"h", {"posture", {{"a", "1"}}, {{"stance", {{"type", "SITTING"}}}}}}};
  const auto message =
      prediction({block, CharacterId{2}, behaviours}, kinesphere::Prediction::PLANNED, {}, kRate)
          .prediction();
  REQUIRE(message.behaviours_size() == 2);
  CHECK(message.behaviours(0).attributes_size() == 0);
  const auto& posture = message.behaviours(1);
  REQUIRE(posture.attributes_size() == 1);
  CHECK(posture.attributes(0).name() == "a");
  CHECK(posture.attributes(0).value() == "1");
  REQUIRE(posture.children_size() == 1);
  CHECK(posture.children(0).element() == "stance");
  CHECK(posture.children(0).attributes(0).value() == "SITTING");
}

TEST_CASE("what a behaviour requires counts into its prediction's share", "[predictions]") {
  motion::Block block;
  block.id = "b";
  std::vector<BehaviourElement> behaviours;
  for (int i = 0; i < 100; ++i) {
    const std::string id = "h" + std::to_string(i);
    block.sync_points.push_back({Seconds(i), "b:" + id + ":start", {}});
    behaviours.push_back({id, {"head", {{"lexeme", std::string(4000, 'X')}}}});
  }
  const auto envelope = prediction({block, CharacterId{1}, behaviours},
                                   kinesphere::Prediction::PLANNED, Tick{1}, kRate);
  CHECK(envelope.prediction().behaviours_size() > 10);
  CHECK(envelope.ByteSizeLong() < kTimelineBytesMax + 4096);
}

TEST_CASE("without a start there is no end", "[predictions]") {
  const motion::Block block = example();
  const auto message =
      prediction({block, CharacterId{2}, {}}, kinesphere::Prediction::PLANNED, {}, kRate)
          .prediction();
  CHECK_FALSE(message.has_start_tick());
  CHECK_FALSE(message.has_end_tick());
}

TEST_CASE("a prediction never has more than its share of points", "[predictions]") {
  motion::Block block;
  block.id = "b";
  for (int i = 0; i < 10'000; ++i) {
    block.sync_points.push_back(
        {Seconds(i), "b:" + std::string(40, 'g') + std::to_string(i) + ":start", {}});
  }
  const auto envelope =
      prediction({block, CharacterId{1}, {}}, kinesphere::Prediction::PLANNED, Tick{1}, kRate);
  CHECK(envelope.prediction().behaviours_size() > 100);
  CHECK(envelope.prediction().behaviours_size() < 10'000);
  CHECK(envelope.ByteSizeLong() < kTimelineBytesMax + 4096);
}

TEST_CASE("a block that waits does not start at once", "[predictions]") {
  plan::Composition composition = plan::Composition::Merge;
  plan::Entrance entrance;
  REQUIRE(starts_at_once(composition, entrance));
  SECTION("for all that came before") { composition = plan::Composition::Append; }
  SECTION("for some to end") { entrance.after_end = {"a"}; }
  SECTION("for some to relax") { entrance.after_relax = {"a"}; }
  SECTION("to be activated") { entrance.waits_for_activation = true; }
  CHECK_FALSE(starts_at_once(composition, entrance));
}

}  // namespace kine::server::predictions_test
