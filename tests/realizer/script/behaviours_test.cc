// Tests for realizer/script/behaviours.h.
#include "realizer/script/behaviours.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::script::behaviours_test {
namespace {

std::string points(const BehaviourKind& kind) {
  std::string text;
  for (const std::string_view point : points_of(kind)) {
    text += (text.empty() ? "" : " ") + std::string(point);
  }
  return text;
}

template <class Shifting>
BehaviourKind shifted() {
  Shifting shifting;
  shifting.shift = true;
  return shifting;
}

// The standard's table of behaviours.
TEST_CASE("each kind of behaviour has its sync points in their order", "[behaviours]") {
  const std::string stroke = "start ready strokeStart stroke strokeEnd relax end";
  CHECK(points(HeadMove{}) == stroke);
  CHECK(points(Gesture{}) == stroke);
  CHECK(points(Pointing{}) == stroke);
  CHECK(points(Sequence{}) == stroke);
  CHECK(points(Face{}) == "start attackPeak relax end");
  CHECK(points(Gaze{}) == "start ready relax end");
  CHECK(points(Posture{}) == "start ready relax end");
}

TEST_CASE("what shifts, moves on or has no shape of its own only starts and ends", "[behaviours]") {
  for (const BehaviourKind& kind :
       {shifted<Face>(), shifted<Gaze>(), shifted<Posture>(), BehaviourKind(HeadDirectionShift{}),
        BehaviourKind(Locomotion{}), BehaviourKind(Speech{}), BehaviourKind(Wait{}),
        BehaviourKind(Emitter{}), BehaviourKind(Activate{}), BehaviourKind(InterruptBlock{}),
        BehaviourKind(ChangeParameter{})}) {
    CHECK(points(kind) == "start end");
  }
}

TEST_CASE("a reference without a behaviour is a time from the block's start", "[behaviours]") {
  SyncReference reference;
  reference.offset = Seconds(2);
  CHECK(reference.is_absolute());
  reference.behaviour.text = "g1";
  CHECK_FALSE(reference.is_absolute());
}

}  // namespace
}  // namespace kine::script::behaviours_test
