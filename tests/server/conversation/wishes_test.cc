// Tests for server/conversation/wishes.h.
#include "server/conversation/wishes.h"

#include "protocol/kinesphere.pb.h"
#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::server::wishes_test {

using protocol::FrameParts;
using protocol::FrameVariant;
using protocol::Rotations;

TEST_CASE("who names no parts gets body and face", "[wishes]") {
  kinesphere::Subscribe subscribe;
  CHECK(frame_variant(subscribe) == FrameVariant(FrameParts::All));
  CHECK_FALSE(wants_events(subscribe));
}

TEST_CASE("parts and encoding are a variant of the frames", "[wishes]") {
  kinesphere::Subscribe subscribe;
  subscribe.set_encoding(kinesphere::ENCODING_SMALLEST_THREE_48);
  CHECK(frame_variant(subscribe) == FrameVariant(FrameParts::All, Rotations::SmallestThree48));
  subscribe.add_parts(kinesphere::PART_BODY);
  CHECK(frame_variant(subscribe) == FrameVariant(FrameParts::Body, Rotations::SmallestThree48));
  subscribe.set_parts(0, kinesphere::PART_FACE);
  CHECK(frame_variant(subscribe) == FrameVariant(FrameParts::Face));
  subscribe.set_parts(0, kinesphere::PART_EVENTS);
  CHECK_FALSE(frame_variant(subscribe));
  CHECK(wants_events(subscribe));
  CHECK_FALSE(wants_audio(subscribe));
  subscribe.add_parts(kinesphere::PART_AUDIO);
  CHECK_FALSE(frame_variant(subscribe));
  CHECK(wants_audio(subscribe));
}

TEST_CASE("who interrupts or sets something wants to change what happens", "[wishes]") {
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt();
  CHECK(changes_what_happens(envelope));
  envelope.mutable_set_target();
  CHECK(changes_what_happens(envelope));
  envelope.mutable_set_tension();
  CHECK(changes_what_happens(envelope));
  envelope.mutable_set_manner();
  CHECK(changes_what_happens(envelope));
  envelope.mutable_set_dynamics();
  CHECK(changes_what_happens(envelope));
  envelope.mutable_push();
  CHECK(changes_what_happens(envelope));
  envelope.mutable_set_load();
  CHECK(changes_what_happens(envelope));
  envelope.mutable_subscribe();
  CHECK_FALSE(changes_what_happens(envelope));
}

TEST_CASE("a tension is wished for in the words of the realizer", "[wishes]") {
  kinesphere::SetTension set;
  set.set_arms(kinesphere::SetTension::RIGHT);
  set.set_lag(kinesphere::SetTension::KEEP);
  set.set_moves_in(kinesphere::SetTension::WORLD);
  set.set_manner("loose");
  set.set_over(0.25);
  const auto wish = wish_of(set);
  REQUIRE(wish);
  CHECK(wish->arms == plan::ArmSet::Right);
  CHECK(wish->lag == plan::Lag::Keep);
  CHECK(wish->frame == plan::TensionFrame::World);
  CHECK(wish->manner == "loose");
  CHECK(wish->over_s == 0.25);
  CHECK_FALSE(wish->zeta);
  set.set_arms(static_cast<kinesphere::SetTension::Arms>(9));
  CHECK_FALSE(wish_of(set));
}

TEST_CASE("of a manner its parts are wished for that are there", "[wishes]") {
  kinesphere::SetManner set;
  CHECK_FALSE(nucleus_wish_of(set));
  CHECK_FALSE(face_wish_of(set));
  CHECK_FALSE(over_of(set));
  set.set_over(0.5);
  set.mutable_nucleus()->set_style("tired");
  set.mutable_nucleus()->set_fluidity(-0.5);
  set.mutable_face()->set_name("happy");
  set.mutable_face()->add_shapes()->set_name("jawOpen");
  CHECK(over_of(set) == 0.5);
  const auto nucleus = nucleus_wish_of(set);
  REQUIRE(nucleus);
  CHECK(nucleus->style == "tired");
  CHECK(nucleus->fluidity == -0.5);
  CHECK_FALSE(nucleus->power);
  const auto face = face_wish_of(set);
  REQUIRE(face);
  CHECK(face->name == "happy");
  CHECK(face->amount == 1);
  REQUIRE(face->shapes.size() == 1);
  CHECK(face->shapes[0].name == "jawOpen");
  CHECK(face->shapes[0].weight == 1);
}

TEST_CASE("the numbers of a sketch come in the order of their names", "[wishes]") {
  kinesphere::SetManner set;
  CHECK_FALSE(sketch_wish_of(set));
  set.mutable_sketch()->set_style("tired");
  (*set.mutable_sketch()->mutable_numbers())["posture"] = -0.5;
  (*set.mutable_sketch()->mutable_numbers())["elbows"] = 1;
  const auto sketch = sketch_wish_of(set);
  REQUIRE(sketch);
  CHECK(sketch->style == "tired");
  REQUIRE(sketch->numbers.size() == 2);
  CHECK(sketch->numbers[0].name == "elbows");
  CHECK(sketch->numbers[0].value == 1);
  CHECK(sketch->numbers[1].name == "posture");
  for (int i = 0; i < 5'000; ++i) (*set.mutable_sketch()->mutable_numbers())[std::to_string(i)] = 0;
  CHECK(sketch_wish_of(set)->numbers.size() == kSketchNumbersMax + 1);
}

TEST_CASE("of a face with more shapes than are allowed, one too many is read", "[wishes]") {
  kinesphere::SetManner set;
  for (int i = 0; i < 5'000; ++i) set.mutable_face()->add_shapes();
  CHECK(face_wish_of(set)->shapes.size() == kFaceShapesMax + 1);
}

}  // namespace kine::server::wishes_test
