// What clients have the server hold: scripts that wait to be prepared, and sound that outlives the
// client that asked for it.
#include <algorithm>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "server/guests/memory_account.h"
#include "server/live/memory_of.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::held_memory_test {
namespace {

using Stage = test::ConversationStage;
using test::WireClient;

constexpr std::size_t kMiB = std::size_t{1} << 20;

/// Sound as long as the words are likely to take.
class LoudVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "loud"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    auto track = speech::silent_voice().say(utterance);
    const auto samples = static_cast<std::size_t>(track->length.count() * kRate_hz);
    track->audio = {.rate_hz = kRate_hz, .samples = std::vector<std::int16_t>(samples)};
    return track;
  }

 private:
  static constexpr std::uint32_t kRate_hz = 48'000;
};

std::string speech_of(const std::string& id, int words) {
  std::string text;
  for (int i = 0; i < words; ++i) text += "word ";
  return "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='" + id +
         "'><speech id='s'><text>" + text + "</text></speech></bml>";
}

void wait_for(const std::function<bool()>& done) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(240);
  while (!done() && std::chrono::steady_clock::now() < until) std::this_thread::yield();
  REQUIRE(done());
}

kinesphere::Envelope interrupt_of(const std::string& character) {
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->set_character(character);
  envelope.mutable_interrupt()->set_fade(0);
  return envelope;
}

bool names_the_limit(const std::string& error, std::size_t bytes) {
  return error.starts_with("busy: past memory_bytes_per_address_max of " + std::to_string(bytes));
}

}  // namespace

TEST_CASE("texts whose sound is large hold what their address may, also when their clients left",
          "[held_memory]") {
  Options options = test::server_options();
  options.voice = std::make_shared<const LoudVoice>();
  options.limits.memory_bytes_per_address_max = 48 * kMiB;
  const auto server = test::start_server(options);
  constexpr std::uint64_t kClients = 12;
  constexpr std::uint64_t kTexts = 4;
  std::size_t sent = 0;
  for (std::uint64_t i = 0; i < kClients; ++i) {
    WireClient client(server->port());
    client.say_hello();
    for (std::uint64_t k = 0; k < kTexts; ++k) {
      const std::string script = speech_of("b" + std::to_string(k), 540);
      sent += script.size();
      client.submit(script, "b" + std::to_string(k), k % 2 == 0 ? "ada" : "ben");
    }
    client.say_ping();
  }
  CHECK(sent > 120'000);
  const Status& status = server->status();
  wait_for([&] { return status.scripts_accepted + status.scripts_refused == kClients * kTexts; });
  CHECK(server->memory_bytes() > 24 * kMiB);
  CHECK(status.scripts_accepted >= 2);
  CHECK(status.scripts_refused >= kClients * kTexts / 2);

  // Their address is told so, and another one has its own.
  WireClient again(server->port());
  again.say_hello();
  again.submit(speech_of("c", 540), "c", "ada");
  CHECK(names_the_limit(again.answer().refused().error(), 48 * kMiB));
  auto other = WireClient::from("127.0.0.2", server->port());
  other.say_hello();
  other.submit(speech_of("c", 10), "c", "ada");
  CHECK(other.answer().has_accepted());

  // What is interrupted is freed, whatever client sent it.
  again.send(interrupt_of("ada"));
  again.send(interrupt_of("ben"));
  wait_for([&] { return server->memory_bytes() < kMiB; });
  again.submit(speech_of("d", 540), "d", "ada");
  CHECK(again.answer().has_accepted());
}

TEST_CASE("scripts that wait to be prepared or checked count with all that is held of them",
          "[held_memory]") {
  Stage stage;
  stage.greet();
  constexpr std::size_t kRoom = 200'000;
  auto rest = stage.all_memory_but(kRoom);
  const auto held = [&] { return stage.services.memory.bytes() - rest.bytes(); };
  kinesphere::Envelope submit;
  submit.mutable_submit()->set_script(std::string(80'000, ' ') + test::head_script(1));
  kinesphere::Envelope check;
  check.mutable_check()->set_script(submit.submit().script());
  {
    const auto go_on = std::make_shared<std::promise<void>>();
    auto waits = [future = std::shared_future<void>(go_on->get_future())] { future.wait(); };
    REQUIRE(stage.pool.push(ClientId{1}, 0, std::function<void()>(std::move(waits))));
    stage.hear(submit);
    CHECK(held() >= 80'000);
    stage.hear(check);
    CHECK(held() >= 160'000);
    CHECK(stage.carrier->sent.empty());
    stage.hear(submit);
    CHECK(names_the_limit(stage.last().refused().error(),
                          stage.options.limits.memory_bytes_per_address_max));
    stage.hear(check);
    CHECK(names_the_limit(stage.last().checked().errors(0).message(),
                          stage.options.limits.memory_bytes_per_address_max));
    rest = MemoryShare();  // others leave room for what they are planned to
    go_on->set_value();
  }
  stage.carrier->run_posted();
  stage.carrier->run_posted();
  stage.finish_jobs();
  stage.inputs();
  CHECK(stage.services.status.scripts_accepted == 1);
  // Their text is not needed any more; of one of them there is a block.
  CHECK(held() < submit.submit().script().size() * kPlannedBytesOfText + 80'000);
}

}  // namespace kine::server::held_memory_test
