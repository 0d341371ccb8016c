// Tests for clients/cpp/body_calls.cc: dynamics, pushes, drags and loads, against a real server.
#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "clients/cpp/client.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/repertoires.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/running_server.h"
#include "tests/support/speech/opus_packets.h"
#include "tests/support/speech/syllables.h"

namespace kine::client::body_calls_test {
namespace {

using namespace std::chrono_literals;

/// Polls until `done()`, which the functions of `client` bring about.
template <class IsDone>
void poll_until(Client& client, const IsDone& is_done) {
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!is_done() && std::chrono::steady_clock::now() < deadline) REQUIRE(client.poll(100ms));
  REQUIRE(is_done());
}

Client connected(const server::Server& server) {
  auto client = Client::connect({.address = {"127.0.0.1", server.port()}});
  REQUIRE(client);
  return *std::move(client);
}

/// How far a joint of ada goes forward from where it was seen first.
class Watched {
 public:
  Watched(Client& client, std::string joint) {
    client.on_frame([this, joint = std::move(joint)](const Skeleton& skeleton, const Frame& frame) {
      const auto at = position_in_character(skeleton, frame, *skeleton.find_joint(joint));
      if (!first_m_) first_m_ = at[2];
      ahead_m_ = at[2] - *first_m_;
    });
    REQUIRE(client.subscribe({.characters = {"ada"}}));
    poll_until(client, [this] { return first_m_.has_value(); });
  }
  double ahead_m() const { return ahead_m_; }

 private:
  std::optional<double> first_m_;
  double ahead_m_ = 0;
};

}  // namespace

TEST_CASE("a client has a character move by its muscles, and pushes it", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  const Watched head(client, "head");
  REQUIRE(client.set_dynamics("ada", Dynamics::Torso));
  REQUIRE(client.push("ada", "upperChest", {0, 0, 150}, Seconds(0.5)));
  poll_until(client, [&] { return head.ahead_m() > 0.02; });
  poll_until(client, [&] { return head.ahead_m() < 0.005; });
}

TEST_CASE("a client drags a hand to a place in the world", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  const Watched hand(client, "rightHand");
  REQUIRE(client.set_dynamics("ada", Dynamics::Torso));
  REQUIRE(client.set_load("ada", Hand::Right, 1, 0.5));
  REQUIRE(client.drag("ada", "rightHand", {-0.3, 1.2, 0.5}, Seconds(4),
                      {.stiffness_N_m = 1'000, .limit_N = 150}));
  poll_until(client, [&] { return hand.ahead_m() > 0.1; });
}

TEST_CASE("what is wrong with a push or a load is told", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  std::vector<std::string> problems;
  client.on_problem([&](const std::string& said) { problems.push_back(said); });
  REQUIRE(client.push("ada", "head", {0, 0, 10}, Seconds(0.1)));
  REQUIRE(client.set_dynamics("ada", Dynamics::Torso));
  REQUIRE(client.push("ada", "head", {0, 0, 10}, Seconds(0.1)));
  REQUIRE(client.drag("ada", "leftToes", {0, 0, 1}, Seconds(0.1)));
  REQUIRE(client.set_load("ada", Hand::Left, 60));
  REQUIRE(client.set_dynamics("eve", Dynamics::None));
  poll_until(client, [&] { return problems.size() == 4; });
  CHECK(problems ==
        std::vector<std::string>{
            "'ada' does not move by its muscles, so it feels no push: SetDynamics to TORSO or BODY "
            "first",
            "trunk, head, arms, hips and legs can be pushed, and nothing smaller, not 'leftToes'",
            "the mass of a load must be from 0 to 50 kg, not '60'",
            "of the characters ada, ben none is 'eve'"});
}

TEST_CASE("a client sends sound by which a character moves, and hears what is heard", "[client]") {
  auto options = test::server_options();
  options.body_language = test::playable_nodding();
  const auto server = test::start_server(std::move(options));
  Client client = connected(*server);
  std::vector<HeardSound> heard;
  client.on_heard([&](const HeardSound& each) { heard.push_back(each); });
  double samples_back = 0;
  REQUIRE(client.on_audio([&](const AudioPiece& piece) {
    if (const auto* const chunk = std::get_if<AudioChunk>(&piece)) {
      samples_back += static_cast<double>(chunk->samples.size());
    }
  }));
  constexpr std::uint32_t kRate_hz = 16'000;
  constexpr std::size_t kPiece = kRate_hz * 60 / 1'000;
  const std::string sound = test::pcm16_of(test::syllables(0.75, 0.75, kRate_hz));
  const std::string_view all = sound;
  for (std::size_t first = 0; 2 * first < all.size(); first += kPiece) {
    REQUIRE(client.send_sound({.character = "ada",
                               .first_sample = first,
                               .rate_hz = kRate_hz,
                               .samples = all.substr(2 * first, 2 * kPiece),
                               .last = 2 * (first + kPiece) >= all.size(),
                               .tells = true}));
  }
  const auto packets = test::opus_packets(test::syllables(0.72, 0.72, kRate_hz), kRate_hz, kPiece);
  for (std::size_t i = 0; i < packets.size(); ++i) {
    REQUIRE(client.send_sound({.stream = 2,
                               .character = "ben",
                               .first_sample = i * kPiece,
                               .rate_hz = kRate_hz,
                               .codec = SoundCodec::Opus,
                               .samples = packets[i],
                               .sample_count = kPiece,
                               .last = i + 1 == packets.size(),
                               .tells = true,
                               .delay_s = 0.5}));
  }
  const auto syllables = [&](std::uint32_t stream) {
    return std::ranges::count_if(heard, [&](const HeardSound& each) {
      return each.stream == stream && each.kind == HeardSound::Kind::Syllable;
    });
  };
  poll_until(client, [&] { return syllables(1) == 3 && syllables(2) == 3; });
  // What comes quicker than it is said is left out behind 0.2 s.
  poll_until(client, [&] { return samples_back > 0.17 * kRate_hz; });
  CHECK(heard.front().kind == HeardSound::Kind::Peak);
  const auto syllable = std::ranges::find(heard, HeardSound::Kind::Syllable, &HeardSound::kind);
  CHECK(syllable->f0_hz == Approx(180).margin(45));
  CHECK(syllable->known > syllable->at);
}

}  // namespace kine::client::body_calls_test
