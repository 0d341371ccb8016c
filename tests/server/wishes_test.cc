// Tests for server/wishes.h.
#include "server/wishes.h"

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server {

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

}  // namespace kine::server
