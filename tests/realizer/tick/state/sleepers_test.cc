// Tests for realizer/tick/state/sleepers.h.
#include "realizer/tick/state/sleepers.h"

#include "tests/support/catch.h"

namespace kine::sleepers_test {
namespace {

WaitingBlock waiting(std::uint64_t id, bool activated, std::vector<BlockId> after_end = {},
                     std::vector<BlockId> after_relax = {}) {
  return {.id = BlockId{id},
          .client = {},
          .block = nullptr,
          .activated = activated,
          .after_end = std::move(after_end),
          .after_relax = std::move(after_relax)};
}

}  // namespace

TEST_CASE("who waits for what plays will come by itself", "[sleepers]") {
  CHECK(sleepers({}).empty());
  CHECK(sleepers(std::vector{waiting(2, true, {BlockId{1}})}).empty());
}

TEST_CASE("asleep is who was not activated, and who waits for such a one, by whatever way",
          "[sleepers]") {
  // The fourth was put before the third, which came earlier.
  const std::vector all = {waiting(1, false), waiting(2, true, {BlockId{1}}),
                           waiting(3, true, {BlockId{9}, BlockId{4}}),
                           waiting(4, true, {}, {BlockId{2}}), waiting(5, true, {BlockId{9}})};
  CHECK(sleepers(all) == std::vector{BlockId{1}, BlockId{2}, BlockId{4}, BlockId{3}});
}

}  // namespace kine::sleepers_test
