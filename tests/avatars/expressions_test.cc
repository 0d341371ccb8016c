#include "avatars/expressions.h"

#include <algorithm>
#include <string>

#include "realizer/body/channels.h"
#include "tests/support/catch.h"

namespace kine::avatars::expressions_test {
namespace {

TEST_CASE("There is an expression for each of VRM's channels, under its name") {
  CHECK(expressions().size() == body::kVrmChannelCount);
  for (const Expression& expression : expressions()) {
    CHECK(body::find_channel("vrm_" + std::string(expression.name)).has_value());
  }
}

TEST_CASE("Expressions are weights of ARKit's shapes") {
  for (const Expression& expression : expressions()) {
    CHECK((!expression.shares.empty() || expression.name == "neutral"));
    for (const Share& share : expression.shares) {
      const auto channel = body::find_channel(share.shape);
      REQUIRE(channel.has_value());
      CHECK(channel->index < body::kArkitChannelCount);
      CHECK(share.weight > 0);
      CHECK(share.weight <= 1);
    }
  }
}

}  // namespace
}  // namespace kine::avatars::expressions_test
