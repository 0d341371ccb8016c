// Tests for realizer/plan/life.h.
#include "realizer/plan/life.h"

#include "tests/support/catch.h"

namespace kine::plan::life_test {

TEST_CASE("our own names set what they say", "[life]") {
  CHECK(find_life_setting("blink-rate", 20) == LifeSetting{LifeParameter::BlinkRate, 20});
  CHECK(find_life_setting("sway-amplitude", 0) == LifeSetting{LifeParameter::SwayAmplitude, 0});
  CHECK_FALSE(find_life_setting("wink-rate", 1));
  CHECK_FALSE(find_life_setting("", 1));
}

TEST_CASE("classic names count in their own units", "[life]") {
  // A blink every 4000 ms is 15 a minute, .35 breaths a second are 21.
  CHECK(find_life_setting("blinkProbability", 4000) == LifeSetting{LifeParameter::BlinkRate, 15});
  CHECK(find_life_setting("blinkProbability", 0) == LifeSetting{LifeParameter::BlinkRate, 0});
  CHECK(find_life_setting("breathingFrequency", 0.35)->value == Approx(21));
  CHECK(find_life_setting("breathingAmplitude", 0.4)->value == Approx(1.2));
}

TEST_CASE("a value out of range is brought to its end", "[life]") {
  for (std::size_t i = 0; i < kLifeParameterCount; ++i) {
    const auto parameter = static_cast<LifeParameter>(i);
    const LifeRange range = range_of(parameter);
    CHECK(is_in_range({parameter, range.usual}));
    CHECK(is_in_range({parameter, range.max}));
    CHECK_FALSE(is_in_range({parameter, range.max * 1.01}));
    CHECK_FALSE(is_in_range({parameter, -0.01}));
    CHECK(brought_in_range({parameter, 1e6}).value == range.max);
    CHECK(brought_in_range({parameter, -1}).value == 0);
  }
}

}  // namespace kine::plan::life_test
