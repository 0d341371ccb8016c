// Characters that join and leave a server that runs, as clients on the wire see it.
#include <algorithm>

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"
#include "tests/support/server/running_server.h"
#include "tests/support/server/wire_client.h"

namespace kine::server::joining_on_the_wire_test {
namespace {

using Envelope = kinesphere::Envelope;

void ask_to_join(test::WireClient& client, const std::string& name) {
  Envelope envelope;
  envelope.mutable_join()->set_name(name);
  client.send(envelope);
}

void ask_to_leave(test::WireClient& client, const std::string& name) {
  Envelope envelope;
  envelope.mutable_leave()->set_character(name);
  client.send(envelope);
}

bool is_of(const Envelope& envelope, std::uint32_t character) {
  return envelope.has_frame() && envelope.frame().character_id() == character;
}

/// Everything up to and with a message, without the frames of others.
std::vector<Envelope> heard_until(test::WireClient& client, std::uint32_t character,
                                  const std::function<bool(const Envelope&)>& is_it) {
  std::vector<Envelope> heard;
  for (;;) {
    const auto envelope = client.receive();
    REQUIRE(envelope);
    if (envelope->has_frame() && envelope->frame().character_id() != character) continue;
    heard.push_back(*envelope);
    if (is_it(*envelope)) return heard;
  }
}

}  // namespace

TEST_CASE("who looks at everybody is told who joins, then its bones, then its frames",
          "[joining]") {
  const auto server = test::start_server();
  test::WireClient watching(server->port());
  watching.say_hello();
  watching.subscribe();
  watching.next_frame();
  test::WireClient bringing(server->port());
  bringing.say_hello();
  ask_to_join(bringing, "eve");

  const auto heard =
      heard_until(watching, 3, [](const Envelope& envelope) { return is_of(envelope, 3); });
  const auto position_of = [&](const auto& is_it) {
    return std::ranges::find_if(heard, is_it) - heard.begin();
  };
  const auto joined = position_of([](const Envelope& each) { return each.has_joined(); });
  const auto described = position_of([](const Envelope& each) {
    return each.has_skeleton() && each.skeleton().character_id() == 3;
  });
  const auto first = static_cast<std::ptrdiff_t>(heard.size()) - 1;
  CHECK(joined < first);
  CHECK(described < first);
  const kinesphere::Joined& message = heard[static_cast<std::size_t>(joined)].joined();
  CHECK(message.character().name() == "eve");
  CHECK(message.character().id() == 3);
  CHECK(message.tick() <= heard.back().frame().tick());
}

TEST_CASE("who leaves has its last word, and no frames behind it", "[joining]") {
  const auto server = test::start_server();
  test::WireClient watching(server->port());
  watching.say_hello();
  watching.subscribe();
  test::WireClient playing(server->port());
  playing.say_hello();
  playing.submit(test::head_script(60), "s", "ben");
  REQUIRE(playing.answer().has_accepted());
  test::WireClient sending(server->port());
  sending.say_hello();
  ask_to_leave(sending, "ben");

  const auto ended = playing.receive_until([](const Envelope& envelope) {
    return envelope.feedback().kind() == kinesphere::Feedback::INTERRUPTED;
  });
  CHECK(ended.feedback().id() == "s");
  const auto left =
      watching.receive_until([](const Envelope& envelope) { return envelope.has_left(); });
  CHECK(left.left().character() == "ben");
  CHECK(left.left().character_id() == 2);
  // Frames of the last tick may be on their way; of ben none is of the tick in which it left.
  std::uint64_t newest = 0;
  while (newest < left.left().tick() + 3) {
    const kinesphere::Frame frame = watching.next_frame();
    if (frame.character_id() == 2) CHECK(frame.tick() < left.left().tick());
    if (frame.character_id() == 1) newest = frame.tick();
  }
}

TEST_CASE("who looks at some is told who joins, and sees no more than before", "[joining]") {
  const auto server = test::start_server();
  test::WireClient watching(server->port());
  watching.say_hello();
  Envelope envelope;
  envelope.mutable_subscribe()->add_characters(1);
  watching.send(envelope);
  ask_to_join(watching, "eve");
  const auto joined =
      watching.receive_until([](const Envelope& each) { return each.has_joined(); }).joined();
  std::uint64_t newest = 0;
  while (newest < joined.tick() + 3) {
    const kinesphere::Frame frame = watching.next_frame();
    CHECK(frame.character_id() == 1);
    newest = frame.tick();
  }
}

TEST_CASE("a server gives back what a client claimed when that has gone", "[joining]") {
  const auto server = test::start_server();
  test::WireClient other(server->port());
  other.say_hello();
  const auto claims = [](test::WireClient& client) {
    Envelope envelope;
    envelope.mutable_claim()->add_characters("ada");
    client.send(envelope);
    return client.receive_until([](const Envelope& each) { return each.has_answer(); })
        .answer()
        .error()
        .empty();
  };
  {
    test::WireClient first(server->port());
    first.say_hello();
    CHECK(claims(first));
    CHECK_FALSE(claims(other));
  }
  // The server notices in its own time.
  int attempts = 0;
  while (!claims(other)) REQUIRE(++attempts < 10'000);
}

}  // namespace kine::server::joining_on_the_wire_test
