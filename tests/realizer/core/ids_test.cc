// Tests for realizer/core/ids.h.
#include "realizer/core/ids.h"

#include <type_traits>

#include "tests/support/catch.h"

namespace kine::ids_test {

TEST_CASE("ids of one kind are compared and ordered by their number", "[ids]") {
  CHECK(CharacterId{1} == CharacterId{1});
  CHECK(CharacterId{1} < CharacterId{2});
  CHECK(BlockId{7} > BlockId{6});
  CHECK(ClientId{} == ClientId{0});
  CHECK(CharacterId{} != CharacterId{1});
}

TEST_CASE("ids of two kinds cannot be mixed", "[ids]") {
  CHECK_FALSE(std::is_convertible_v<CharacterId, BlockId>);
  CHECK_FALSE(std::is_convertible_v<BlockId, ClientId>);
  CHECK_FALSE(std::is_convertible_v<std::uint64_t, BlockId>);
}

}  // namespace kine::ids_test
