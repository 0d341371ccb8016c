// Tests for server/demonstration/demonstration.h.
#include "server/demonstration/demonstration.h"

#include <boost/asio/io_context.hpp>
#include <chrono>
#include <cmath>
#include <numbers>
#include <set>
#include <thread>

#include "realizer/prepare/prepare.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::demonstration_test {
namespace {

constexpr double kPauseTested_s = 3;
constexpr ClientId kVisitor{7};

Options options_with(std::vector<std::string_view> characters) {
  Options options = test::server_options();
  if (!characters.empty()) {
    std::vector<CharacterSpec> specs;
    for (const std::string_view text : characters) specs.push_back(*parse_character(text));
    options.casts = *make_casts(specs);
  }
  options.demonstration_pause = Seconds{kPauseTested_s};
  return options;
}

/// A server's parts without a socket or a clock: its ticks are as quick as the machine.
struct Theatre {
  explicit Theatre(std::vector<std::string_view> characters = {})
      : options(options_with(std::move(characters))) {
    const auto present = scene.roster.present();
    for (const auto& entry : present->entries) shard.add_character(entry->id, entry->cast);
    demonstrator = Demonstrator::start(services, stage);
    advance();
  }
  ~Theatre() { pool.stop(); }

  /// What the pool prepares is there before the next tick.
  void settle() {
    const auto latest = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    do {
      REQUIRE(std::chrono::steady_clock::now() < latest);
      std::this_thread::yield();
      io.restart();
      io.poll();
    } while (demonstrator->is_preparing());
  }

  void advance() {
    settle();
    ++tick.index;
    scene.take_in(inputs);
    shard.advance_to(tick, inputs);
    auto output = std::make_shared<TickOutput>();
    output->tick = tick;
    output->feedback.assign(shard.feedback().begin(), shard.feedback().end());
    output->idle = shard.idle();
    scene.note(tick, inputs, output, {&shard, 1});
    for (const Feedback& each : output->feedback) {
      if (each.kind == FeedbackKind::Started) started.push_back(each.id);
      if (each.kind == FeedbackKind::Interrupted) interrupted.push_back(each.id);
      if (each.kind == FeedbackKind::Warning) warnings.push_back(each.id + ": " + each.message);
    }
    hub.publish(output);
    settle();
  }

  /// What a visitor sends to a character begins with the next tick.
  void submit(std::string_view text, std::string_view character) {
    Diagnostics diagnostics;
    const auto prepared = prepare(text,
                                  {.casts = options.casts,
                                   .script_id = "visit",
                                   .character = character,
                                   .live = {.located = scene.located()}},
                                  diagnostics);
    REQUIRE(prepared);
    const auto& block = prepared->blocks.front();
    scene.live_blocks.expect(block);
    REQUIRE(scene.mailbox.push({PlayBlock{scene.roster.find(character)->id,
                                          BlockId{++scene.blocks_counted}, kVisitor, block}}));
    demonstrator->give_way();
  }

  Vec3 hips(std::size_t row) const {
    const Frame& frame = shard.frames()[row];
    const Quat turn{frame.root[3], frame.root[4], frame.root[5], frame.root[6]};
    return Vec3{frame.root[0], frame.root[1], frame.root[2]} +
           turn * Vec3{frame.hips_m[0], frame.hips_m[1], frame.hips_m[2]};
  }
  double apart() const {
    const Vec3 way = hips(1) - hips(0);
    return std::hypot(way.x, way.z);
  }
  body::Placement at(std::size_t row) const {
    const auto& root = shard.frames()[row].root;
    return {{root[0], root[1], root[2]}, 2 * std::atan2(double{root[4]}, double{root[6]})};
  }
  bool everybody_is_in_place() const {
    for (std::size_t row = 0; row < options.casts.size(); ++row) {
      if (!is_in_place(at(row), options.casts[row]->placement)) return false;
    }
    return true;
  }
  std::size_t times_started(std::string_view id) const {
    return static_cast<std::size_t>(std::ranges::count(started, id));
  }

  /// Ticks until that holds, which must come within so many seconds.
  template <typename Condition>
  std::size_t advance_until(const Condition& holds, double seconds_max) {
    std::size_t ticks = 0;
    for (; !holds(); ++ticks) {
      REQUIRE(static_cast<double>(ticks) < 60 * seconds_max);
      advance();
    }
    return ticks;
  }

  boost::asio::io_context io;
  Options options;
  LiveLimits limits{options.limits};
  LiveScene scene{{.casts = options.casts, .rate = TickRate(60), .inputs_max = 1'000}};
  Status status;
  PreparePool pool{{.threads = 1}};
  Hub hub{io, TickRate(60), status};
  Recorder recorder{"", scene.roster, TickRate(60), hub};
  WebFiles files{scene.roster, TickRate(60)};
  Stage stage{.name = "main",
              .scene = scene,
              .hub = hub,
              .recorder = recorder,
              .heard_characters = HeardCharacters(1),
              .resumes = Resumes(limits)};
  Services services{.options = options,
                    .status = status,
                    .pool = pool,
                    .files = files,
                    .limits = limits,
                    .stages = {&stage}};
  Shard shard{TickRate(60)};
  std::shared_ptr<Demonstrator> demonstrator;
  Tick tick;
  std::vector<Input> inputs;
  std::vector<std::string> started;
  std::vector<std::string> interrupted;
  std::vector<std::string> warnings;
};

constexpr double kRoundMax_s = 150;

std::string nod() {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="visit">
              <head id="h" lexeme="NOD"/></bml>)";
}

std::string walk_away() {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="visit">
              <locomotion id="go" target="camera"/>
              <postureShift id="sit" start="go:end"><stance type="SITTING"/></postureShift></bml>)";
}

}  // namespace

TEST_CASE("the two of the play never come near, and are in place after each round",
          "[demonstration]") {
  Theatre theatre;
  double nearest_m = theatre.apart();
  double farthest_m = nearest_m;
  for (std::size_t round = 1; round <= 2; ++round) {
    theatre.advance_until(
        [&] {
          nearest_m = std::min(nearest_m, theatre.apart());
          farthest_m = std::max(farthest_m, theatre.apart());
          return theatre.demonstrator->rounds_over() == round;
        },
        kRoundMax_s);
    CAPTURE(round, theatre.at(0).position_m, theatre.at(0).heading_rad * 180 / std::numbers::pi,
            theatre.at(1).position_m, theatre.at(1).heading_rad * 180 / std::numbers::pi);
    CHECK(theatre.everybody_is_in_place());
  }
  CHECK(nearest_m >= 0.8);
  CHECK(farthest_m > 2.5);  // they have parted meanwhile
  CHECK(theatre.warnings == std::vector<std::string>{});
  CHECK(theatre.interrupted.empty());
}

TEST_CASE("each round has the same scenes, and nobody goes home between them", "[demonstration]") {
  Theatre theatre;
  theatre.advance_until([&] { return theatre.demonstrator->rounds_over() == 2; }, 2 * kRoundMax_s);
  for (const std::string& id : theatre.started) {
    CAPTURE(id);
    CHECK(theatre.times_started(id) <= 3);
    CHECK(theatre.times_started(id) >= 2);
  }
  CHECK(theatre.times_started("goes_home") == 0);
  CHECK(std::set<std::string>(theatre.started.begin(), theatre.started.end()).size() >= 16);
}

TEST_CASE("who sends something has the stage at once", "[demonstration]") {
  Theatre theatre;
  theatre.advance_until([&] { return theatre.demonstrator->scenes_begun() == 2; }, 30);
  for (int i = 0; i < 30; ++i) theatre.advance();
  const auto before = theatre.started;
  theatre.submit(nod(), "ada");
  theatre.advance_until([&] { return theatre.interrupted.size() == 2; }, 1);
  CHECK(theatre.times_started("visit") == 1);
  for (const std::string& id : theatre.interrupted) {
    CHECK(std::ranges::find(before, id) != before.end());
  }
  // And keeps it: no scene begins before the pause is over.
  const std::size_t begun = theatre.demonstrator->scenes_begun();
  CHECK(begun == 3);  // the third one is how they look away from each other
  const std::size_t ticks =
      theatre.advance_until([&] { return theatre.demonstrator->scenes_begun() > begun; }, 10);
  CHECK(static_cast<double>(ticks) >= 60 * kPauseTested_s);
}

TEST_CASE("what a visitor moves is seen above the play", "[demonstration]") {
  Theatre theatre;
  for (int i = 0; i < 3'000; ++i) {
    theatre.advance();
    for (const Input& input : theatre.inputs) {
      const auto* const play = std::get_if<PlayBlock>(&input);
      if (play == nullptr) continue;
      CHECK(play->block->composition == plan::Composition::Merge);
      for (const auto& segment : play->block->segments) CHECK(segment.priority < -1'000);
    }
  }
}

TEST_CASE("after a pause the play comes back, and everybody goes to their place first",
          "[demonstration]") {
  Theatre theatre;
  theatre.advance_until([&] { return theatre.demonstrator->scenes_begun() == 2; }, 30);
  theatre.submit(walk_away(), "ben");
  theatre.advance_until([&] { return theatre.times_started("goes_home") > 0; }, 30);
  CHECK_FALSE(theatre.everybody_is_in_place());
  theatre.advance_until([&] { return theatre.times_started("looks_for_ben") == 2; }, 30);
  CAPTURE(theatre.at(1).position_m, theatre.at(1).heading_rad);
  CHECK(theatre.everybody_is_in_place());
  CHECK(theatre.hips(1).y > 0.8);  // nobody sits any more
}

TEST_CASE("the play stays away as long as somebody's block plays or waits", "[demonstration]") {
  Theatre theatre;
  theatre.submit(R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="visit"
                      xmlns:bmla="http://www.asap-project.org/bmla" bmla:preplan="true">
                      <head id="h" lexeme="NOD"/></bml>)",
                 "ada");
  for (int i = 0; i < 60 * (kPauseTested_s + 6); ++i) theatre.advance();
  CHECK(theatre.times_started("goes_home") == 0);
  CHECK(theatre.times_started("looks_for_ben") <= 1);
}

TEST_CASE("who interrupts a character has the stage as well", "[demonstration]") {
  Theatre theatre;
  theatre.advance_until([&] { return theatre.demonstrator->scenes_begun() == 2; }, 30);
  REQUIRE(theatre.scene.mailbox.push({Interrupt{CharacterId{1}, {}, Seconds{0.3}}}));
  theatre.advance_until([&] { return theatre.interrupted.size() == 2; }, 1);
}

TEST_CASE("whoever is there first plays the two, under any names", "[demonstration]") {
  Theatre theatre({"eve=ben@-2,0,90", "adam=ada@2,0,-90"});
  theatre.advance_until([&] { return theatre.demonstrator->rounds_over() == 1; }, kRoundMax_s);
  CHECK(theatre.times_started("looks_for_ben") == 1);
  CHECK(theatre.apart() == Approx(1).margin(0.03));  // they have come nearer to talk
  CHECK(theatre.warnings == std::vector<std::string>{});
}

TEST_CASE("who has no part in the play moves alone, and no two alike", "[demonstration]") {
  Theatre theatre({"ada", "x@1,-1", "y@0,-1", "ben@1,0"});
  for (int i = 0; i < 60 * 30; ++i) theatre.advance();
  for (const char* piece : {"waves", "thinks", "counts"}) CHECK(theatre.times_started(piece) >= 2);
  CHECK(theatre.times_started("looks_for_ben") == 1);
}

TEST_CASE("a single character plays alone, one piece after the other", "[demonstration]") {
  Theatre theatre({"ben"});
  theatre.advance_until([&] { return theatre.times_started("waves") == 2; }, 60);
  CHECK(theatre.started == std::vector<std::string>{"waves", "thinks", "counts", "waves"});
}

TEST_CASE("when the server leaves nothing new begins", "[demonstration]") {
  Theatre theatre;
  theatre.services.leaving = true;
  for (int i = 0; i < 60 * 20; ++i) theatre.advance();
  CHECK(theatre.demonstrator->scenes_begun() <= 1);
}

TEST_CASE("a demonstration keeps every character moving", "[demonstration]") {
  auto started = Server::start(test::server_options(), Demonstration::On);
  REQUIRE(started);
  test::WireClient client((*started)->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_EVENTS});
  std::set<std::uint32_t> ended;
  while (ended.size() < 2) {
    const auto feedback = client.next_feedback();
    if (feedback.kind() == kinesphere::Feedback::ENDED) ended.insert(feedback.character_id());
  }
}

TEST_CASE("a demonstration gives way to who submits, interrupts or claims, and comes back",
          "[demonstration]") {
  Options options = test::server_options();
  options.demonstration_pause = Seconds{0.3};
  auto started = Server::start(options, Demonstration::On);
  REQUIRE(started);
  test::WireClient client((*started)->port());
  client.say_hello();
  client.subscribe({kinesphere::PART_EVENTS});
  const auto wait_for = [&](kinesphere::Feedback::Kind kind, const std::string& id = {}) {
    for (int heard = 0; heard < 500; ++heard) {  // a round says some 300
      const auto feedback = client.next_feedback();
      if (feedback.kind() == kind && (id.empty() || feedback.id() == id)) return;
    }
    FAIL("it was not said: " << id);
  };
  const auto send = [&](int way) {
    if (way == 0) return client.submit(test::head_script(0.2), "visit", "ada");
    kinesphere::Envelope envelope;
    if (way == 1) envelope.mutable_interrupt()->set_character("ben");
    if (way > 1) {
      envelope.mutable_claim()->set_id("c");
      envelope.mutable_claim()->set_release(way == 3);
    }
    client.send(envelope);
  };
  for (const int way : {0, 1, 2}) {
    CAPTURE(way);
    CHECK(client.next_feedback().kind() != kinesphere::Feedback::INTERRUPTED);
    send(way);
    wait_for(kinesphere::Feedback::INTERRUPTED);
    if (way == 2) send(3);
    wait_for(kinesphere::Feedback::STARTED, "goes_home");
  }
}

}  // namespace kine::server::demonstration_test
