// Tests for realizer/tick/state/live_body.h: what was set alike is equal.
#include "realizer/tick/state/live_body.h"

#include "tests/support/catch.h"

namespace kine::live_body_test {

TEST_CASE("a live body is its muscles, its pushes and its loads", "[live_body]") {
  const LiveBody nothing;
  LiveBody body;
  CHECK(body == nothing);
  body.pushes.push_back({.client = {1}, .zero = {5}, .push = {.duration = Seconds(1)}});
  CHECK(body != nothing);
  const LiveBody copy = body;
  CHECK(copy == body);
  body.pushes.front().push.drag = LiveDrag{.to_m = {0, 1, 0}};
  CHECK(copy != body);
  body = nothing;
  body.loads.at(1).mass_kg = 1;
  CHECK(body != nothing);
}

}  // namespace kine::live_body_test
