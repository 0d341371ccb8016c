// Tests for server/resuming/resumed_client.h.
#include "server/resuming/resumed_client.h"

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::resumed_client_test {
namespace {

using namespace std::chrono_literals;

constexpr ClientId kFirst{7};
constexpr ClientId kSecond{9};

protocol::Bytes accepted_message(const std::string& id, std::size_t padding = 0) {
  kinesphere::Envelope envelope;
  envelope.mutable_accepted()->set_id(id);
  envelope.mutable_accepted()->set_traceparent(std::string(padding, 'x'));
  return protocol::encode(envelope);
}

kinesphere::Envelope read(const protocol::Bytes& message) {
  kinesphere::Envelope envelope;
  REQUIRE(envelope.ParseFromString(std::string(message->substr(protocol::kLengthBytes))));
  return envelope;
}

struct Stage {
  Limits limits;
  LiveLimits live{limits};
  ResumedClient client{kFirst, live};
  std::vector<kinesphere::Envelope> sent = {};  // to the second connection
  std::vector<RememberedScript> adopted = {};
  int gave_way = 0;
  int let_go = 0;
  int forgotten = 0;

  ResumedClient::Returned attach(ClientId connection, Tick heard = {},
                                 const MemoryHolder& holder = {}) {
    return client.attach({.id = connection,
                          .send = [this](const auto& message) { sent.push_back(read(message)); },
                          .adopt = [this](auto script) { adopted.push_back(std::move(script)); },
                          .give_way = [this] { ++gave_way; }},
                         heard, holder);
  }
  bool detach(ClientId connection, ResumedClient::Time now) {
    return client.detach(connection, now,
                         {.let_go = [this] { ++let_go; }, .forget = [this] { ++forgotten; }});
  }
  bool expect(const std::string& id) {
    const auto is_new = client.expect(id);
    REQUIRE(is_new);
    return *is_new;
  }
  void play(const std::string& id, BlockId block, bool is_kept_later = false) {
    REQUIRE(expect(id));
    client.played({id, {{.id = block, .character = {1}, .name = id, .block = {}}}}, is_kept_later);
  }
  void tell(BlockId block, FeedbackKind kind, Tick tick) {
    const Feedback feedback{
        .kind = kind, .tick = tick, .character = {1}, .block = block, .client = kFirst, .id = "x"};
    client.offer_event(std::make_shared<const Event>(Event{feedback, protocol::encode(feedback)}));
  }
};

}  // namespace

TEST_CASE("a script that is sent again is answered with what became of it", "[resume]") {
  Stage stage;
  stage.attach(kFirst);
  CHECK_FALSE(stage.client.again("a").is_known);
  stage.play("a", BlockId{1}, true);
  CHECK(stage.client.again("a").is_known);
  CHECK(stage.client.again("a").answer == nullptr);
  CHECK_FALSE(stage.expect("a"));
  CHECK(stage.client.accepted("a", accepted_message("a"), kFirst));
  CHECK(read(stage.client.again("a").answer).accepted().id() == "a");
  CHECK(stage.client.again("a").script.blocks.size() == 1);
  CHECK(stage.client.again("a").told.empty());

  stage.tell(BlockId{1}, FeedbackKind::Ended, Tick{5});
  stage.client.offer_kept(BlockId{1});
  const auto again = stage.client.again("a");
  CHECK(again.script.blocks.empty());
  REQUIRE(again.told.size() == 2);
  CHECK(read(again.told[0]).kept().id() == "a");
  CHECK(read(again.told[1]).feedback().kind() == kinesphere::Feedback::ENDED);
}

TEST_CASE("a refusal is said again, and what came to nothing may be sent again", "[resume]") {
  Stage stage;
  stage.attach(kFirst);
  REQUIRE(stage.expect("a"));
  kinesphere::Envelope no;
  no.mutable_refused()->set_id("a");
  CHECK(stage.client.refused("a", protocol::encode(no), kFirst));
  CHECK(read(stage.client.again("a").answer).has_refused());
  stage.client.forget("a");  // it has its answer
  CHECK(stage.client.again("a").is_known);
  REQUIRE(stage.expect("b"));
  stage.client.forget("b");
  CHECK_FALSE(stage.client.again("b").is_known);
}

TEST_CASE("an answer goes to the connection that is there by then", "[resume]") {
  Stage stage;
  stage.attach(kFirst);
  stage.play("a", BlockId{1});
  CHECK(stage.attach(kSecond).scripts.empty());
  CHECK(stage.gave_way == 1);
  CHECK_FALSE(stage.detach(kFirst, 1s));
  CHECK_FALSE(stage.client.accepted("a", accepted_message("a"), kFirst));
  REQUIRE(stage.sent.size() == 1);
  CHECK(stage.sent.back().accepted().id() == "a");
  REQUIRE(stage.adopted.size() == 1);
  CHECK(stage.adopted.back().blocks.front().id == BlockId{1});
  CHECK(stage.detach(kSecond, 1s));
  CHECK(stage.attach(ClientId{11}).scripts.size() == 1);
}

TEST_CASE("who comes back hears what was told since", "[resume]") {
  Stage stage;
  stage.attach(kFirst);
  stage.play("a", BlockId{1}, true);
  stage.client.accepted("a", accepted_message("a"), kFirst);
  stage.tell(BlockId{1}, FeedbackKind::Started, Tick{5});
  stage.detach(kFirst, 1s);
  stage.client.offer_kept(BlockId{1});
  stage.tell(BlockId{1}, FeedbackKind::Ended, Tick{90});
  const auto returned = stage.attach(kSecond, Tick{60});
  REQUIRE(returned.feedback.size() == 2);
  CHECK(read(returned.feedback[0]).kept().id() == "a");
  CHECK(read(returned.feedback[1]).feedback().tick() == 90);
  CHECK(stage.attach(kSecond).feedback.size() == 3);
}

TEST_CASE("a client that is gone is let go, and then forgotten", "[resume]") {
  Stage stage;
  stage.attach(kFirst);
  REQUIRE(stage.expect("unprepared"));
  CHECK(stage.client.look(1'000s));
  CHECK(stage.detach(kFirst, 1s));
  CHECK(stage.client.look(30s));
  CHECK(stage.let_go == 0);
  CHECK(stage.client.look(31s));
  CHECK(stage.client.look(32s));
  CHECK(stage.let_go == 1);
  CHECK(stage.client.is_let_go());
  CHECK_FALSE(stage.client.again("unprepared").is_known);
  stage.attach(kSecond);
  CHECK_FALSE(stage.client.is_let_go());
  CHECK(stage.client.look(1'000s));
  CHECK(stage.detach(kSecond, 1'000s));
  CHECK_FALSE(stage.client.look(1'120s));
  CHECK(stage.let_go == 2);
  CHECK(stage.forgotten == 1);
}

TEST_CASE("the last ids are remembered, those that are not over for longer", "[resume]") {
  Stage stage;
  stage.limits.resume_ids_max = 2;
  stage.attach(kFirst);
  for (const auto& [id, block] : {std::pair("a", 1), std::pair("b", 2)}) {
    stage.play(id, BlockId{static_cast<std::uint64_t>(block)});
    stage.client.accepted(id, accepted_message(id), kFirst);
  }
  stage.tell(BlockId{2}, FeedbackKind::Ended, Tick{5});
  REQUIRE(stage.expect("c"));
  CHECK(stage.client.again("a").is_known);
  CHECK_FALSE(stage.client.again("b").is_known);
  REQUIRE(stage.expect("d"));
  CHECK_FALSE(stage.client.again("a").is_known);
}

TEST_CASE("what is remembered counts; without room an answer has no plan, and then none is taken",
          "[resume]") {
  Stage stage;
  stage.limits.memory_bytes_per_address_max = 3'000;
  MemoryAccount account(stage.limits);
  stage.attach(kFirst, {}, account.holder(boost::asio::ip::address_v4::loopback(), ""));
  stage.play("a", BlockId{1});
  stage.client.accepted("a", accepted_message("a", 5'000), kFirst);
  const auto answer = read(stage.client.again("a").answer);
  CHECK(answer.accepted().traceparent().empty());
  REQUIRE(answer.accepted().blocks_size() == 1);
  CHECK(answer.accepted().blocks(0) == "a");
  REQUIRE(stage.expect("b"));
  const auto none = stage.client.expect("c");
  REQUIRE_FALSE(none);
  CHECK(none.error().message.find("memory_bytes_per_address_max") != std::string::npos);
}

TEST_CASE("a script of a server before this one is answered as accepted and kept", "[resume]") {
  Stage stage;
  stage.client.recover("a", {.id = BlockId{4}, .character = {1}, .name = "a1", .block = {}},
                       Tick{5});
  CHECK(stage.client.again("a").answer == nullptr);
  CHECK(stage.client.again("a").script.blocks.size() == 1);
  CHECK(read(stage.client.again("a").told.front()).kept().id() == "a");
  stage.tell(BlockId{4}, FeedbackKind::Ended, Tick{8});
  const auto again = stage.client.again("a");
  CHECK(read(again.answer).accepted().blocks(0) == "a1");
  CHECK(again.told.size() == 2);
}

TEST_CASE("a script that a server kept before it could say so is told as kept by the next",
          "[resume]") {
  Stage stage;
  for (const std::uint64_t block : {4, 5}) {  // of the same script
    stage.client.recover("a", {.id = BlockId{block}, .character = {1}, .name = "a", .block = {}},
                         Tick{100});
  }
  const auto returned = stage.client.attach({.id = {9}}, Tick{110}, {});
  REQUIRE(returned.feedback.size() == 1);
  CHECK(read(returned.feedback.front()).kept().id() == "a");
  CHECK(stage.client.attach({.id = {9}}, Tick{200}, {}).feedback.empty());  // it has heard since
}

}  // namespace kine::server::resumed_client_test
