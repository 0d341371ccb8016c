// Interrupts of scripts that are not prepared yet: what a conversation keeps of them.
#include <future>
#include <string>

#include "server/conversation/conversation.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::early_interrupts_test {
namespace {

using Stage = test::ConversationStage;

/// Keeps the one thread of a stage's pool until it goes.
class BusyPool {
 public:
  explicit BusyPool(Stage& stage) {
    auto job = [freed = std::shared_future<void>(free_.get_future())] { freed.wait(); };
    REQUIRE(stage.pool.push(ClientId{1}, 0, std::function<void()>(std::move(job))));
  }
  ~BusyPool() { free_.set_value(); }
  BusyPool(const BusyPool&) = delete;
  BusyPool& operator=(const BusyPool&) = delete;

 private:
  std::promise<void> free_;
};

/// As many ids as one message may name, all of one script.
kinesphere::Envelope many_interrupts(const std::string& id, float fade) {
  kinesphere::Envelope envelope;
  const std::size_t ids = Limits{}.scripts_at_once_max;
  for (std::size_t i = 0; i < ids; ++i) envelope.mutable_interrupt()->add_ids(id);
  envelope.mutable_interrupt()->set_fade(fade);
  return envelope;
}

kinesphere::Envelope interrupt_of(const std::string& character, float fade) {
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->set_character(character);
  envelope.mutable_interrupt()->set_fade(fade);
  return envelope;
}

}  // namespace

TEST_CASE("of 8 MB of interrupts of a script that is not prepared one is kept",
          "[early_interrupts]") {
  Stage stage;
  stage.greet();
  {
    const BusyPool busy(stage);
    stage.submit("greet");
    std::size_t sent = 0;
    while (sent < std::size_t{8} << 20) {
      const auto message = many_interrupts("greet", 0.5F);
      sent += message.ByteSizeLong();
      stage.hear(message);
    }
    stage.hear(many_interrupts("greet", 2));
  }
  stage.carrier->run_posted();
  CHECK(stage.last().accepted().id() == "greet");
  const auto inputs = stage.inputs();
  REQUIRE(inputs.size() == 2);
  CHECK(std::get<Interrupt>(inputs[1]).block == std::get<PlayBlock>(inputs[0]).id);
  CHECK(std::get<Interrupt>(inputs[1]).fade == Seconds{2});
}

TEST_CASE("of interrupts of a character one is kept, for the scripts that came before it",
          "[early_interrupts]") {
  Stage stage;
  stage.greet();
  {
    const BusyPool busy(stage);
    stage.submit("before");
    for (int i = 0; i < 10'000; ++i) {
      stage.hear(interrupt_of("ben", 1));
      stage.inputs();
      stage.hear(interrupt_of("ada", 0.25F));
      stage.inputs();
    }
    stage.submit("behind");
  }
  stage.carrier->run_posted();
  const auto before = stage.inputs();
  REQUIRE(before.size() == 2);
  CHECK(std::get<Interrupt>(before[1]).block == std::get<PlayBlock>(before[0]).id);
  CHECK(std::get<Interrupt>(before[1]).fade == Seconds{0.25});
  stage.carrier->run_posted();
  CHECK(stage.inputs().size() == 1);
}

}  // namespace kine::server::early_interrupts_test
