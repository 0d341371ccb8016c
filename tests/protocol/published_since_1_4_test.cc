// The bytes of messages that were published with versions 1.4 to 1.8, as
// tests/protocol/codec_test.cc has those of the versions before.
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/hex.h"

namespace kine::protocol::published_since_1_4_test {
namespace {

using Envelope = kinesphere::Envelope;

kinesphere::Character eve() {
  kinesphere::Character character;
  character.set_id(3);
  character.set_name("eve");
  character.set_body("ben");
  character.set_skeleton_id(2);
  character.set_claimed_by("a manager");
  return character;
}

Envelope hello_keep_waiting() {
  Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_version_minor(6);
  envelope.mutable_hello()->set_name("a client");
  envelope.mutable_hello()->set_keep_waiting(true);
  return envelope;
}

Envelope set_manner() {
  Envelope envelope;
  kinesphere::SetManner& set = *envelope.mutable_set_manner();
  set.set_character("ada");
  set.set_over(0.5);
  set.mutable_nucleus()->set_style("tired");
  set.mutable_nucleus()->set_power(-0.25);
  set.mutable_face()->set_name("happy");
  set.mutable_face()->set_amount(0.75);
  kinesphere::SetManner::Shape& shape = *set.mutable_face()->add_shapes();
  shape.set_name("jawOpen");
  shape.set_weight(0.125);
  return envelope;
}

Envelope set_dynamics() {
  Envelope envelope;
  envelope.mutable_set_dynamics()->set_character("ada");
  envelope.mutable_set_dynamics()->set_dynamics(kinesphere::SetDynamics::TORSO);
  return envelope;
}

Envelope push() {
  Envelope envelope;
  kinesphere::Push& push = *envelope.mutable_push();
  push.set_character("ada");
  push.set_joint("upperChest");
  for (const double each : {0.0, -0.5, 80.0}) push.add_force(each);
  push.set_duration(0.25);
  return envelope;
}

Envelope push_towards() {
  Envelope envelope;
  kinesphere::Push& push = *envelope.mutable_push();
  push.set_character("ada");
  push.set_joint("rightHand");
  push.set_duration(0.5);
  for (const double each : {0.25, 1.5, 0.5}) push.mutable_towards()->add_point(each);
  push.mutable_towards()->set_stiffness(400);
  push.mutable_towards()->set_limit(100);
  return envelope;
}

Envelope audio_in() {
  Envelope envelope;
  kinesphere::AudioIn& sound = *envelope.mutable_audio_in();
  sound.set_stream(2);
  sound.set_character("ada");
  sound.set_first_sample(320);
  sound.set_captured_us(1'000'000);
  sound.set_rate_hz(16'000);
  sound.set_flags(kinesphere::AudioIn::END | kinesphere::AudioIn::TELL);
  sound.set_samples(std::string("\x01\x00\xff\x7f", 4));
  return envelope;
}

Envelope audio_in_opus() {
  Envelope envelope = audio_in();
  envelope.mutable_audio_in()->set_codec(kinesphere::AUDIO_CODEC_OPUS);
  envelope.mutable_audio_in()->set_sample_count(320);
  envelope.mutable_audio_in()->set_samples(std::string("\x48\x00", 2));
  return envelope;
}

Envelope audio_heard() {
  Envelope envelope;
  kinesphere::AudioHeard& heard = *envelope.mutable_audio_heard();
  heard.set_stream(2);
  heard.set_character_id(1);
  heard.set_kind(kinesphere::AudioHeard::MOTION);
  heard.set_at(0.5);
  heard.set_known(0.625);
  heard.set_f0_hz(120);
  heard.set_level_db(-20);
  heard.set_observation("rise high long");
  heard.set_section("arms");
  heard.set_motion(7);
  heard.set_why("early");
  return envelope;
}

Envelope set_load() {
  Envelope envelope;
  kinesphere::SetLoad& set = *envelope.mutable_set_load();
  set.set_character("ada");
  set.set_hand(kinesphere::SetLoad::LEFT);
  set.set_mass(3.5);
  set.set_believed(0);
  return envelope;
}

Envelope set_manner_sketch() {
  Envelope envelope;
  kinesphere::SetManner& set = *envelope.mutable_set_manner();
  set.set_character("ada");
  set.mutable_sketch()->set_style("tired");
  (*set.mutable_sketch()->mutable_numbers())["posture"] = -0.5;
  return envelope;
}

Envelope claim() {
  Envelope envelope;
  kinesphere::Claim& claim = *envelope.mutable_claim();
  claim.set_id("ask1");
  claim.add_characters("ada");
  claim.set_release(true);
  claim.set_key("secret");
  claim.set_grace(5);
  return envelope;
}

Envelope join() {
  Envelope envelope;
  kinesphere::Join& join = *envelope.mutable_join();
  join.set_id("ask2");
  join.set_name("eve");
  join.set_body("ben");
  join.add_place(1.5);
  join.add_place(-2);
  join.set_heading(0.5);
  return envelope;
}

Envelope leave() {
  Envelope envelope;
  envelope.mutable_leave()->set_id("ask3");
  envelope.mutable_leave()->set_character("eve");
  return envelope;
}

Envelope answer() {
  Envelope envelope;
  kinesphere::Answer& answer = *envelope.mutable_answer();
  answer.set_id("ask1");
  answer.set_error("no");
  answer.add_claimed("ada");
  *answer.mutable_character() = eve();
  return envelope;
}

Envelope joined() {
  Envelope envelope;
  *envelope.mutable_joined()->mutable_character() = eve();
  envelope.mutable_joined()->set_tick(600);
  return envelope;
}

Envelope left() {
  Envelope envelope;
  envelope.mutable_left()->set_character_id(3);
  envelope.mutable_left()->set_character("eve");
  envelope.mutable_left()->set_tick(900);
  return envelope;
}

kinesphere::Performance performance() {
  kinesphere::Performance performed;
  auto& speech = *performed.add_speeches();
  speech.set_id("greet:s");
  speech.set_words(3);
  speech.set_words_done(2);
  speech.set_last_word("no");
  speech.set_text_done("no no ");
  speech.set_text_left("no");
  speech.set_sound_ms(1'250);
  auto& behaviour = *performed.add_behaviours();
  behaviour.set_id("greet:g");
  behaviour.set_phase("stroke");
  behaviour.set_phase_fraction(0.25);
  behaviour.set_fraction(0.5);
  return performed;
}

Envelope feedback_performed() {
  Envelope envelope;
  envelope.mutable_feedback()->set_kind(kinesphere::Feedback::INTERRUPTED);
  *envelope.mutable_feedback()->mutable_performed() = performance();
  return envelope;
}

Envelope ask_performed() {
  Envelope envelope;
  envelope.mutable_ask_performed()->set_id("ask1");
  envelope.mutable_ask_performed()->add_ids("greet");
  envelope.mutable_ask_performed()->set_character("ada");
  return envelope;
}

Envelope performed() {
  Envelope envelope;
  auto& performed = *envelope.mutable_performed();
  performed.set_id("ask1");
  performed.set_error("no");
  performed.set_tick(600);
  auto& block = *performed.add_blocks();
  block.set_id("greet");
  block.set_character_id(1);
  block.set_start_tick(500);
  *block.mutable_performed() = performance();
  return envelope;
}

constexpr const char* kTrace = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/// A message with an id and a trace.
template <class Message>
Envelope traced(Message* (Envelope::*part)()) {
  Envelope envelope;
  Message& message = *(envelope.*part)();
  message.set_id("a");
  message.set_traceparent(kTrace);
  return envelope;
}

}  // namespace

TEST_CASE("the bytes of each message since 1.4 are those that were published", "[codec][golden]") {
  const std::pair<const char*, Envelope> messages[] = {
      {"set_manner", set_manner()},
      {"set_manner_sketch", set_manner_sketch()},
      {"set_dynamics", set_dynamics()},
      {"push", push()},
      {"push_towards", push_towards()},
      {"set_load", set_load()},
      {"audio_in", audio_in()},
      {"audio_in_opus", audio_in_opus()},
      {"audio_heard", audio_heard()},
      {"claim", claim()},
      {"join", join()},
      {"leave", leave()},
      {"answer", answer()},
      {"joined", joined()},
      {"left", left()},
      {"feedback_performed", feedback_performed()},
      {"ask_performed", ask_performed()},
      {"performed", performed()},
      {"hello_keep_waiting", hello_keep_waiting()},
      {"submit_traceparent", traced(&Envelope::mutable_submit)},
      {"say_traceparent", traced(&Envelope::mutable_say)},
      {"accepted_traceparent", traced(&Envelope::mutable_accepted)},
      {"refused_traceparent", traced(&Envelope::mutable_refused)},
      {"feedback_traceparent", traced(&Envelope::mutable_feedback)}};
  for (const auto& [name, envelope] : messages) {
    CAPTURE(name);
    const Bytes bytes = encode(envelope);
    CHECK(test::difference_from_golden("protocol/" + std::string(name) + ".hex",
                                       test::hex(*bytes)) == "");
    const auto again = decode(std::string_view(*bytes).substr(kLengthBytes));
    REQUIRE(again);
    CHECK(again->SerializeAsString() == envelope.SerializeAsString());
  }
}

}  // namespace kine::protocol::published_since_1_4_test
