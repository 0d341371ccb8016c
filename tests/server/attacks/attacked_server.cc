#include "tests/server/attacks/attacked_server.h"

#include <malloc.h>

#include "server/scene/casts.h"
#include "tests/server/attacks/attacks.h"
#include "tests/support/server/running_server.h"

namespace kine::attacks {
namespace {

/// 60 ms a letter, and not a sound of it: what it holds counts.
class TalkativeVoice final : public speech::Voice {
 public:
  static constexpr std::uint32_t kRate_hz = 48'000;
  static constexpr std::size_t kSamplesALetter = 2'880;

  std::string_view name() const override { return "talkative"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    speech::SpeechTrack track;
    track.audio.rate_hz = kRate_hz;
    track.audio.samples.resize(kSamplesALetter * utterance.text.size());
    track.length = Seconds(static_cast<double>(track.audio.samples.size()) / kRate_hz);
    track.words = {{.byte_end = utterance.text.size(), .end = track.length}};
    return track;
  }
};

}  // namespace

std::unique_ptr<server::Server> start_attacked_server(
    const std::string& recordings, const std::function<void(server::Options&)>& change) {
  server::Options options = test::server_options();
  std::vector<server::CharacterSpec> specs = server::default_characters();
  for (const char* name : {"eve=ada@2,0", "joe=ada@4,0", "kim=ada@6,0"}) {
    specs.push_back(*server::parse_character(name));
  }
  options.casts = *server::make_casts(specs);
  options.token = kToken;
  options.recordings = recordings;
  options.voice = std::make_shared<const TalkativeVoice>();
  options.limits.connections_max = kConnectionsMax;
  options.limits.http_budget_wait_max = std::chrono::milliseconds(500);
  if (change) change(options);
  return test::start_server(std::move(options));
}

std::size_t bytes_in_use() {
  const auto counts = ::mallinfo2();
  return counts.uordblks + counts.hblkhd;
}

void interrupt_all(const server::Server& server) {
  test::WireClient client(server.port());
  client.say_hello(kToken);
  client.subscribe();
  const auto present = client.next_frame().tick();
  for (const char* character : {"ada", "ben", "eve", "joe", "kim"}) {
    kinesphere::Envelope envelope;
    envelope.mutable_interrupt()->set_character(character);
    envelope.mutable_interrupt()->set_fade(0);
    client.send(envelope);
  }
  constexpr std::uint64_t kTicks = 60;
  while (client.next_frame().tick() < present + kTicks) {
  }
}

}  // namespace kine::attacks
