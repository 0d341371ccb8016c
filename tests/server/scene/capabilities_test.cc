// Tests for server/scene/capabilities.h.
#include "server/scene/capabilities.h"

#include <algorithm>

#include "realizer/cast/builtins.h"
#include "tests/support/catch.h"

namespace kine::server::capabilities_test {

TEST_CASE("every reader that the realizer has is said as a dialect", "[capabilities]") {
  const auto all = capabilities();
  const auto dialects = std::count_if(all.begin(), all.end(), [](const std::string& capability) {
    return capability.starts_with("dialect:");
  });
  CHECK(dialects == static_cast<std::ptrdiff_t>(builtins().readers.size()));
}

TEST_CASE("the parts and encodings that can be subscribed to are said", "[capabilities]") {
  const auto all = capabilities();
  for (const char* each : {"part:body", "part:face", "part:audio", "part:events",
                           "encoding:float32", "encoding:smallest-three-48", "resume"}) {
    CHECK(std::count(all.begin(), all.end(), each) == 1);
  }
}

}  // namespace kine::server::capabilities_test
