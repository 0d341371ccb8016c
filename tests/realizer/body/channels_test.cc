// Tests for realizer/body/channels.h.
#include "realizer/body/channels.h"

#include <set>
#include <string_view>

#include "tests/support/catch.h"

namespace kine::channels_test {

using namespace kine::body;

TEST_CASE("each channel has a name of its own and is found under it", "[channels]") {
  REQUIRE(channel_names().size() == kChannelCount);
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kChannelCount; ++i) {
    const std::string_view name = channel_names()[i];
    CHECK_FALSE(name.empty());
    CHECK(names.insert(name).second);
    CHECK(find_channel(name)->index == i);
  }
  CHECK_FALSE(find_channel("jawopen"));
}

TEST_CASE("ARKit's come first and in its order, then visemes, expressions, shaders", "[channels]") {
  const auto names = channel_names();

  CHECK(names[0] == "eyeBlinkLeft");
  CHECK(names[7] == "eyeBlinkRight");
  CHECK(names[17] == "jawOpen");
  CHECK(names[23] == "mouthSmileLeft");
  CHECK(names[41] == "browDownLeft");
  CHECK(names[43] == "browInnerUp");
  CHECK(names[51] == "tongueOut");
  CHECK(names[kArkitChannelCount] == "viseme_sil");
  CHECK(names[kArkitChannelCount + kVisemeChannelCount - 1] == "viseme_U");
  CHECK(names[kArkitChannelCount + kVisemeChannelCount] == "vrm_happy");
  CHECK(names[kChannelCount - kShaderChannelCount] == "shader_blushing");
}

}  // namespace kine::channels_test
