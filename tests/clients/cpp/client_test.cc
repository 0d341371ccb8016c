// Tests for clients/cpp/client.h, against a real server.
#include "clients/cpp/client.h"

#include <cstdio>
#include <filesystem>
#include <numeric>
#include <optional>
#include <sstream>

#include "realizer/body/channels.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/temporary_folder.h"

namespace kine::client::client_test {
namespace {

using namespace std::chrono_literals;
using test::head_script;

Client connected(const server::Server& server) {
  auto client = Client::connect({.address = {"127.0.0.1", server.port()}});
  REQUIRE(client);
  return *std::move(client);
}

/// One word of 100 ms, whose samples count up from 1.
class CountingVoice final : public speech::Voice {
 public:
  static constexpr std::uint32_t kRate_hz = 8'000;
  static constexpr std::size_t kSamples = 800;

  std::string_view name() const override { return "counting"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    speech::SpeechTrack track;
    track.length = Seconds(0.1);
    track.words = {{.byte_end = utterance.text.size(), .end = track.length}};
    track.audio.rate_hz = kRate_hz;
    track.audio.samples.resize(kSamples);
    std::iota(track.audio.samples.begin(), track.audio.samples.end(), std::int16_t{1});
    return track;
  }
};

/// Polls until `done`, which the functions of `client` bring about.
void poll_until(Client& client, const bool& done) {
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!done && std::chrono::steady_clock::now() < deadline) REQUIRE(client.poll(100ms));
  REQUIRE(done);
}

}  // namespace

TEST_CASE("a client subscribes, submits, hears what becomes of it, and interrupts it", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  CHECK(client.characters().size() == 2);
  CHECK(client.tick_rate_hz() == 60);

  bool started = false;
  bool interrupted = false;
  client.on_feedback([&](const Feedback& feedback) {
    if (feedback.kind == FeedbackKind::Started) started = true;
    if (feedback.kind == FeedbackKind::Interrupted) interrupted = true;
  });
  bool framed = false;
  client.on_frame([&](const Skeleton& skeleton, const Frame& frame) {
    CHECK(skeleton.character == "ada");
    // A wrist is within arm's reach of the character.
    const auto hand = position_in_character(skeleton, frame, *skeleton.find_joint("rightHand"));
    CHECK(std::abs(hand[0]) < 1);
    framed = true;
  });
  REQUIRE(client.subscribe({.characters = {"ada"}}));
  poll_until(client, framed);

  const auto submitted = client.submit(head_script(30), {.id = "greet", .character = "ada"});
  REQUIRE(submitted);
  CHECK(submitted->id == "greet");
  CHECK(submitted->blocks == std::vector<std::string>{"greet"});
  poll_until(client, started);
  REQUIRE(client.interrupt({"greet"}, Seconds(0)));
  poll_until(client, interrupted);
}

TEST_CASE("what a character says is heard, sample by sample and with its times", "[client]") {
  server::Options options = test::server_options();
  options.voice = std::make_shared<CountingVoice>();
  const auto server = test::start_server(std::move(options));
  Client client = connected(*server);
  std::optional<AudioOpen> open;
  std::vector<std::int16_t> heard;
  bool in_time = true;
  bool closed = false;
  const auto listens = client.on_audio([&](const AudioPiece& audio) {
    if (const auto* begin = std::get_if<AudioOpen>(&audio)) open = *begin;
    if (const auto* chunk = std::get_if<AudioChunk>(&audio)) {
      const double due = open->time + static_cast<double>(heard.size()) / chunk->rate_hz;
      in_time = in_time && std::abs(chunk->time - due) < 1e-9 && chunk->stream == open->stream &&
                chunk->starts == heard.empty();
      heard.insert(heard.end(), chunk->samples.begin(), chunk->samples.end());
    }
    closed = closed || std::holds_alternative<AudioClose>(audio);
  });
  REQUIRE(client.subscribe({.characters = {"ada"}}));  // sound with it, for somebody hears it

  REQUIRE(client.submit(
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b" characterId="ada">
           <speech id="s"><text>hey</text></speech></bml>)"));
  poll_until(client, closed);

  REQUIRE(open);
  CHECK(open->id == "b:s");
  CHECK(open->rate_hz == CountingVoice::kRate_hz);
  CHECK(open->sample_count == CountingVoice::kSamples);
  CHECK(in_time);
  std::vector<std::int16_t> said(CountingVoice::kSamples);
  std::iota(said.begin(), said.end(), std::int16_t{1});
  CHECK(heard == said);
}

TEST_CASE("a target can be set, and what is wrong with it is told", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  std::string problem;
  bool told = false;
  client.on_problem([&](const std::string& said) {
    problem = said;
    told = true;
  });
  REQUIRE(client.set_target("cup", {0.5F, 1, 2}));
  REQUIRE(client.set_target("ben", {0.5F, 1, 2}));
  poll_until(client, told);
  CHECK(problem == "a character has this name: 'ben'");
}

TEST_CASE("the tension of a character can be set while it moves", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  std::vector<std::string> problems;
  bool answered = false;
  client.on_problem([&](const std::string& said) {
    problems.push_back(said);
    answered = problems.size() == 3;
  });
  REQUIRE(client.set_tension("ada", "loose", {.over = Seconds(0.3)}));
  REQUIRE(client.set_tension("ben", 0.005, 0.3, {.arms = Arms::Left, .moves_in = MovesIn::World}));
  REQUIRE(client.set_tension("ada", "off"));
  REQUIRE(client.set_tension("ada", "losse"));
  REQUIRE(client.set_tension("ben", 0.005, 0));
  REQUIRE(client.set_tension("eve", "loose"));
  poll_until(client, answered);
  CHECK(problems ==
        std::vector<std::string>{"there is no manner of tension, near to it are loose: 'losse'",
                                 "a zeta must be from 0.05 to 2, not '0'",
                                 "of the characters ada, ben none is 'eve'"});

  // It goes on taking scripts and ticking.
  REQUIRE(client.submit(head_script(1), {.character = "ada"}));
}

TEST_CASE("the style, the nucleus and the face of a character can be set while it moves",
          "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  std::vector<std::string> problems;
  bool answered = false;
  client.on_problem([&](const std::string& said) {
    problems.push_back(said);
    answered = problems.size() == 4;
  });
  const std::size_t smile = body::find_channel("mouthSmileLeft")->index;
  bool smiles = false;
  client.on_frame([&](const Skeleton&, const Frame& frame) {
    if (!frame.channels.empty() && frame.channels[smile] == 0.5F) smiles = true;
  });
  REQUIRE(client.subscribe({.characters = {"ada"}, .parts = {Part::Face}}));
  REQUIRE(client.set_style("ada", "tired", Seconds(0.5)));
  REQUIRE(client.set_nucleus("ben", {.spatial_extent = 0.5, .power = -1}));
  REQUIRE(client.set_face("ada", "SMILE", {.amount = 0.25, .shapes = {{"mouthSmileLeft", 0.25}}}));
  REQUIRE(client.set_style("ada", "tird"));
  REQUIRE(client.set_nucleus("ada", {.power = 2}));
  REQUIRE(client.set_sketch("ada", {.style = "tired", .numbers = {{"tempo", 0.5}}}));
  REQUIRE(client.set_sketch("ada", {.numbers = {{"posture", -2}}}));
  REQUIRE(client.set_face("eve", "happy"));
  poll_until(client, answered);
  CHECK(problems == std::vector<std::string>{"there is no style, near to it are tired: 'tird'",
                                             "a power must be from -1 to 1, not '2'",
                                             "the number 'posture' must be from -1 to 1, not '-2'",
                                             "of the characters ada, ben none is 'eve'"});
  poll_until(client, smiles);
}

TEST_CASE("a character that is claimed takes scripts of its client alone", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  Client other = connected(*server);
  REQUIRE(client.claim({"ada"}));
  const auto refused = other.submit(head_script(1), {.character = "ada"});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message.starts_with("'ada' is claimed by "));
  CHECK(other.submit(head_script(1), {.character = "ben"}));
  CHECK(client.submit(head_script(1), {.character = "ada"}));
  const auto also = other.claim();
  REQUIRE_FALSE(also);
  CHECK(also.error().message.starts_with("one of these characters is claimed by "));
  REQUIRE(client.release());
  CHECK(other.claim({"ada", "ben"}));
}

TEST_CASE("characters join and leave, and everybody is told once", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  Client other = connected(*server);
  std::vector<std::string> told;
  for (Client* each : {&client, &other}) {
    each->on_joined([&](const Character& character) { told.push_back("+" + character.name); });
    each->on_left([&](const Character& character) { told.push_back("-" + character.name); });
  }
  bool is_seen = false;
  other.on_frame([&](const Skeleton& skeleton, const Frame&) {
    if (skeleton.character == "eve") is_seen = true;
  });
  REQUIRE(other.subscribe());
  const auto eve = client.join("eve", {.body = "ben", .place = {1, -2}});
  REQUIRE(eve);
  CHECK(eve->id == 3);
  CHECK(client.submit(head_script(0.1), {.character = "eve"}));
  poll_until(other, is_seen);
  while (told.size() < 2) REQUIRE(client.poll(std::chrono::seconds(10)).value());
  CHECK(told == std::vector<std::string>{"+eve", "+eve"});
  CHECK(other.characters().size() == 3);
  CHECK(client.join("eve").error().message == "a character has this name: 'eve'");
  REQUIRE(client.leave("eve"));
  CHECK(client.characters().size() == 2);
  const bool& is_gone = is_seen;
  is_seen = false;
  other.on_left([&](const Character&) { is_seen = true; });
  other.on_frame({});
  poll_until(other, is_gone);
  CHECK(other.characters().size() == 2);
  while (told.size() < 3) REQUIRE(client.poll(std::chrono::seconds(10)).value());
  CHECK(told == std::vector<std::string>{"+eve", "+eve", "-eve"});
}

TEST_CASE("everything on a character can be interrupted", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  bool interrupted = false;
  client.on_feedback([&](const Feedback& feedback) {
    if (feedback.kind == FeedbackKind::Interrupted) interrupted = true;
  });
  REQUIRE(client.submit(head_script(30), {.character = "ben"}));
  REQUIRE(client.interrupt_character("ben"));
  poll_until(client, interrupted);
}

TEST_CASE("who asks is told what was performed, and so is who interrupts", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  std::optional<Performed> performed;
  bool interrupted = false;
  client.on_feedback([&](const Feedback& feedback) {
    interrupted = feedback.kind == FeedbackKind::Interrupted;
    if (interrupted) performed = feedback.performed;
  });
  REQUIRE(client.submit(
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b" characterId="ada">
         <speech id="s"><text>no no no no no no no no no no no no</text></speech></bml>)"));
  const auto asked = client.performed({"b"});
  REQUIRE(asked);
  REQUIRE(asked->size() == 1);
  CHECK(asked->front().performed.speeches.front().words == 12);
  CHECK(client.performed_by("ada")->size() == 1);
  CHECK(client.performed_by("ben")->empty());
  CHECK(client.performed({"c"}).error().message ==
        "no script of yours with this id plays or waits: 'c'");
  REQUIRE(client.interrupt({"b"}));
  poll_until(client, interrupted);
  REQUIRE(performed);
  CHECK(performed->text_done() + performed->text_left() == "no no no no no no no no no no no no");
}

TEST_CASE("a refused script is an error with its place, and the next one is taken", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);

  const auto refused = client.submit("<script xmlns=\"urn:kinesphere:script:1\">\n<nonsense/>");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where.line == 2);

  CHECK(client.submit(head_script(0.01), {.character = "ada"}));
}

TEST_CASE("a script that is no UTF-8 is refused with its place before it is sent", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  const auto refused = client.submit("<script>\n \xFF</script>");
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == Where{2, 2});
}

TEST_CASE("where no server answers, connecting is an error that names the address", "[client]") {
  std::uint16_t port = 0;
  {
    const auto server = test::start_server();
    port = server->port();
  }
  const auto client = Client::connect({.address = {"127.0.0.1", port}});
  REQUIRE_FALSE(client);
  CHECK(client.error().message.find(std::to_string(port)) != std::string::npos);
}

TEST_CASE("a client without the token hears why it is not let in", "[client]") {
  auto options = test::server_options();
  options.token = "sesame";
  const auto server = test::start_server(options);
  const auto client = Client::connect({.address = {"127.0.0.1", server->port()}});
  REQUIRE_FALSE(client);
  CHECK(client.error().message == "this server wants a token");
  CHECK(Client::connect({.address = {"127.0.0.1", server->port()}, .token = "sesame"}));
}

TEST_CASE("run ends with the server's goodbye, or with one's own close", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  SECTION("one's own") {
    client.on_frame([&](const Skeleton&, const Frame&) { client.close(); });
    REQUIRE(client.subscribe());
    CHECK(client.run());
  }
  SECTION("the server's") {
    server->leave("maintenance");
    const auto ran = client.run();
    REQUIRE_FALSE(ran);
    CHECK(ran.error().message == "the server said goodbye: maintenance");
  }
}

TEST_CASE("an unknown character cannot be subscribed to", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  const auto subscribed = client.subscribe({.characters = {"zoe"}});
  REQUIRE_FALSE(subscribed);
  CHECK(subscribed.error().message == "the server has no such character: 'zoe'");
}

TEST_CASE("a script can be checked without being played", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  const auto wrong = client.check("<script xmlns=\"urn:kinesphere:script:1\">\n<nonsense/>");
  REQUIRE(wrong);
  REQUIRE(wrong->errors.size() == 1);
  CHECK(wrong->errors[0].where.line == 2);
  const auto good = client.check(head_script(1), "ada");
  REQUIRE(good);
  CHECK(good->errors.empty());
  CHECK(server->status().scripts_accepted == 0);
}

TEST_CASE("a server writes down what it is asked to, and says how many frames", "[client]") {
  const test::TemporaryFolder folder;
  server::Options options = test::server_options();
  options.recordings = folder.path().string();
  const auto server = test::start_server(options);
  Client client = connected(*server);
  REQUIRE(client.record("greeting", {"ada"}));
  bool ended = false;
  client.on_feedback([&](const Feedback& heard) { ended |= heard.kind == FeedbackKind::Ended; });
  REQUIRE(client.submit(head_script(0.2), {.character = "ada"}));
  poll_until(client, ended);
  const auto frames = client.stop_recording("greeting");
  REQUIRE(frames);
  CHECK(*frames > 10);
  CHECK(std::filesystem::file_size(folder.file("greeting.ksr")) > 800 * *frames);
  CHECK_FALSE(client.stop_recording("greeting"));
  CHECK_FALSE(client.record("another", {"nobody"}));
}

TEST_CASE("a server without a folder for recordings says so", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  bool told = false;
  client.on_problem([&](const std::string& problem) {
    CHECK(problem == "recording 'greeting': this server was given no folder for recordings");
    told = true;
  });
  REQUIRE(client.record("greeting"));
  poll_until(client, told);
}

TEST_CASE("an accepted script says when its sync points are due", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  const auto submitted = client.submit(head_script(1), {.id = "greet", .character = "ada"});
  REQUIRE(submitted);
  REQUIRE(submitted->timeline.size() == 3);
  CHECK(submitted->timeline[1].id == "greet:s:p");
  CHECK(submitted->timeline[1].time == Approx(0.05));
}

TEST_CASE("who asks for predictions hears how a block is expected to go, three times", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  std::vector<Prediction> predictions;
  bool ended = false;
  std::optional<double> started;
  client.on_prediction([&](const Prediction& heard) {
    // The last one comes behind the start.
    CHECK(started.has_value() == (heard.stage == PredictionStage::Playing));
    predictions.push_back(heard);
  });
  client.on_feedback([&](const Feedback& heard) {
    if (heard.kind == FeedbackKind::Started) started = heard.time;
    ended |= heard.kind == FeedbackKind::Ended;
  });
  const auto submitted = client.submit(
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b1" characterId="ada">
           <head id="nod" lexeme="NOD" start="0.2" end="0.7"/></bml>)",
      {.predictions = true});
  REQUIRE(submitted);
  CHECK(submitted->timeline.empty());
  poll_until(client, ended);

  REQUIRE(predictions.size() == 3);
  CHECK(predictions[0].stage == PredictionStage::Planning);
  CHECK_FALSE(predictions[0].end);
  CHECK(predictions[0].behaviours.empty());
  CHECK(predictions[1].stage == PredictionStage::Planned);
  CHECK(predictions[2].stage == PredictionStage::Playing);
  CHECK(predictions[2].start == started);
  for (const std::size_t known : {1, 2}) {
    CHECK(predictions[known].id == "b1");
    REQUIRE((predictions[known].start && predictions[known].end));
    CHECK(*predictions[known].end - *predictions[known].start == Approx(0.7));
    REQUIRE(predictions[known].behaviours.size() == 1);
    const Prediction::Behaviour& nod = predictions[known].behaviours[0];
    CHECK(nod.id == "b1:nod");
    CHECK(nod.element == "head");
    REQUIRE(nod.attributes.size() == 1);
    CHECK(nod.attributes[0].name == "lexeme");
    CHECK(nod.attributes[0].value == "NOD");
    CHECK(nod.children.empty());
    CHECK(nod.syncs.front().id == "b1:nod:start");
    CHECK(nod.syncs.front().time == Approx(0.2));
    CHECK(nod.syncs.back().id == "b1:nod:end");
    CHECK(nod.syncs.back().time == Approx(0.7));
  }
}

TEST_CASE("pings say how far the server is, and what time it is on the count of ticks",
          "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  const auto round_trip = client.ping();
  REQUIRE(round_trip);
  CHECK(*round_trip > Seconds(0));
  REQUIRE(client.clock().tick_time_s());

  double late = 1;
  bool framed = false;
  client.on_frame([&](const Skeleton&, const Frame& frame) {
    late = *client.clock().tick_time_s() - frame.time;
    framed = true;
  });
  REQUIRE(client.subscribe({.characters = {"ada"}}));
  poll_until(client, framed);
  framed = false;
  poll_until(client, framed);
  CHECK(late > -0.05);  // half a round trip may be wrong on a machine with others at work
  CHECK(late < 0.5);
}

TEST_CASE("frames are acknowledged by themselves, and reports come", "[client]") {
  const auto server = test::start_server();
  Client client = connected(*server);
  REQUIRE(client.subscribe({.characters = {"ada"}}));
  std::uint64_t last = 0;
  client.on_frame([&](const Skeleton&, const Frame& frame) { last = frame.tick; });
  const auto deadline = std::chrono::steady_clock::now() + 20s;
  while (!client.stats() && std::chrono::steady_clock::now() < deadline) {
    REQUIRE(client.poll(100ms));
  }
  REQUIRE(client.stats());
  CHECK(client.stats()->frames_sent > 0);
  CHECK(client.stats()->frames_unacknowledged <= 30);
  CHECK(last > 30);
}

}  // namespace kine::client::client_test
