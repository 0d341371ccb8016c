// Tests for server/resuming/kept_feedback.h.
#include "server/resuming/kept_feedback.h"

#include <string>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::server::kept_feedback_test {
namespace {

using Kind = KeptFeedback::Kind;

/// Of some 100 bytes, all of one length.
protocol::Bytes told(char name) {
  kinesphere::Envelope envelope;
  envelope.mutable_feedback()->set_id(std::string(90, name));
  return protocol::encode(envelope);
}

std::string names_of(const std::vector<protocol::Bytes>& all) {
  std::string names;
  for (const auto& bytes : all) names += bytes->back();
  return names;
}

}  // namespace

TEST_CASE("feedback is kept in its order, and given from a tick on", "[resume]") {
  KeptFeedback kept;
  kept.add(Tick{1}, Kind::Moment, told('a'), 1'000);
  kept.add(Tick{2}, Kind::LastWord, told('b'), 1'000);
  kept.add(Tick{3}, Kind::Moment, told('c'), 1'000);
  CHECK(names_of(kept.from(Tick{0})) == "abc");
  CHECK(names_of(kept.from(Tick{2})) == "bc");
  CHECK(names_of(kept.from(Tick{4})).empty());
}

TEST_CASE("where there is no room the oldest goes, and last words go last", "[resume]") {
  KeptFeedback kept;
  const std::size_t room = 3 * told('a')->size();
  kept.add(Tick{1}, Kind::LastWord, told('a'), room);
  kept.add(Tick{2}, Kind::Moment, told('b'), room);
  kept.add(Tick{3}, Kind::Moment, told('c'), room);
  kept.add(Tick{4}, Kind::Moment, told('d'), room);
  CHECK(names_of(kept.from(Tick{0})) == "acd");
  for (const char name : {'e', 'f', 'g'}) kept.add(Tick{5}, Kind::LastWord, told(name), room);
  CHECK(names_of(kept.from(Tick{0})) == "efg");
  CHECK(kept.bytes() == room);
}

TEST_CASE("feedback that is kept counts for whoever has it kept", "[resume]") {
  Limits limits;
  limits.memory_bytes_per_address_max = 2 * told('a')->size();
  MemoryAccount account(limits);
  KeptFeedback kept;
  for (const char name : {'a', 'b', 'c'}) kept.add(Tick{1}, Kind::Moment, told(name), 10'000);
  kept.charge(account.holder(boost::asio::ip::address_v4::loopback(), ""));
  CHECK(names_of(kept.from(Tick{0})) == "bc");
  CHECK(account.bytes() == kept.bytes());
  kept.add(Tick{2}, Kind::Moment, told('d'), 10'000);
  CHECK(names_of(kept.from(Tick{0})) == "cd");
}

}  // namespace kine::server::kept_feedback_test
