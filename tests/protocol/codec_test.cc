// Tests for protocol/codec.h. The arbiter is libprotobuf, which knows nothing of our writer.
#include "protocol/codec.h"

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/hex.h"

namespace kine::protocol::codec_test {
namespace {

constexpr FrameVariant kPacked(FrameParts::All, Rotations::SmallestThree48);

Frame example_frame() {
  Frame frame;
  frame.character = CharacterId{300};
  frame.tick = Tick{1'000'000};
  frame.root = {0.5F, 0, -1, 0, 0.6F, 0, 0.8F};
  frame.hips_m = {0.01F, 0.95F, 0};
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    frame.parent_from_joint[i] = {static_cast<float>(i) / 64, 0, 0, 1};
  }
  for (std::size_t i = 0; i < body::kChannelCount; ++i) {
    frame.channels[i] = static_cast<float>(i) / 64;
  }
  return frame;
}

/// The same with true rotations, about x, y and z, up to 161 degrees to either side.
Frame example_turned_frame() {
  Frame frame = example_frame();
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    const double t = static_cast<double>(i) / 64;  // the tangent of a quarter of the angle
    auto& rotation = frame.parent_from_joint[i] = {0, 0, 0, 0};
    rotation[3] = static_cast<float>((1 - t * t) / (1 + t * t));
    rotation[i % 3] = static_cast<float>((i % 2 == 0 ? 2 : -2) * t / (1 + t * t));
  }
  return frame;
}

Feedback example_feedback() {
  return {.kind = FeedbackKind::Warning,
          .tick = Tick{7},
          .character = CharacterId{2},
          .block = {},
          .client = {},
          .id = "greet",
          .message = "too far: '9'",
          .where = {3, 14}};
}

body::Body example_body() {
  body::Body body;
  body.name = "ada";
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    body.offsets_m[i] = {static_cast<double>(i) / 16, 0.5, -0.25};
  }
  return body;
}

kinesphere::Envelope parsed(const Bytes& bytes) {
  REQUIRE(bytes->size() >= kLengthBytes);
  REQUIRE(read_length(bytes->data()) == bytes->size() - kLengthBytes);
  auto envelope = decode(std::string_view(*bytes).substr(kLengthBytes));
  REQUIRE(envelope);
  return *std::move(envelope);
}

kinesphere::Envelope example(const std::function<void(kinesphere::Envelope&)>& fill) {
  kinesphere::Envelope envelope;
  fill(envelope);
  return envelope;
}

using NamedBytes = std::vector<std::pair<std::string, Bytes>>;

NamedBytes published_of_clients() {
  return {
      {"hello", encode(example([](auto& envelope) {
         auto& hello = *envelope.mutable_hello();
         hello.set_version_major(1);
         hello.set_version_minor(2);
         hello.set_name("a client");
         hello.set_token("secret");
         hello.set_session_id(77);
         hello.add_capabilities("part:body");
         hello.set_tick_rate_hz(60);
         hello.set_server_time_us(123'456);
         auto& character = *hello.add_characters();
         character.set_id(1);
         character.set_name("ada");
         character.set_body("ada");
         character.set_skeleton_id(1);
       }))},
      {"subscribe", encode(example([](auto& envelope) {
         envelope.mutable_subscribe()->add_characters(2);
         envelope.mutable_subscribe()->set_max_rate_hz(30);
         envelope.mutable_subscribe()->add_parts(kinesphere::PART_BODY);
         envelope.mutable_subscribe()->add_parts(kinesphere::PART_EVENTS);
       }))},
      {"submit", encode(example([](auto& envelope) {
         envelope.mutable_submit()->set_id("greet");
         envelope.mutable_submit()->set_script("<script/>");
         envelope.mutable_submit()->set_character("ada");
       }))},
      {"interrupt", encode(example([](auto& envelope) {
         envelope.mutable_interrupt()->add_ids("greet");
         envelope.mutable_interrupt()->set_character("ben");
         envelope.mutable_interrupt()->set_fade(0);
       }))},
      {"set_target", encode(example([](auto& envelope) {
         envelope.mutable_set_target()->set_name("cup");
         for (const float each : {0.5F, 1.0F, -2.0F}) {
           envelope.mutable_set_target()->add_point(each);
         }
       }))},
      {"set_tension", encode(example([](auto& envelope) {
         auto& set = *envelope.mutable_set_tension();
         set.set_character("ben");
         set.set_arms(kinesphere::SetTension::RIGHT);
         set.set_manner("loose");
         set.set_rest_error(0.125);
         set.set_zeta(0.5);
         set.set_over(0.25);
         set.set_lag(kinesphere::SetTension::KEEP);
         set.set_moves_in(kinesphere::SetTension::WORLD);
       }))},
      {"ping",
       encode(example([](auto& envelope) { envelope.mutable_ping()->set_client_time_us(42); }))},
  };
}

NamedBytes published_of_clients_since_1_1() {
  return {
      {"subscribe_packed", encode(example([](auto& envelope) {
         envelope.mutable_subscribe()->set_encoding(kinesphere::ENCODING_SMALLEST_THREE_48);
       }))},
      {"ack", encode(example([](auto& envelope) {
         envelope.mutable_ack()->set_tick(600);
         envelope.mutable_ack()->set_displayed_us(44);
       }))},
      {"check", encode(example([](auto& envelope) {
         envelope.mutable_check()->set_id("draft");
         envelope.mutable_check()->set_script("<script/>");
         envelope.mutable_check()->set_character("ada");
       }))},
      {"record", encode(example([](auto& envelope) {
         envelope.mutable_record()->set_name("take-1");
         envelope.mutable_record()->add_characters(2);
         envelope.mutable_record()->set_stop(true);
       }))},
  };
}

NamedBytes published_of_servers() {
  const body::Body body = example_body();
  return {
      {"skeleton", encode(SkeletonSource{1, CharacterId{1}, "ada", &body})},
      {"frame", encode(example_frame(), 1, FrameParts::All)},
      {"accepted", encode(example([](auto& envelope) {
         auto& accepted = *envelope.mutable_accepted();
         accepted.set_id("greet");
         accepted.add_blocks("greet");
         write_warning({"not realized yet: 'x'", {2, 5}}, *accepted.add_warnings());
       }))},
      {"refused", encode(example([](auto& envelope) {
         auto& refused = *envelope.mutable_refused();
         refused.set_id("greet");
         refused.set_error("no such joint: 'tail'");
         refused.mutable_place()->set_line(4);
         refused.mutable_place()->set_column(9);
       }))},
      {"feedback", encode(example_feedback())},
      {"pong", encode(example([](auto& envelope) {
         envelope.mutable_pong()->set_client_time_us(42);
         envelope.mutable_pong()->set_server_time_us(43);
       }))},
      {"problem", encode(example([](auto& envelope) {
         envelope.mutable_problem()->set_error("the first message is no Hello");
         envelope.mutable_problem()->set_closing(true);
       }))},
      {"goodbye", encode(example([](auto& envelope) {
         envelope.mutable_goodbye()->set_reason("the server was told to stop");
       }))},
  };
}

NamedBytes published_of_servers_since_1_1() {
  return {
      {"frame_packed", with_discontinuity(encode(example_turned_frame(), 1, kPacked))},
      {"accepted_timeline", encode(example([](auto& envelope) {
         auto& accepted = *envelope.mutable_accepted();
         accepted.set_id("greet");
         auto& sync = *accepted.add_timeline();
         sync.set_id("greet:wave:stroke-start");
         sync.set_time_s(0.5);
         sync.set_phase("preparation");
       }))},
      {"pong_ticks", encode(example([](auto& envelope) {
         envelope.mutable_pong()->set_client_time_us(42);
         envelope.mutable_pong()->set_server_time_us(43);
         envelope.mutable_pong()->set_server_tick_time_us(41);
       }))},
      {"stats", encode(example([](auto& envelope) {
         envelope.mutable_stats()->set_frames_sent(3600);
         envelope.mutable_stats()->set_frames_dropped(12);
         envelope.mutable_stats()->set_frames_unacknowledged(30);
         envelope.mutable_stats()->set_rate_hz(60);
       }))},
      {"checked", encode(example([](auto& envelope) {
         auto& checked = *envelope.mutable_checked();
         checked.set_id("draft");
         write_warning({"no such joint: 'tail'", {4, 9}}, *checked.add_errors());
         write_warning({"not realized yet: 'x'", {2, 5}}, *checked.add_warnings());
       }))},
      {"recorded", encode(example([](auto& envelope) {
         envelope.mutable_recorded()->set_name("take-1");
         envelope.mutable_recorded()->set_frames(3600);
         envelope.mutable_recorded()->set_error("the disk is full");
       }))},
  };
}

NamedBytes published_since_1_3() {
  return {
      {"submit_predictions", encode(example([](auto& envelope) {
         envelope.mutable_submit()->set_script("<bml/>");
         envelope.mutable_submit()->set_predictions(true);
       }))},
      {"prediction", encode(example([](auto& envelope) {
         auto& prediction = *envelope.mutable_prediction();
         prediction.set_id("b1");
         prediction.set_character_id(2);
         prediction.set_stage(kinesphere::Prediction::PLANNED);
         prediction.set_start_tick(600);
         prediction.set_end_tick(660);
         auto& behaviour = *prediction.add_behaviours();
         behaviour.set_id("b1:g1");
         behaviour.set_element("gesture");
         auto& sync = *behaviour.add_syncs();
         sync.set_id("b1:g1:stroke");
         sync.set_time_s(0.5);
         sync.set_phase("preparation");
       }))},
      {"accepted_warning", encode(example([](auto& envelope) {
         auto& accepted = *envelope.mutable_accepted();
         accepted.set_id("b1");
         write_warning({"no such target: 'x'", {2, 5}, WarningKind::NoSuchTarget, "b1:g1"},
                       *accepted.add_warnings());
       }))},
      {"refused_kind", encode(example([](auto& envelope) {
         envelope.mutable_refused()->set_id("b1");
         envelope.mutable_refused()->set_kind(kinesphere::WARNING_KIND_PARSING_FAILURE);
       }))},
      {"feedback_warning", encode(Feedback{.kind = FeedbackKind::Warning,
                                           .tick = Tick{7},
                                           .character = CharacterId{2},
                                           .block = {},
                                           .client = {},
                                           .id = "b1:g1",
                                           .message = "lost",
                                           .warning = WarningKind::CannotCreateBehaviour})},
      {"feedback_sync", encode(Feedback{.kind = FeedbackKind::SyncPoint,
                                        .tick = Tick{7},
                                        .character = CharacterId{2},
                                        .block = {},
                                        .client = {},
                                        .id = "b1:g1:stroke",
                                        .message = {},
                                        .time = Seconds(0.5)})},
  };
}

}  // namespace

TEST_CASE("libprotobuf reads every number of a frame that was written directly", "[codec]") {
  const Frame frame = example_frame();

  const kinesphere::Envelope envelope = parsed(encode(frame, 5, FrameParts::All));

  REQUIRE(envelope.has_frame());
  const kinesphere::Frame& message = envelope.frame();
  CHECK(message.character_id() == 300);
  CHECK(message.tick() == 1'000'000);
  CHECK(message.skeleton_id() == 5);
  REQUIRE(message.root_size() == 7);
  CHECK(message.root(6) == 0.8F);
  REQUIRE(message.hips_size() == 3);
  CHECK(message.hips(1) == 0.95F);
  REQUIRE(message.parent_from_joint_size() == 4 * 55);
  CHECK(message.parent_from_joint(4 * 54) == 54.0F / 64);
  REQUIRE(message.channels_size() == static_cast<int>(body::kChannelCount));
  CHECK(message.channels(10) == 10.0F / 64);
}

TEST_CASE("a frame's bytes are those that libprotobuf itself would write", "[codec]") {
  const FrameVariant variant =
      GENERATE(from_range(std::begin(kFrameVariants), std::end(kFrameVariants)));
  const auto tick = GENERATE(0U, 1U, 127U, 128U, 16'383U, 16'384U, 4'000'000'000U);
  Frame frame = example_frame();
  frame.tick = Tick{tick};

  const Bytes bytes = encode(frame, tick, variant);

  CHECK(*encode(parsed(bytes)) == *bytes);
}

TEST_CASE("each variant has a place of its own, in the order of the list", "[codec]") {
  for (std::size_t i = 0; i < kFrameVariantCount; ++i) CHECK(kFrameVariants[i].index() == i);
  CHECK(FrameVariant(FrameParts::Face, Rotations::SmallestThree48) == FrameParts::Face);
}

TEST_CASE("packed rotations stand in place of the others", "[codec]") {
  const auto frame = parsed(encode(example_frame(), 1, kPacked)).frame();
  CHECK(frame.parent_from_joint_size() == 0);
  CHECK(frame.packed_rotations().size() == 55 * 6);
  CHECK(frame.root_size() == 7);
  CHECK(frame.channels_size() == static_cast<int>(body::kChannelCount));
}

TEST_CASE("a frame can be marked as one that nothing leads to", "[codec]") {
  // Lengths of one, two and three bytes change their size on the way.
  const FrameVariant variant =
      GENERATE(from_range(std::begin(kFrameVariants), std::end(kFrameVariants)));
  const auto tick = GENERATE(1U, 4'000'000'000U);
  Frame frame = example_frame();
  frame.tick = Tick{tick};
  const Bytes plain = encode(frame, 1, variant);

  const Bytes marked = with_discontinuity(plain);

  auto expected = parsed(plain);
  CHECK_FALSE(expected.frame().discontinuity());
  expected.mutable_frame()->set_discontinuity(true);
  CHECK(*marked == *encode(expected));
}

TEST_CASE("a frame of one who was put elsewhere is one that nothing leads to", "[codec]") {
  const FrameVariant variant =
      GENERATE(from_range(std::begin(kFrameVariants), std::end(kFrameVariants)));
  Frame frame = example_frame();
  const Bytes plain = encode(frame, 1, variant);
  frame.arrived = frame.tick;
  CHECK(*encode(frame, 1, variant) == *with_discontinuity(plain));
  frame.arrived = Tick{frame.tick.index - 1};
  CHECK(*encode(frame, 1, variant) == *plain);
}

TEST_CASE("a frame comes back as it went", "[codec]") {
  Frame frame = example_frame();
  if (GENERATE(false, true)) frame.arrived = frame.tick;
  const auto back = read_frame(parsed(encode(frame, 1, FrameParts::All)).frame());
  REQUIRE(back);
  CHECK(*back == frame);
}

TEST_CASE("a part that was not asked for is absent", "[codec]") {
  const Frame frame = example_frame();

  const auto body = parsed(encode(frame, 1, FrameParts::Body)).frame();
  CHECK(body.parent_from_joint_size() == 220);
  CHECK(body.channels_size() == 0);

  const auto face = parsed(encode(frame, 1, FrameParts::Face)).frame();
  CHECK(face.parent_from_joint_size() == 0);
  CHECK(face.root_size() == 0);
  CHECK(face.channels_size() == static_cast<int>(body::kChannelCount));
}

TEST_CASE("a frame with numbers that are not finite, absurd or too few is refused", "[codec]") {
  kinesphere::Frame message = parsed(encode(example_frame(), 1, FrameParts::All)).frame();
  SECTION("not a number") {
    message.set_root(0, std::nanf(""));
    CHECK_FALSE(read_frame(message));
  }
  SECTION("infinite") {
    message.set_channels(3, std::numeric_limits<float>::infinity());
    CHECK_FALSE(read_frame(message));
  }
  SECTION("absurd, so that a sum of two is infinite") {
    message.set_root(1, std::numeric_limits<float>::max());
    CHECK_FALSE(read_frame(message));
  }
  SECTION("too few") {
    message.mutable_hips()->RemoveLast();
    CHECK_FALSE(read_frame(message));
  }
  SECTION("too many") {
    message.add_parent_from_joint(0);
    CHECK_FALSE(read_frame(message));
  }
}

TEST_CASE("feedback says what happened, when, to whom and where", "[codec]") {
  const kinesphere::Feedback message = parsed(encode(example_feedback())).feedback();

  CHECK(message.kind() == kinesphere::Feedback::WARNING);
  CHECK(message.tick() == 7);
  CHECK(message.character_id() == 2);
  CHECK(message.id() == "greet");
  CHECK(message.message() == "too far: '9'");
  CHECK(message.place().line() == 3);
  CHECK(message.place().column() == 14);
}

TEST_CASE("each kind of feedback has a word of its own on the wire", "[codec]") {
  const std::pair<FeedbackKind, kinesphere::Feedback::Kind> kinds[] = {
      {FeedbackKind::Started, kinesphere::Feedback::STARTED},
      {FeedbackKind::SyncPoint, kinesphere::Feedback::SYNC},
      {FeedbackKind::Ended, kinesphere::Feedback::ENDED},
      {FeedbackKind::Interrupted, kinesphere::Feedback::INTERRUPTED},
      {FeedbackKind::Warning, kinesphere::Feedback::WARNING},
  };
  for (const auto& [kind, on_the_wire] : kinds) {
    Feedback feedback = example_feedback();
    feedback.kind = kind;
    CHECK(parsed(encode(feedback)).feedback().kind() == on_the_wire);
  }
}

TEST_CASE("a skeleton names its joints, parents first, and its channels", "[codec]") {
  const body::Body body = example_body();

  const kinesphere::Skeleton message = parsed(encode(SkeletonSource{
                                                  .skeleton_id = 4,
                                                  .character = CharacterId{9},
                                                  .character_name = "eve",
                                                  .body = &body,
                                              }))
                                           .skeleton();

  CHECK(message.skeleton_id() == 4);
  CHECK(message.character_id() == 9);
  CHECK(message.character() == "eve");
  CHECK(message.body() == "ada");
  CHECK(message.hips_height() == 0.5F);
  REQUIRE(message.joints_size() == 55);
  CHECK(message.joints(0).name() == "hips");
  CHECK(message.joints(0).parent() == -1);
  CHECK(message.joints(54).name() == "rightToes");
  CHECK(message.joints(54).offset(0) == 54.0F / 16);
  for (int i = 1; i < message.joints_size(); ++i) CHECK(message.joints(i).parent() < i);
  CHECK(message.channels_size() == static_cast<int>(body::kChannelCount));
}

// Published bytes are frozen: tests/golden/protocol has one file of them a message. What these
// files say must be read for ever; a difference is a breaking change.
TEST_CASE("the bytes of each message are those that were published", "[codec][golden]") {
  for (const NamedBytes& messages :
       {published_of_clients(), published_of_clients_since_1_1(), published_of_servers(),
        published_of_servers_since_1_1(), published_since_1_3()}) {
    for (const auto& [name, bytes] : messages) {
      CAPTURE(name);
      CHECK(test::difference_from_golden("protocol/" + name + ".hex", test::hex(*bytes)) == "");
      CHECK(*encode(parsed(bytes)) == *bytes);
    }
  }
}

}  // namespace kine::protocol::codec_test
