// Tests for server/journal/recovery.h, with a client whose sound moves a character when the server
// is killed.
#include <filesystem>
#include <fstream>

#include "realizer/body/channels.h"
#include "server/journal/record.h"
#include "server/journal/recovery.h"
#include "server/offline/gesture_model_file.h"
#include "server/scene/casts.h"
#include "server/session_log/rows.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/small_model.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"
#include "tests/support/speech/syllables.h"
#include "tests/support/temporary_folder.h"

namespace kine::server::live_sound_after_kill_test {
namespace {

using test::WireClient;

constexpr std::uint32_t kRate_hz = 8'000;

/// Ends where a syllable is the loudest: the mouth is open.
constexpr double kSpoken_s = 1.125;

std::unique_ptr<Server> start_in(const test::TemporaryFolder& folder) {
  Options options = test::server_options();
  options.body_language = *read_body_language(test::small_model());
  options.casts = with_body_language(options.casts, options.body_language);
  options.journal = folder.path();
  return test::start_server(std::move(options));
}

WireClient come(const Server& server) {
  WireClient client(server.port());
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_version_major(1);
  envelope.mutable_hello()->set_resume("microphone");
  client.send(envelope);
  client.receive_until([](const auto& each) { return each.has_hello(); });
  client.subscribe({kinesphere::PART_FACE});
  return client;
}

void smile(WireClient& client) {
  kinesphere::Envelope envelope;
  envelope.mutable_set_manner()->set_character("ada");
  auto& weight = *envelope.mutable_set_manner()->mutable_face()->add_shapes();
  weight.set_name("mouthSmileLeft");
  weight.set_weight(0.5);
  client.send(envelope);
}

/// In pieces of 60 ms; the first has this number.
void speak(WireClient& client, std::uint64_t first_sample) {
  constexpr std::size_t kPieceBytes = std::size_t{2} * kRate_hz * 60 / 1'000;
  const std::string sound = test::pcm16_of(test::syllables(kSpoken_s, 0, kRate_hz));
  kinesphere::Envelope envelope;
  kinesphere::AudioIn& piece = *envelope.mutable_audio_in();
  piece.set_stream(1);
  piece.set_character("ada");
  piece.set_rate_hz(kRate_hz);
  piece.set_flags(kinesphere::AudioIn::TELL);
  for (std::size_t at = 0; at < sound.size(); at += kPieceBytes) {
    piece.set_first_sample(first_sample + at / 2);
    piece.set_samples(sound.substr(at, kPieceBytes));
    client.send(envelope);
  }
}

float weight_of(const kinesphere::Frame& frame, std::string_view channel) {
  return frame.channels(body::find_channel(channel)->index);
}

/// Waits for a frame in which ada smiles as well.
void wait_for_jaw(WireClient& client, const std::function<bool(float jaw)>& is_it) {
  client.receive_until([&](const kinesphere::Envelope& each) {
    return each.has_frame() && each.frame().character_id() == 1 &&
           weight_of(each.frame(), "mouthSmileLeft") >= 0.49F &&
           is_it(weight_of(each.frame(), "jawOpen"));
  });
}

bool is_open(float jaw) { return jaw > 0.2F; }

/// All that is on the disk when the mouth is open.
void speak_until_kill(const test::TemporaryFolder& folder,
                      const test::TemporaryFolder& after_kill) {
  const auto server = start_in(folder);
  WireClient client = come(*server);
  smile(client);
  wait_for_jaw(client, [](float) { return true; });
  speak(client, 0);
  client.receive_until([](const auto& each) { return each.has_audio_heard(); });
  wait_for_jaw(client, is_open);
  client.submit(test::head_script(0.1), "nod", "ben");
  client.receive_until([](const auto& each) { return each.has_kept(); });
  std::filesystem::copy_file(folder.file("00000001.ksj"), after_kill.file("00000001.ksj"));
}

std::string journal_in(const test::TemporaryFolder& folder) {
  std::ifstream file(folder.file("00000001.ksj"), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return bytes.substr(0, find_whole_records(bytes).bytes);
}

/// As a server that starts makes it.
HeadRow head_of(const std::string& journal) {
  const auto first = read_record(std::string_view(journal).substr(kJournalMagic.size()));
  REQUIRE(first);
  HeadRow head = std::get<HeadRow>(decode_log_line(first->row)->row);
  head.characters.clear();
  return head;
}

}  // namespace

TEST_CASE("a scene that moved by live sound has the same frames behind a kill, to the bit",
          "[journal][listening]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  speak_until_kill(folder, after_kill);
  const std::string journal = journal_in(after_kill);
  for (const char* row : {"{\"row\":\"heard\"", "\"of_sound\":true"}) {
    INFO(row);
    CHECK(journal.find(row) != std::string::npos);
  }
  const HeadRow head = head_of(journal);
  const TickRate rate(head.tick_rate_hz);
  const auto repertoire = *read_body_language(test::small_model());
  const auto casts = with_body_language(*make_casts(default_characters()), repertoire);
  LiveScene scene({.casts = casts, .rate = rate, .inputs_max = kMailboxInputsMax});
  ShardThreads shards(scene.roster, rate, 1, head.life);
  const auto recovered = recover(
      journal, head,
      {.scene = scene, .shards = shards, .casts = casts, .stock = {}, .repertoire = repertoire});
  REQUIRE(recovered);
  CHECK(recovered->replayed.ticks > 10);
  CHECK(recovered->replayed.equal == recovered->replayed.ticks);

  // Nobody else would close the mouth.
  std::vector<Input> inputs;
  scene.take_in(inputs);
  REQUIRE(inputs.size() == 1);
  const auto* const face = std::get_if<SetFace>(&inputs.front());
  REQUIRE(face != nullptr);
  CHECK(face->character == CharacterId{1});
  CHECK_FALSE(face->of_sound);
  CHECK(face->change.channels[body::find_channel("jawOpen")->index] == 0);
  CHECK(face->change.channels[body::find_channel("mouthSmileLeft")->index] == 0.5F);
}

TEST_CASE("behind a kill a mouth closes, and opens again when its client's sound goes on",
          "[journal][listening]") {
  const test::TemporaryFolder folder;
  const test::TemporaryFolder after_kill;
  speak_until_kill(folder, after_kill);
  const auto server = start_in(after_kill);
  WireClient client = come(*server);
  wait_for_jaw(client, [](float jaw) { return jaw < 0.01F; });
  speak(client, static_cast<std::uint64_t>(kSpoken_s * kRate_hz));
  client.receive_until([](const auto& each) { return each.has_audio_heard(); });
  wait_for_jaw(client, is_open);
}

}  // namespace kine::server::live_sound_after_kill_test
