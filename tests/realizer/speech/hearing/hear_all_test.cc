// Tests for realizer/speech/hearing/hear_all.h.
#include "realizer/speech/hearing/hear_all.h"

#include "tests/support/catch.h"
#include "tests/support/speech/syllables.h"

namespace kine::speech::hear_all_test {

TEST_CASE("of a whole sound each syllable is heard once, where it is loudest", "[hearing]") {
  // Four a second: the first is loudest after an eighth of a second.
  const auto all = hear_all({.rate_hz = 16'000, .samples = test::syllables(2, 1, 16'000)});
  REQUIRE(all);
  std::vector<double> syllables_s;
  bool is_silent = false;
  for (const Heard& each : *all) {
    if (each.kind == Heard::Kind::Syllable) syllables_s.push_back(each.at.count());
    is_silent = is_silent || each.kind == Heard::Kind::Silence;
  }
  REQUIRE(syllables_s.size() == 8);
  for (std::size_t i = 0; i < syllables_s.size(); ++i) {
    CHECK(syllables_s[i] == Approx(0.125 + 0.25 * static_cast<double>(i)).margin(0.02));
  }
  CHECK(is_silent);
}

TEST_CASE("a sound of a rate that cannot be heard is an error", "[hearing]") {
  CHECK_FALSE(hear_all({.rate_hz = 192'000, .samples = {}}));
  CHECK(hear_all({.rate_hz = 16'000, .samples = {}}));
}

}  // namespace kine::speech::hear_all_test
