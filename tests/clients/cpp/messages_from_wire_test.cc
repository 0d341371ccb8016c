// Tests for clients/cpp/messages_from_wire.h: a server that says what does not fit together.
#include "clients/cpp/messages_from_wire.h"

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::client::messages_from_wire_test {
namespace {

Skeleton one_joint() {
  Skeleton skeleton;
  skeleton.joints = {{"hips", -1, {}}};
  skeleton.channels = {"jawOpen"};
  return skeleton;
}

kinesphere::Frame frame_with(int rotations, int channels) {
  kinesphere::Frame message;
  message.set_tick(90);
  for (int i = 0; i < rotations; ++i) message.add_parent_from_joint(1);
  for (int i = 0; i < channels; ++i) message.add_channels(0.5F);
  return message;
}

}  // namespace

TEST_CASE("a frame that fits its skeleton is read, with its time", "[messages_from_wire]") {
  const auto frame = frame_of(frame_with(4, 1), one_joint(), 60);
  REQUIRE(frame);
  CHECK(frame->time == Approx(1.5));
  CHECK(frame->parent_from_joint.size() == 1);
  CHECK(frame->channels == std::vector<float>{0.5F});
}

TEST_CASE("a part that was not subscribed to is empty", "[messages_from_wire]") {
  CHECK(frame_of(frame_with(0, 1), one_joint(), 60)->parent_from_joint.empty());
  CHECK(frame_of(frame_with(4, 0), one_joint(), 60)->channels.empty());
}

TEST_CASE("a frame of another skeleton is nothing", "[messages_from_wire]") {
  CHECK_FALSE(frame_of(frame_with(8, 1), one_joint(), 60));
  CHECK_FALSE(frame_of(frame_with(3, 1), one_joint(), 60));
  CHECK_FALSE(frame_of(frame_with(4, 2), one_joint(), 60));
  kinesphere::Frame short_root = frame_with(4, 1);
  short_root.add_root(1);
  CHECK_FALSE(frame_of(short_root, one_joint(), 60));
}

TEST_CASE("a skeleton whose joints come before their parents is unsound", "[messages_from_wire]") {
  Skeleton skeleton = one_joint();
  CHECK(is_sound(skeleton));
  skeleton.joints[0].parent = 0;
  CHECK_FALSE(is_sound(skeleton));
  skeleton.joints[0].parent = -2;
  CHECK_FALSE(is_sound(skeleton));
}

TEST_CASE("a refusal is an error with its place", "[messages_from_wire]") {
  kinesphere::Refused message;
  message.set_error("no such joint: 'tail'");
  message.mutable_place()->set_line(4);
  message.mutable_place()->set_column(9);
  const Error error = error_of(message);
  CHECK(error.message == "no such joint: 'tail'");
  CHECK(error.where == Where{4, 9});
}

TEST_CASE("feedback of a kind that is not known is nothing, least of all a start",
          "[messages_from_wire]") {
  kinesphere::Feedback message;
  message.set_kind(kinesphere::Feedback::INTERRUPTED);
  message.set_id("greet");
  message.set_tick(90);
  const auto feedback = feedback_of(message, 60);
  REQUIRE(feedback);
  CHECK(feedback->kind == FeedbackKind::Interrupted);
  CHECK(feedback->time == Approx(1.5));

  message.set_kind(static_cast<kinesphere::Feedback::Kind>(99));
  CHECK_FALSE(feedback_of(message, 60));
  message.clear_kind();
  CHECK_FALSE(feedback_of(message, 60));
}

TEST_CASE("packed rotations are read as any others", "[messages_from_wire]") {
  kinesphere::Frame message = frame_with(0, 1);
  message.set_packed_rotations("\xFF\xFF\xFE\x7F\xFF\x3F");  // no turn at all
  message.set_discontinuity(true);
  const auto frame = frame_of(message, one_joint(), 60);
  REQUIRE(frame);
  REQUIRE(frame->parent_from_joint.size() == 1);
  CHECK(frame->parent_from_joint[0] == std::array<float, 4>{0, 0, 0, 1});
  CHECK(frame->discontinuity);

  message.set_packed_rotations("12345");
  CHECK_FALSE(frame_of(message, one_joint(), 60));
}

TEST_CASE("what a script was accepted with, and what a check says, come with their places",
          "[messages_from_wire]") {
  kinesphere::Accepted accepted;
  auto& sync = *accepted.add_timeline();
  sync.set_id("greet:wave:up");
  sync.set_time_s(0.5);
  sync.set_phase("stroke");
  const Submitted submitted = submitted_of(accepted);
  REQUIRE(submitted.timeline.size() == 1);
  CHECK(submitted.timeline[0].id == "greet:wave:up");
  CHECK(submitted.timeline[0].time == 0.5);
  CHECK(submitted.timeline[0].phase == "stroke");

  kinesphere::Checked message;
  message.add_errors()->set_message("wrong");
  message.mutable_errors(0)->mutable_place()->set_line(4);
  auto& odd = *message.add_warnings();
  odd.set_message("odd");
  odd.set_kind(kinesphere::WARNING_KIND_NO_SUCH_TARGET);
  odd.set_about("greet:wave");
  const Checked checked = checked_of(message);
  REQUIRE(checked.errors.size() == 1);
  CHECK(checked.errors[0] == Warning{"wrong", {4, 0}});
  REQUIRE(checked.warnings.size() == 1);
  CHECK(checked.warnings[0] == Warning{"odd", {}, WarningKind::NoSuchTarget, "greet:wave"});
}

TEST_CASE("a warning has its kind, and a sync point the time that it was planned for",
          "[messages_from_wire]") {
  kinesphere::Feedback message;
  message.set_kind(kinesphere::Feedback::WARNING);
  message.set_warning(kinesphere::WARNING_KIND_CANNOT_CREATE_BEHAVIOR);
  CHECK(feedback_of(message, 60)->warning == WarningKind::CannotCreateBehaviour);
  message.set_kind(kinesphere::Feedback::SYNC);
  message.set_time_s(0.75);
  message.set_missed_m(0.02);
  CHECK(feedback_of(message, 60)->planned_time == 0.75);
  CHECK(feedback_of(message, 60)->missed == 0.02);
}

TEST_CASE("an interruption says how far it had come", "[messages_from_wire]") {
  kinesphere::Feedback message;
  message.set_kind(kinesphere::Feedback::INTERRUPTED);
  message.set_last_sync_point("greet:wave:up");
  message.set_last_word("hello");
  const auto feedback = feedback_of(message, 60);
  REQUIRE(feedback);
  CHECK(feedback->last_sync_point == "greet:wave:up");
  CHECK(feedback->last_word == "hello");
}

TEST_CASE("what was performed is read with its texts, words and behaviours",
          "[messages_from_wire]") {
  kinesphere::Performed message;
  message.set_tick(90);
  auto& waiting = *message.add_blocks();
  waiting.set_id("later");
  auto& playing = *message.add_blocks();
  playing.set_id("b");
  playing.set_character_id(2);
  playing.set_start_tick(60);
  auto& behaviour = *playing.mutable_performed()->add_behaviours();
  behaviour.set_id("b:g");
  behaviour.set_phase("stroke");
  behaviour.set_phase_fraction(0.25);
  behaviour.set_fraction(0.5);
  for (const char* const left : {"no.", "Or yes"}) {
    auto& speech = *playing.mutable_performed()->add_speeches();
    speech.set_id("b:s");
    speech.set_words(3);
    speech.set_words_done(left[0] == 'n' ? 2 : 0);
    speech.set_last_word("no");
    speech.set_text_done("no \n");
    speech.set_text_left(left);
    speech.set_sound_ms(1'250);
  }

  const auto blocks = performed_blocks_of(message, 60);
  REQUIRE(blocks.size() == 2);
  CHECK_FALSE(blocks[0].start);
  CHECK(blocks[1].character_id == 2);
  CHECK(blocks[1].time == 1.5);
  CHECK(blocks[1].start == 1.0);
  const Performed& performed = blocks[1].performed;
  CHECK(performed.text_left() == "no. Or yes");
  CHECK(performed.text_done() == "no \nno \n");
  REQUIRE(performed.speeches.size() == 2);
  CHECK(performed.speeches[0].last_word_index() == 1U);
  CHECK_FALSE(performed.speeches[1].last_word_index());
  CHECK(performed.speeches[0].sound_ms == 1'250);
  CHECK(performed.behaviours[0].phase == "stroke");
  CHECK(performed.behaviours[0].fraction == 0.5);

  kinesphere::Feedback feedback;
  feedback.set_kind(kinesphere::Feedback::INTERRUPTED);
  CHECK_FALSE(feedback_of(feedback, 60)->performed);
  *feedback.mutable_performed() = playing.performed();
  CHECK(feedback_of(feedback, 60)->performed->speeches.size() == 2);
}

TEST_CASE("a prediction is read with what is known of it; of a stage that is not known it is none",
          "[messages_from_wire]") {
  kinesphere::Prediction message;
  message.set_id("greet");
  message.set_character_id(2);
  message.set_stage(kinesphere::Prediction::PLANNING);
  const auto planning = prediction_of(message, 60);
  REQUIRE(planning);
  CHECK(planning->stage == PredictionStage::Planning);
  CHECK(planning->id == "greet");
  CHECK(planning->character_id == 2);
  CHECK_FALSE(planning->start);
  CHECK_FALSE(planning->end);
  CHECK(planning->behaviours.empty());

  message.set_stage(kinesphere::Prediction::PLAYING);
  message.set_start_tick(0);
  message.set_end_tick(90);
  auto& behaviour = *message.add_behaviours();
  behaviour.set_id("greet:wave");
  behaviour.set_element("gesture");
  auto& sync = *behaviour.add_syncs();
  sync.set_id("greet:wave:stroke");
  sync.set_time_s(0.75);
  const auto playing = prediction_of(message, 60);
  REQUIRE(playing);
  CHECK(playing->stage == PredictionStage::Playing);
  CHECK(playing->start == 0.0);
  CHECK(playing->end == 1.5);
  REQUIRE(playing->behaviours.size() == 1);
  CHECK(playing->behaviours[0].id == "greet:wave");
  CHECK(playing->behaviours[0].element == "gesture");
  REQUIRE(playing->behaviours[0].syncs.size() == 1);
  CHECK(playing->behaviours[0].syncs[0].id == "greet:wave:stroke");
  CHECK(playing->behaviours[0].syncs[0].time == 0.75);

  message.set_stage(static_cast<kinesphere::Prediction::Stage>(99));
  CHECK_FALSE(prediction_of(message, 60));
  message.clear_stage();
  CHECK_FALSE(prediction_of(message, 60));
}

TEST_CASE("samples are little-endian, with a sign, and half of one is none",
          "[messages_from_wire]") {
  kinesphere::AudioChunk message;
  message.set_stream(7);
  message.set_seq(3);
  message.set_flags(kinesphere::AudioChunk::END | kinesphere::AudioChunk::DISCARD);
  message.set_samples(std::string("\x01\x00\xff\xff\x00\x80\x05", 7));

  const AudioChunk chunk = audio_of(message);

  CHECK(chunk.stream == 7);
  CHECK(chunk.sequence == 3);
  CHECK_FALSE(chunk.starts);
  CHECK(chunk.ends);
  CHECK(chunk.discards);
  CHECK(chunk.samples == std::vector<std::int16_t>{1, -1, -32'768});
}

TEST_CASE("reports are read number by number", "[messages_from_wire]") {
  kinesphere::Stats message;
  message.set_frames_sent(1);
  message.set_frames_dropped(2);
  message.set_frames_unacknowledged(3);
  message.set_rate_hz(4);
  const Stats stats = stats_of(message);
  CHECK(stats.frames_sent == 1);
  CHECK(stats.frames_dropped == 2);
  CHECK(stats.frames_unacknowledged == 3);
  CHECK(stats.rate_hz == 4);
}

}  // namespace kine::client::messages_from_wire_test
