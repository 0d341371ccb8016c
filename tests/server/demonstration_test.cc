// Tests for server/demonstration.h.
#include "server/demonstration.h"

#include <boost/asio/io_context.hpp>

#include "tests/support/catch.h"
#include "tests/support/running_server.h"

namespace kine::server::demonstration_test {
namespace {

/// A server's parts without a socket or a thread.
struct Stage {
  boost::asio::io_context io;
  Options options = test::server_options();
  Roster roster{options.casts};
  Status status;
  SegmentBudget budget;
  Mailbox mailbox{100};
  PreparePool pool{{.threads = 1}};
  Hub hub{io, TickRate(60), status};
  LiveBlocks live_blocks{TickRate(60), PlayBlock::Zero::LastTick};
  Recorder recorder{"", roster, TickRate(60), hub};
  WebFiles files{roster, TickRate(60)};
  Services services{.options = options,
                    .roster = roster,
                    .status = status,
                    .budget = budget,
                    .mailbox = mailbox,
                    .pool = pool,
                    .hub = hub,
                    .live_blocks = live_blocks,
                    .recorder = recorder,
                    .files = files};

  std::vector<PlayBlock> plays() {
    io.restart();
    io.poll();
    std::vector<Input> inputs;
    mailbox.swap(inputs);
    std::vector<PlayBlock> result;
    for (const Input& input : inputs) result.push_back(std::get<PlayBlock>(input));
    return result;
  }
};

std::shared_ptr<const Event> ended(const PlayBlock& play) {
  Feedback feedback;
  feedback.kind = FeedbackKind::Ended;
  feedback.character = play.character;
  feedback.block = play.id;
  return std::make_shared<const Event>(Event{feedback, nullptr});
}

}  // namespace

TEST_CASE("every character plays every sample, whomever it was written for", "[demonstration]") {
  Stage stage;
  const auto demonstrator = Demonstrator::start(stage.services);
  CHECK(demonstrator->scripts_of(CharacterId{1}) >= 10);
  CHECK(demonstrator->scripts_of(CharacterId{2}) == demonstrator->scripts_of(CharacterId{1}));
}

TEST_CASE("samples lie beneath what people play, and replace none of it", "[demonstration]") {
  Stage stage;
  const auto demonstrator = Demonstrator::start(stage.services);
  PlayBlock now = stage.plays().at(0);
  for (std::size_t i = 0; i < demonstrator->scripts_of(CharacterId{1}); ++i) {
    CHECK(now.block->composition == plan::Composition::Merge);
    for (const auto& segment : now.block->segments) CHECK(segment.priority < -1000);
    demonstrator->offer_event(ended(now));
    now = stage.plays().at(0);
  }
}

TEST_CASE("when a sample has ended the next one begins, on that character", "[demonstration]") {
  Stage stage;
  const auto demonstrator = Demonstrator::start(stage.services);
  const auto first = stage.plays();
  REQUIRE(first.size() == 2);
  CHECK(first[0].character == CharacterId{1});
  CHECK(first[1].character == CharacterId{2});

  demonstrator->offer_event(ended(first[1]));

  const auto next = stage.plays();
  REQUIRE(next.size() == 1);
  CHECK(next[0].character == CharacterId{2});
  CHECK(next[0].block != first[1].block);
}

TEST_CASE("a round over, the first sample comes again", "[demonstration]") {
  Stage stage;
  const auto demonstrator = Demonstrator::start(stage.services);
  const auto first = stage.plays();
  PlayBlock now = first[0];
  for (std::size_t i = 0; i < demonstrator->scripts_of(CharacterId{1}); ++i) {
    demonstrator->offer_event(ended(now));
    now = stage.plays().at(0);
  }
  CHECK(now.block == first[0].block);
}

TEST_CASE("when the server leaves nothing new begins", "[demonstration]") {
  Stage stage;
  const auto demonstrator = Demonstrator::start(stage.services);
  const auto first = stage.plays();
  stage.services.leaving = true;
  demonstrator->offer_event(ended(first[0]));
  CHECK(stage.plays().empty());
}

}  // namespace kine::server::demonstration_test
