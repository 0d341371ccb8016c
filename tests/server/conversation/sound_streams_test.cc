// Tests for server/conversation/sound_streams.h: what a client sends for a character to move by.
#include "server/conversation/sound_streams.h"

#include <algorithm>
#include <span>

#include "protocol/framing.h"
#include "realizer/core/pcm16.h"
#include "server/ticks/tick_loop.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/conversation_stage.h"
#include "tests/support/speech/opus_packets.h"
#include "tests/support/speech/syllables.h"

namespace kine::server::sound_streams_test {
namespace {

constexpr std::uint32_t kRate = 8'000;
constexpr std::size_t kPiece = 160;

/// Its client has said Hello, and its characters know a motion.
struct HearingStage : test::ConversationStage {
  HearingStage() : ConversationStage(100) {
    options.body_language = test::playable_nodding();
    greet();
  }

  /// What is wrong with it; empty: nothing.
  std::string problem_of(const kinesphere::Envelope& envelope) {
    carrier->sent.clear();
    hear(envelope);
    CHECK_FALSE(carrier->closed);
    const auto found = std::ranges::find_if(carrier->sent, &kinesphere::Envelope::has_problem);
    return found == carrier->sent.end() ? "" : found->problem().error();
  }
  std::size_t told(kinesphere::AudioHeard::Kind kind) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        all_told, [&](const auto& each) { return each.audio_heard().kind() == kind; }));
  }
  /// All of a sound, in pieces of 20 ms.
  void say(const std::vector<std::int16_t>& samples, std::uint32_t flags) {
    for (std::size_t i = 0; i < samples.size(); i += kPiece) {
      CHECK(problem_of(piece(i,
                             {samples.begin() + static_cast<std::ptrdiff_t>(i),
                              samples.begin() + static_cast<std::ptrdiff_t>(i + kPiece)},
                             flags)) == "");
      for (const auto& each : carrier->sent) all_told.push_back(each);
    }
  }
  kinesphere::Envelope piece(std::uint64_t first, const std::vector<std::int16_t>& samples,
                             std::uint32_t flags = 0, std::uint32_t stream = 1) const {
    kinesphere::Envelope envelope;
    kinesphere::AudioIn& sound = *envelope.mutable_audio_in();
    sound.set_stream(stream);
    sound.set_character("ada");
    sound.set_first_sample(first);
    sound.set_rate_hz(kRate);
    sound.set_flags(flags);
    sound.set_delay_ms(delay_ms);
    sound.set_samples(test::pcm16_of(samples));
    return envelope;
  }
  kinesphere::Envelope packet(const std::string& bytes, std::uint64_t first) const {
    kinesphere::Envelope envelope = piece(first, {});
    envelope.mutable_audio_in()->set_codec(kinesphere::AUDIO_CODEC_OPUS);
    envelope.mutable_audio_in()->set_samples(bytes);
    return envelope;
  }
  kinesphere::Envelope silence(std::uint32_t flags = 0, std::uint32_t stream = 1) const {
    return piece(0, std::vector<std::int16_t>(kPiece, 0), flags, stream);
  }

  std::uint32_t delay_ms = 0;
  std::vector<kinesphere::Envelope> all_told;
};

}  // namespace

TEST_CASE("a character hears the syllables of a stream", "[listening]") {
  HearingStage stage;
  stage.say(test::syllables(0.75, 0.75, kRate), kinesphere::AudioIn::TELL);
  std::size_t syllables = 0;
  for (const Input& input : stage.inputs()) {
    const auto* const heard = std::get_if<HearSpeech>(&input);
    if (heard == nullptr) continue;
    ++syllables;
    CHECK(heard->character == CharacterId{1});
    CHECK(heard->repertoire == stage.options.body_language);
  }
  CHECK(syllables >= 2);
  CHECK(stage.told(kinesphere::AudioHeard::PEAK) == 3);
  CHECK(stage.told(kinesphere::AudioHeard::SYLLABLE) +
            stage.told(kinesphere::AudioHeard::SILENCE) ==
        syllables);
}

TEST_CASE("lips move by a stream, on the face that was set, and close with it",
          "[listening][lips]") {
  HearingStage stage;
  kinesphere::Envelope smile;
  smile.mutable_set_manner()->set_character("ada");
  auto& weight = *smile.mutable_set_manner()->mutable_face()->add_shapes();
  weight.set_name("mouthSmileLeft");
  weight.set_weight(0.5);
  CHECK(stage.problem_of(smile) == "");
  stage.say(test::syllables(1, 0.5, kRate), 0);
  CHECK(stage.problem_of(stage.silence(kinesphere::AudioIn::END)) == "");
  const auto smiles = body::find_channel("mouthSmileLeft")->index;
  const auto open = body::find_channel("jawOpen")->index;
  std::vector<float> jaws;
  for (const Input& input : stage.inputs()) {
    const auto* const face = std::get_if<SetFace>(&input);
    if (face == nullptr) continue;
    CHECK(face->character == CharacterId{1});
    CHECK(face->change.channels[smiles] >= 0.5F);
    jaws.push_back(face->change.channels[open]);
  }
  CHECK(jaws.size() <= 2 + 1'500 / 30);  // at most one each 30 ms
  REQUIRE(jaws.size() > 10);
  CHECK(std::ranges::max(jaws) > 0.2F);
  CHECK(jaws.back() == 0);
}

TEST_CASE("sound that is held back goes out later, and lips and strokes meet it",
          "[listening][audio]") {
  constexpr double kDelay_s = 0.6;
  HearingStage stage;
  const auto began = server::steady_now() - std::chrono::seconds(5);
  stage.main.tick_zero = began;
  stage.delay_ms = 600;
  const auto said = test::syllables(1, 0.5, kRate);
  stage.say(said, kinesphere::AudioIn::TELL);
  const auto all = stage.inputs();  // lips are not among them yet
  CHECK(std::ranges::none_of(
      all, [](const Input& input) { return std::holds_alternative<SetFace>(input); }));

  TickOutput output;
  stage.scene.later.run(Tick{1}, output);
  REQUIRE(output.audio.size() > 1);
  const double begins_s = output.audio.front().due.count();
  CHECK(begins_s >= 5 + kDelay_s);
  std::vector<std::int16_t> heard;
  for (const AudioPiece& piece : output.audio) {
    kinesphere::Envelope message;
    REQUIRE(message.ParseFromString(std::string(piece.bytes->substr(protocol::kLengthBytes))));
    CHECK(piece.stream >= kFirstDelayedStream);
    const auto samples = pcm16_samples(message.audio_chunk().samples());
    if (piece.kind == protocol::AudioKind::Chunk) {
      CHECK(piece.due.count() >= begins_s);
    }
    heard.insert(heard.end(), samples.begin(), samples.end());
  }
  // A test says all of it at once: what is more than 0.2 s too early is left out.
  constexpr std::size_t kWhole = kRate / 6;
  REQUIRE(heard.size() > kWhole);
  CHECK(std::ranges::equal(std::span(heard).first(kWhole), std::span(said).first(kWhole)));

  std::size_t peaks = 0;
  for (const Input& input : all) {
    const auto* const one = std::get_if<HearSpeech>(&input);
    if (one == nullptr || !one->heard.next_peak_s) continue;
    ++peaks;
    CHECK(*one->heard.next_peak_s > begins_s - static_cast<double>(said.size()) / kRate);
  }
  CHECK(peaks >= 2);

  stage.scene.later.run(Tick{10'000}, output);
  CHECK(std::ranges::any_of(
      stage.inputs(), [](const Input& input) { return std::holds_alternative<SetFace>(input); }));
}

TEST_CASE("lips of sound that is held back stay still for another owner", "[listening][audio]") {
  HearingStage stage;
  stage.main.tick_zero = server::steady_now() - std::chrono::seconds(5);
  stage.delay_ms = 600;
  stage.say(test::syllables(1, 0.5, kRate), 0);
  kinesphere::Envelope other = stage.silence();
  other.mutable_audio_in()->set_character("eve");  // as if it had left
  CHECK(stage.problem_of(other) != "");
  stage.inputs();
  TickOutput output;
  stage.scene.later.run(Tick{10'000}, output);
  CHECK(std::ranges::none_of(
      stage.inputs(), [](const Input& input) { return std::holds_alternative<SetFace>(input); }));
  REQUIRE(output.audio.size() > 2);
  CHECK(output.audio.back().kind == protocol::AudioKind::Close);
}

TEST_CASE("a stream keeps its delay, which is long enough and not too long", "[listening][audio]") {
  HearingStage stage;
  stage.delay_ms = 99;
  CHECK(stage.problem_of(stage.silence()) ==
        "sound of stream '1' must be held back by 0 or 100 to 800 ms, not '99'");
  stage.delay_ms = 801;
  CHECK(stage.problem_of(stage.silence()) != "");
  stage.delay_ms = 800;
  CHECK(stage.problem_of(stage.silence()) == "");
  stage.delay_ms = 0;
  CHECK(stage.problem_of(stage.silence()) == "stream '1' began with another delay: end it first");
}

TEST_CASE("what was heard is told to a client that asks for it alone", "[listening]") {
  HearingStage stage;
  stage.say(test::syllables(0.5, 0.5, kRate), 0);
  CHECK(stage.all_told.empty());
}

TEST_CASE("sound that no server takes is refused, and says why", "[listening]") {
  HearingStage stage;
  const auto wrong = [&](const auto& change) {
    kinesphere::Envelope envelope = stage.silence();
    change(*envelope.mutable_audio_in());
    return stage.problem_of(envelope);
  };
  CHECK(wrong([](auto& sound) { sound.set_samples("abc"); }) ==
        "sound of stream '1' must have samples of 2 bytes, not '3' bytes");
  CHECK(wrong([](auto& sound) { sound.set_samples(std::string(1'000, 0)); }) ==
        "sound of stream '1' must be at most 60 ms a message, not '62.5' ms");
  CHECK(wrong([](auto& sound) { sound.set_rate_hz(192'000); }).find("192000") != std::string::npos);
  CHECK(wrong([](auto& sound) { sound.set_rate_hz(0); }) != "");
  CHECK(wrong([](auto& sound) { sound.set_character("eve"); }) != "");
  CHECK(wrong([](auto& sound) { sound.set_codec(static_cast<kinesphere::AudioCodec>(7)); }) ==
        "sound of stream '1' must be PCM16 or Opus, not codec '7'");
  CHECK(stage.inputs().empty());
}

TEST_CASE("a stream keeps its character and its rate", "[listening]") {
  HearingStage stage;
  CHECK(stage.problem_of(stage.silence()) == "");
  kinesphere::Envelope other = stage.silence();
  other.mutable_audio_in()->set_rate_hz(16'000);
  CHECK(stage.problem_of(other) == "stream '1' has 8000 samples a second, not '16000'");
  other = stage.silence();
  other.mutable_audio_in()->set_character("ben");
  CHECK(stage.problem_of(other) == "stream '1' moves another character: end it first");
}

TEST_CASE("a stream of Opus is heard, and keeps its codec", "[listening][opus]") {
  HearingStage stage;
  constexpr std::size_t kCount = 480;  // 60 ms
  const auto packets = test::opus_packets(test::syllables(0.72, 0.72, kRate), kRate, kCount);
  for (std::size_t i = 0; i < packets.size(); ++i) {
    kinesphere::Envelope envelope = stage.packet(packets[i], i * kCount);
    envelope.mutable_audio_in()->set_sample_count(kCount);
    CHECK(stage.problem_of(envelope) == "");
  }
  CHECK(std::ranges::count_if(stage.inputs(), [](const Input& input) {
          return std::holds_alternative<HearSpeech>(input);
        }) >= 2);
  CHECK(stage.problem_of(stage.silence()) == "stream '1' began with another codec: end it first");
}

TEST_CASE("a packet is 10 to 60 ms, and as long as its message says", "[listening][opus]") {
  HearingStage stage;
  const auto problem_of = [&](std::size_t samples, std::uint32_t said) {
    const std::vector<std::int16_t> silence(samples, 0);
    kinesphere::Envelope envelope =
        stage.packet(test::opus_packets(silence, kRate, samples).front(), 0);
    envelope.mutable_audio_in()->set_sample_count(said);
    return stage.problem_of(envelope);
  };
  CHECK(problem_of(20, 20) == "sound of stream '1' must be 10 to 60 ms a packet, not '2.5' ms");
  CHECK(problem_of(40, 0) == "sound of stream '1' must be 10 to 60 ms a packet, not '5' ms");
  CHECK(problem_of(160, 80) == "sound of stream '1' has 160 samples in its packet, not '80'");
  CHECK(problem_of(80, 80) == "");
  CHECK(problem_of(480, 0) == "");
  kinesphere::Envelope envelope = stage.packet("", 480);
  envelope.mutable_audio_in()->set_stream(2);
  envelope.mutable_audio_in()->set_character("ben");
  envelope.mutable_audio_in()->set_rate_hz(44'100);
  CHECK(stage.problem_of(envelope) ==
        "sound of Opus counts 8000, 12000, 16000, 24000 or 48000 samples a second, and not "
        "'44100'");
}

TEST_CASE("broken packets of a stream are answered once", "[listening][opus]") {
  HearingStage stage;
  const std::string broken(3, '\xff');
  CHECK(stage.problem_of(stage.packet(broken, 0)) ==
        "stream '1' has a packet that is no Opus: silence stands in its place");
  for (std::uint64_t i = 1; i < 20; ++i) {
    CHECK(stage.problem_of(stage.packet(broken, 160 * i)) == "");
  }
}

TEST_CASE("a character moves by one stream, until that one ends", "[listening]") {
  HearingStage stage;
  CHECK(stage.problem_of(stage.silence()) == "");
  CHECK(stage.problem_of(stage.silence(0, 2)) ==
        "the character of stream '2' moves by another stream already");
  CHECK(stage.problem_of(stage.silence(kinesphere::AudioIn::END)) == "");
  CHECK(stage.problem_of(stage.silence(0, 2)) == "");
  stage.conversation.leave();
  CHECK(stage.main.heard_characters.take({1}) == HeardCharacters::Taken::Yes);
}

TEST_CASE("a stream ends where it says so, whatever else is wrong with it", "[listening]") {
  HearingStage stage;
  CHECK(stage.problem_of(stage.silence()) == "");
  kinesphere::Envelope wrong = stage.silence(kinesphere::AudioIn::END);
  wrong.mutable_audio_in()->set_samples("abc");
  CHECK(stage.problem_of(wrong) != "");
  CHECK(stage.main.heard_characters.take({1}) == HeardCharacters::Taken::Yes);
}

TEST_CASE("a stream ends where its character is no longer its own", "[listening]") {
  HearingStage stage;
  CHECK(stage.problem_of(stage.silence()) == "");
  kinesphere::Envelope other = stage.silence();
  other.mutable_audio_in()->set_character("eve");
  CHECK(stage.problem_of(other) != "");
  CHECK(stage.main.heard_characters.take({1}) == HeardCharacters::Taken::Yes);
}

TEST_CASE("a motion is told to the client whose stream tells", "[listening]") {
  for (const bool tells : {true, false}) {
    HearingStage stage;
    CHECK(stage.problem_of(stage.silence(tells ? kinesphere::AudioIn::TELL : 0)) == "");
    stage.carrier->sent.clear();
    stage.conversation.note(MotionStarted{.character = {1},
                                          .section = gesture::BodySection::Arms,
                                          .motion = 7,
                                          .why = gesture::Termination::Early});
    stage.conversation.note(MotionStarted{.character = {2}});
    REQUIRE(stage.carrier->sent.size() == (tells ? 1 : 0));
    if (!tells) continue;
    const auto& told = stage.last().audio_heard();
    CHECK(told.kind() == kinesphere::AudioHeard::MOTION);
    CHECK(told.section() == "arms");
    CHECK(told.motion() == 7);
    CHECK(told.why() == "early");
  }
}

TEST_CASE("what is held back and finds no room is counted, and told once", "[listening]") {
  HearingStage stage;
  stage.delay_ms = 300;
  const auto samples = test::syllables(0.5, 0.5, kRate);
  const auto say = [&](std::size_t index) {
    const auto first = samples.begin() + static_cast<std::ptrdiff_t>(index * kPiece);
    return stage.problem_of(
        stage.piece(index * kPiece, {first, first + static_cast<std::ptrdiff_t>(kPiece)}));
  };
  CHECK(say(0) == "");
  const Tick never{std::uint64_t{1} << 40};
  while (stage.scene.later.at(never, [](TickOutput&) {})) {
  }
  CHECK(say(1) ==
        "busy: past delayed_calls_max of 8192: sound or lips that are held back for 'ada' are left "
        "out; have fewer streams with a delay");
  const std::uint64_t lost = stage.status.delayed_lost;
  CHECK(lost >= 1);
  CHECK(say(2) == "");
  CHECK(stage.status.delayed_lost > lost);

  // With room again it goes on, and the next time is told again.
  TickOutput output;
  stage.scene.later.run(never, output);
  const std::uint64_t lost_then = stage.status.delayed_lost;
  CHECK(say(3) == "");
  CHECK(stage.status.delayed_lost == lost_then);
  while (stage.scene.later.at(never, [](TickOutput&) {})) {
  }
  CHECK(say(4).starts_with("busy: past delayed_calls_max"));
}

TEST_CASE("a client sends so much sound a second", "[listening]") {
  HearingStage stage;
  std::string problem;
  for (int i = 0; i < 10'000 && problem.empty(); ++i) problem = stage.problem_of(stage.silence());
  CHECK(problem == "busy: past sound_messages_per_second_max of 110");
}

TEST_CASE("a server without body language says so", "[listening]") {
  HearingStage stage;
  stage.options.body_language = {};
  CHECK(stage.problem_of(stage.silence()) ==
        "this server has no body language: start it with --model");
}

}  // namespace kine::server::sound_streams_test
