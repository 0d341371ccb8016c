// Tests for realizer/pictures/light.h.
#include "realizer/pictures/light.h"

#include "tests/support/catch.h"

namespace kine::pictures::light_test {

TEST_CASE("every colour is itself after a way as light", "[pictures][light]") {
  for (int byte = 0; byte < 256; ++byte) {
    const auto shade = static_cast<std::uint8_t>(byte);
    const formats::Color color{shade, 0, static_cast<std::uint8_t>(255 - byte)};
    CHECK(color_of(light_of(color)) == color);
  }
}

TEST_CASE("half the light is the grey 188, and too much is white", "[pictures][light]") {
  // sRGB: 1.055 * 0.5^(1 / 2.4) - 0.055 = 0.7354, of 255.
  CHECK(color_of({0.5, 0.5, 0.5}) == formats::Color{188, 188, 188});
  CHECK(light_of({128, 0, 255}).x == Approx(0.21586).epsilon(1e-3));
  CHECK(color_of({2, -1, 1}) == formats::Color{255, 0, 255});
}

}  // namespace kine::pictures::light_test
