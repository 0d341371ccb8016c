// Tests for protocol/recording.h.
#include "protocol/recording.h"

#include <string>
#include <vector>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::protocol::recording_test {
namespace {

RecordingHead example_head(std::uint32_t hz = 10) {
  const auto character = [](std::uint32_t id, const std::string& name, const body::Body& body) {
    return RecordedCharacter{.id = CharacterId{id},
                             .skeleton_id = id + 7,
                             .name = name,
                             .body = std::make_shared<const body::Body>(body)};
  };
  return {.rate = TickRate(hz),
          .characters = {character(2, "clara", test::ada()), character(5, "ben", test::ben())}};
}

Bytes goodbye(const std::string& reason) {
  kinesphere::Envelope envelope;
  envelope.mutable_goodbye()->set_reason(reason);
  return encode(envelope);
}

/// A message at each tick from `first` on, which says its number.
std::string recording(Tick first, std::size_t count, bool whole = true, std::uint32_t hz = 10) {
  std::string bytes;
  RecordingWriter writer(example_head(hz), first, bytes);
  for (std::size_t i = 0; i < count; ++i) {
    writer.append(Tick{first.index + i}, goodbye(std::to_string(first.index + i)), bytes);
    CHECK(writer.size() == bytes.size());
  }
  if (whole) writer.finish(bytes);
  return bytes;
}

std::string reason_of(const Record& record) { return decode(record.message)->goodbye().reason(); }

std::vector<std::string> reasons(RecordingReader& reader) {
  std::vector<std::string> all;
  for (;;) {
    const auto record = reader.next();
    REQUIRE(record);
    if (!*record) return all;
    CHECK(reason_of(**record) == std::to_string((*record)->tick.index));
    all.push_back(reason_of(**record));
  }
}

std::string error_of(const std::string& bytes) {
  auto reader = RecordingReader::open(bytes);
  if (!reader) return reader.error().message;
  for (;;) {
    const auto record = reader->next();
    if (!record) return record.error().message;
    if (!*record) return "";
  }
}

std::string number(std::uint64_t value, std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes += static_cast<char>(value >> (8 * i) & 0xFF);
  return bytes;
}

/// A recording put together by hand, as the header of the format has it.
std::string by_hand(const std::vector<kinesphere::Envelope>& messages, std::uint32_t layout = 1) {
  std::string bytes = "\x89KSR\r\n\x1a\n" + number(layout, 4);
  for (const kinesphere::Envelope& message : messages) {
    bytes += number(3, 8) + number(message.ByteSizeLong(), 4) + message.SerializeAsString();
  }
  return bytes;
}

kinesphere::Envelope hello(std::uint32_t rate_hz = 60, std::uint32_t major = 1) {
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(major);
  envelope.mutable_hello()->set_tick_rate_hz(rate_hz);
  return envelope;
}

kinesphere::Envelope hello_of_ada() {
  kinesphere::Envelope envelope = hello();
  envelope.mutable_hello()->add_characters()->set_name("ada");
  return envelope;
}

}  // namespace

TEST_CASE("what was recorded is read back, with the tick of each message", "[recording]") {
  const std::string bytes = recording(Tick{100}, 35);
  auto reader = RecordingReader::open(bytes);
  REQUIRE(reader);

  CHECK(reader->whole());
  CHECK(reader->first_tick() == Tick{100});
  CHECK(reader->last_tick() == Tick{134});
  CHECK(reader->head().rate == TickRate(10));
  REQUIRE(reader->head().characters.size() == 2);
  const RecordedCharacter& clara = reader->head().characters[0];
  CHECK(clara.id == CharacterId{2});
  CHECK(clara.name == "clara");
  CHECK(clara.skeleton_id == 9);
  CHECK(clara.body->name == "ada");
  for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
    CHECK(length(clara.body->offsets_m[joint] - test::ada().offsets_m[joint]) < 1e-7);
  }
  CHECK(clara.body->height_m == Approx(test::ada().height_m).margin(0.02));
  CHECK(reader->head().characters[1].body->height_m == Approx(test::ben().height_m).margin(0.02));
  const auto all = reasons(*reader);
  REQUIRE(all.size() == 35);
  CHECK(all.front() == "100");
  CHECK(all.back() == "134");
}

TEST_CASE("a recording is found at any tick, forwards and backwards", "[recording]") {
  const bool whole = GENERATE(true, false);
  const std::string bytes = recording(Tick{100}, 95, whole);
  auto reader = RecordingReader::open(bytes);
  REQUIRE(reader);
  CHECK(reader->whole() == whole);
  CHECK(reader->last_tick() == Tick{194});

  for (const std::uint64_t tick : {150, 100, 194, 119, 120, 121, 110}) {
    CAPTURE(tick);
    REQUIRE(reader->seek(Tick{tick}));
    const auto record = reader->next();
    REQUIRE(record);
    REQUIRE(*record);
    CHECK((*record)->tick == Tick{tick});
  }
  REQUIRE(reader->seek(Tick{0}));
  CHECK(reasons(*reader).size() == 95);
  REQUIRE(reader->seek(Tick{195}));
  CHECK(reasons(*reader).empty());
}

TEST_CASE("of several messages of one tick, the first is found first", "[recording]") {
  std::string bytes;
  RecordingWriter writer(example_head(), Tick{0}, bytes);
  for (std::uint64_t tick = 0; tick < 30; ++tick) {
    for (int i = 0; i < 3; ++i) writer.append(Tick{tick}, goodbye(std::to_string(i)), bytes);
  }
  writer.finish(bytes);
  auto reader = RecordingReader::open(bytes);
  REQUIRE(reader);
  for (std::uint64_t tick = 0; tick < 30; ++tick) {
    REQUIRE(reader->seek(Tick{tick}));
    CHECK(reason_of(**reader->next()) == "0");
  }
}

TEST_CASE("a recording that was cut anywhere is read up to its last whole message", "[recording]") {
  const std::string whole = recording(Tick{7}, 25);
  std::size_t most = 0;
  bool opened = false;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const std::string cut = whole.substr(0, size);
    auto reader = RecordingReader::open(cut);
    if (!reader) {
      CHECK_FALSE(opened);  // only while its head is not there
      continue;
    }
    opened = true;
    CHECK_FALSE(reader->whole());
    const std::size_t count = reasons(*reader).size();
    CHECK(count >= most);
    most = count;
  }
  CHECK(most == 25);
}

TEST_CASE("a recording of nothing is one", "[recording]") {
  const std::string bytes = recording(Tick{3}, 0);
  auto reader = RecordingReader::open(bytes);
  REQUIRE(reader);
  CHECK(reader->whole());
  CHECK(reader->last_tick() == Tick{3});
  CHECK(reasons(*reader).empty());
}

TEST_CASE("what is no recording is refused in a sentence", "[recording]") {
  CHECK(error_of("") == "this is no recording: ''");
  CHECK(error_of("glTF, or anything else") == "this is no recording: 'glTF'");
  CHECK(error_of(by_hand({hello()}, 2)) == "this program reads recordings of layout 1, not of '2'");
  CHECK(error_of(by_hand({})) == "the recording is broken: it ends before it begins, at byte '12'");
  kinesphere::Envelope other;
  other.mutable_ping();
  CHECK(error_of(by_hand({other})) ==
        "the recording is broken: its first message is no Hello, at byte '12'");
  CHECK(error_of(by_hand({hello(60, 2)})).find("recorded by version 2, and this one is 1") !=
        std::string::npos);
  CHECK(error_of(by_hand({hello(0)})).find("ticks a second lie between 1 and 1000, not at '0'") !=
        std::string::npos);
  CHECK(error_of(by_hand({hello(1001)})).find("not at '1001'") != std::string::npos);
  CHECK(error_of(by_hand({hello()})) == "");
}

TEST_CASE("a recording introduces its characters by sound skeletons", "[recording]") {
  CHECK(error_of(by_hand({hello_of_ada()})).find("it ends before its last skeleton") !=
        std::string::npos);
  CHECK(error_of(by_hand({hello_of_ada(), hello()})).find("here stands the skeleton of 'ada'") !=
        std::string::npos);
  kinesphere::Envelope skeleton;
  skeleton.mutable_skeleton()->set_body("ada");
  CHECK(error_of(by_hand({hello_of_ada(), skeleton})).find("has 55 joints, not '0'") !=
        std::string::npos);
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    kinesphere::Joint& joint = *skeleton.mutable_skeleton()->add_joints();
    joint.set_name(std::string(body::name_of(body::joint_at(i))));
    for (int axis = 0; axis < 3; ++axis) joint.add_offset(0.1F);
  }
  CHECK(error_of(by_hand({hello_of_ada(), skeleton})) == "");
  skeleton.mutable_skeleton()->mutable_joints(4)->set_offset(1, std::nanf(""));
  CHECK(error_of(by_hand({hello_of_ada(), skeleton})).find("is no three numbers: 'neck'") !=
        std::string::npos);
  skeleton.mutable_skeleton()->mutable_joints(4)->set_name("giraffe");
  CHECK(error_of(by_hand({hello_of_ada(), skeleton})).find("another one: 'giraffe'") !=
        std::string::npos);
}

TEST_CASE("ticks that run backwards and lengths past the limit are errors with their place",
          "[recording]") {
  const std::string head = recording(Tick{9}, 0, false);
  const std::string later = number(20, 8) + number(0, 4);
  const std::string earlier = number(19, 8) + number(0, 4);
  CHECK(error_of(head + later + earlier) ==
        "the recording is broken: its ticks run backwards, "
        "at byte '" +
            std::to_string(head.size() + 12) + "'");
  CHECK(error_of(head + number(20, 8) + number(kEnvelopeBytesMax + 1, 4) +
                 std::string(kEnvelopeBytesMax + 1, ' '))
            .find("past envelope_bytes_max of") != std::string::npos);
}

TEST_CASE("an index that does not fit is an error, and no byte of it breaks the reader",
          "[recording]") {
  const std::string whole = recording(Tick{7}, 25);
  const std::size_t body_size = recording(Tick{7}, 25, false).size();
  std::size_t refused = 0;
  for (std::size_t at = body_size; at < whole.size() - 8; ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x11);
    if (!error_of(changed).empty()) ++refused;
  }
  CHECK(refused == whole.size() - 8 - body_size);
  CHECK(error_of(whole.substr(0, body_size) + "KSRend\r\n").find("its index is broken") !=
        std::string::npos);
}

TEST_CASE("a recording may say more than this program knows", "[recording]") {
  // Field 99 of an envelope, and of a Hello: a newer minor version.
  const std::string unknown = "\x9a\x06\x03xyz";
  kinesphere::Envelope newer = hello();
  newer.mutable_hello()->set_version_minor(77);
  std::string bytes = "\x89KSR\r\n\x1a\n" + number(1, 4);
  const std::string first = newer.SerializeAsString() + unknown;
  bytes += number(1, 8) + number(first.size(), 4) + first;
  bytes += number(2, 8) + number(unknown.size(), 4) + unknown;

  auto reader = RecordingReader::open(bytes);
  REQUIRE(reader);
  const auto record = reader->next();
  REQUIRE(record);
  REQUIRE(*record);
  CHECK((*record)->message == unknown);
}

}  // namespace kine::protocol::recording_test
