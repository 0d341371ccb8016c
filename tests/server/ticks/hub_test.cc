// Tests for server/ticks/hub.h. An io_context that the test runs by hand: nothing happens
// meanwhile.
#include "server/ticks/hub.h"

#include <boost/asio/io_context.hpp>

#include "server/base/limits.h"
#include "tests/support/catch.h"

namespace kine::server::hub_test {
namespace {

using protocol::FrameParts;

constexpr CharacterId kAda{1};
constexpr CharacterId kBen{2};

class Listening final : public Subscriber {
 public:
  void offer_frames(std::shared_ptr<const TickOutput> output) override {
    ticks.push_back(output->tick.index);
  }
  void offer_event(std::shared_ptr<const Event> event) override {
    events.push_back(event->feedback.id);
  }
  void offer_audio(std::shared_ptr<const TickOutput> output) override {
    sounds.push_back(output->tick.index);
  }
  std::vector<std::uint64_t> ticks;
  std::vector<std::uint64_t> sounds;
  std::vector<std::string> events;
};

std::shared_ptr<TickOutput> output_at(std::uint64_t tick) {
  auto output = std::make_shared<TickOutput>();
  output->tick = Tick{tick};
  const auto bytes = protocol::make_bytes("bytes");
  output->characters = std::make_shared<TickOutput::Characters>(TickOutput::Characters{kAda, kBen});
  output->frames.assign(2, TickOutput::Variants{nullptr, nullptr, bytes});
  return output;
}

Feedback feedback_of(CharacterId character, ClientId client, std::string id) {
  Feedback feedback;
  feedback.character = character;
  feedback.client = client;
  feedback.id = std::move(id);
  return feedback;
}

struct Stage {
  boost::asio::io_context io;
  Status status;
  Hub hub{io, TickRate(60), status};
  std::vector<std::shared_ptr<Listening>> all;

  std::shared_ptr<Listening> join(std::uint64_t client) {
    all.push_back(std::make_shared<Listening>());
    hub.add(ClientId{client}, all.back());
    return all.back();
  }
  void settle() {
    io.restart();
    io.poll();
  }
  void publish(std::shared_ptr<const TickOutput> output) {
    hub.publish(std::move(output));
    settle();
  }
};

Subscription frames_of(std::vector<CharacterId> characters, std::uint32_t rate_hz_max = 0) {
  return {
      .characters = std::move(characters), .parts = FrameParts::All, .rate_hz_max = rate_hz_max};
}

using Ticks = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("who subscribes hears of the present tick at once, then of each", "[hub]") {
  Stage stage;
  const auto ann = stage.join(1);
  stage.publish(output_at(1));
  CHECK(ann->ticks.empty());

  stage.hub.subscribe(ClientId{1}, frames_of({kAda}));
  stage.settle();
  stage.publish(output_at(2));
  stage.publish(output_at(3));

  CHECK(ann->ticks == Ticks{1, 2, 3});
}

TEST_CASE("who asks for fewer frames gets the first tick of each of its periods", "[hub]") {
  Stage stage;
  const auto ann = stage.join(1);
  stage.hub.subscribe(ClientId{1}, frames_of({kAda}, 20));
  for (std::uint64_t tick = 1; tick <= 10; ++tick) stage.publish(output_at(tick));
  CHECK(ann->ticks == Ticks{1, 3, 6, 9});
}

TEST_CASE("a rate that does not divide the ticks is met on the average", "[hub]") {
  Stage stage;
  const auto ann = stage.join(1);
  stage.hub.subscribe(ClientId{1}, frames_of({kAda}, 25));
  for (std::uint64_t tick = 60; tick < 660; ++tick) stage.publish(output_at(tick));
  CHECK(ann->ticks.size() == 250);
}

TEST_CASE("every rate from one a second up to that of the ticks is met", "[hub]") {
  for (std::uint32_t rate_hz = 1; rate_hz <= 60; ++rate_hz) {
    Stage stage;
    const auto ann = stage.join(1);
    stage.hub.subscribe(ClientId{1}, frames_of({kAda}, rate_hz));
    for (std::uint64_t tick = 60; tick < 180; ++tick) stage.publish(output_at(tick));
    CAPTURE(rate_hz);
    CHECK(ann->ticks.size() == 2 * rate_hz);
  }
}

TEST_CASE("who asks for more than there are gets every tick", "[hub]") {
  Stage stage;
  const auto ann = stage.join(1);
  stage.hub.subscribe(ClientId{1}, frames_of({kAda}, 1'000));
  for (std::uint64_t tick = 1; tick <= 10; ++tick) stage.publish(output_at(tick));
  CHECK(ann->ticks.size() == 10);
}

TEST_CASE("what nobody wants any more is encoded no longer", "[hub]") {
  Stage stage;
  const auto ann = stage.join(1);
  const auto bob = stage.join(2);
  const auto wanted = [&](FrameParts parts) -> bool {
    stage.settle();
    return stage.hub.variants_wanted()[protocol::FrameVariant(parts).index()];
  };
  stage.hub.subscribe(ClientId{1}, {.characters = {kAda}, .parts = FrameParts::Face});
  stage.hub.subscribe(ClientId{2}, {.characters = {kAda}, .parts = FrameParts::Face});
  CHECK(wanted(FrameParts::Face));
  stage.hub.subscribe(ClientId{1}, {.characters = {kAda}, .parts = FrameParts::Body});
  CHECK(wanted(FrameParts::Face));
  CHECK(wanted(FrameParts::Body));
  stage.hub.remove(ClientId{2});
  CHECK_FALSE(wanted(FrameParts::Face));
  stage.hub.remove(ClientId{1});
  stage.hub.remove(ClientId{1});
  CHECK_FALSE(wanted(FrameParts::Body));
}

TEST_CASE("parts that nobody had wanted come with the next tick", "[hub]") {
  Stage stage;
  const auto ann = stage.join(1);
  stage.publish(output_at(1));
  stage.hub.subscribe(ClientId{1},
                      {.characters = {kAda}, .parts = FrameParts::Face, .rate_hz_max = 1});
  stage.settle();
  CHECK(ann->ticks.empty());
  CHECK(stage.hub.variants_wanted()[protocol::FrameVariant(FrameParts::Face).index()]);
  CHECK_FALSE(stage.hub.variants_wanted()[protocol::FrameVariant(FrameParts::Body).index()]);

  auto output = output_at(2);
  for (auto& variants : output->frames) variants[1] = variants[2];
  stage.publish(output);

  CHECK(ann->ticks == Ticks{2});
}

TEST_CASE("feedback goes to who sent the script and to who listens to its character", "[hub]") {
  Stage stage;
  const auto sender = stage.join(1);
  const auto of_ada = stage.join(2);
  const auto of_ben = stage.join(3);
  const auto silent = stage.join(4);
  stage.hub.subscribe(ClientId{2}, {.characters = {kAda}, .events = true});
  stage.hub.subscribe(ClientId{3}, {.characters = {kBen}, .events = true});
  stage.hub.subscribe(ClientId{4}, frames_of({kAda}));

  auto output = output_at(1);
  output->feedback = {feedback_of(kAda, ClientId{1}, "greet")};
  stage.publish(output);

  CHECK(sender->events == std::vector<std::string>{"greet"});
  CHECK(of_ada->events == std::vector<std::string>{"greet"});
  CHECK(of_ben->events.empty());
  CHECK(silent->events.empty());
}

TEST_CASE("who both sent a script and listens hears of it once", "[hub]") {
  Stage stage;
  const auto ann = stage.join(1);
  stage.hub.subscribe(ClientId{1}, {.characters = {kAda}, .events = true});
  auto output = output_at(1);
  output->feedback = {feedback_of(kAda, ClientId{1}, "greet")};
  stage.publish(output);
  CHECK(ann->events.size() == 1);
}

TEST_CASE("who has gone is offered nothing", "[hub]") {
  Stage stage;
  const auto ann = stage.join(1);
  stage.hub.subscribe(ClientId{1}, frames_of({kAda}));
  stage.publish(output_at(1));
  stage.hub.remove(ClientId{1});
  stage.publish(output_at(2));
  CHECK(ann->ticks == Ticks{1});
}

TEST_CASE("many subscribers are spread over the phases, and none misses a tick", "[hub]") {
  Stage stage;
  for (std::uint64_t client = 1; client <= 3 * kSubscribersPerPhase; ++client) {
    stage.join(client);
    stage.hub.subscribe(ClientId{client}, frames_of({kAda, kBen}));
  }
  // Published in a burst, as by a loop that makes up for a delay: each tick ends the one before.
  for (std::uint64_t tick = 1; tick <= 5; ++tick) stage.hub.publish(output_at(tick));
  stage.io.restart();
  stage.io.run();  // until the last phase

  for (const auto& subscriber : stage.all) CHECK(subscriber->ticks == Ticks{1, 2, 3, 4, 5});
  CHECK(stage.status.frames_offered == 5 * 2 * 3 * kSubscribersPerPhase);
}

TEST_CASE("sound of a character goes at once to who wants to hear it", "[hub]") {
  Stage stage;
  const auto hears_ada = stage.join(1);
  const auto hears_ben = stage.join(2);
  const auto deaf = stage.join(3);
  stage.hub.subscribe(ClientId{1}, {.characters = {kAda}, .audio = true});
  stage.hub.subscribe(ClientId{2}, {.characters = {kBen}, .audio = true});
  stage.hub.subscribe(ClientId{3}, frames_of({kAda}));
  stage.settle();
  auto output = output_at(1);
  output->audio.push_back({.character = kAda, .bytes = protocol::make_bytes("sound")});

  stage.publish(output);
  stage.publish(output_at(2));

  CHECK(hears_ada->sounds == Ticks{1});
  CHECK(hears_ada->ticks.empty());
  CHECK(hears_ben->sounds.empty());
  CHECK(deaf->sounds.empty());
}

}  // namespace kine::server::hub_test
