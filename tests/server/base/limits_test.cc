// Tests for server/base/limits.h: what the limits bound together.
#include "server/base/limits.h"

#include "tests/support/catch.h"

namespace kine::server::limits_test {

TEST_CASE("nobody without a name makes the server hold much", "[limits]") {
  const Limits limits;
  const std::size_t of_an_address =
      limits.connections_without_hello_max * protocol::kEnvelopeBytesBeforeHelloMax;
  CHECK(of_an_address <= std::size_t{4} << 20);
}

TEST_CASE("a client can send as much a second as may wait to be prepared", "[limits]") {
  const Limits limits;
  CHECK(limits.scripts_unprepared_max >= limits.scripts_per_second_max);
  CHECK(limits.scripts_at_once_max >= limits.scripts_unprepared_max);
  CHECK(limits.blocks_at_once_max >= limits.scripts_at_once_max);
}

TEST_CASE("a speech that a client gives has room for all that is held of it", "[limits]") {
  const Limits limits;
  // Ten minutes at the highest rate of samples are one block: what came, what plays, what it goes
  // on as, and what that is made of.
  CHECK(limits.memory_bytes_per_address_max >= 4 * std::size_t{600} * 48'000 * 2);
  CHECK(limits.memory_bytes_max >= 2 * limits.memory_bytes_per_address_max);
}

}  // namespace kine::server::limits_test
