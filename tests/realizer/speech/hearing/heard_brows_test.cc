// Tests for realizer/speech/hearing/heard_brows.h.
#include "realizer/speech/hearing/heard_brows.h"

#include "tests/support/catch.h"

namespace kine::speech::heard_brows_test {
namespace {

Heard syllable(Seconds found, const Observation& observation) {
  return {.kind = Heard::Kind::Syllable, .found = found, .observation = observation};
}

constexpr Observation kStressed{.rises = true, .intensity = HeardIntensity::High};

}  // namespace

TEST_CASE("brows rise with a stressed syllable, and come down", "[brows]") {
  HeardBrows brows;
  CHECK(brows.at(Seconds(5)) == 0);
  brows.push(syllable(Seconds(1), kStressed));
  CHECK(brows.at(Seconds(1)) == 0);
  CHECK(brows.at(Seconds(1.2)) == 102);
  CHECK(brows.at(Seconds(1.5)) > 0);
  CHECK(brows.at(Seconds(1.7)) == 0);
}

TEST_CASE("brows stay down with what is not stressed", "[brows]") {
  HeardBrows brows;
  brows.push(syllable(Seconds(1), {.rises = true}));
  brows.push(syllable(Seconds(1.1), {.intensity = HeardIntensity::High}));
  brows.push({.kind = Heard::Kind::Peak, .found = Seconds(1.1), .observation = kStressed});
  CHECK(brows.at(Seconds(1.3)) == 0);
}

TEST_CASE("brows do not rise with each stressed syllable", "[brows]") {
  HeardBrows brows;
  brows.push(syllable(Seconds(1), kStressed));
  brows.push(syllable(Seconds(2), kStressed));
  CHECK(brows.at(Seconds(2.2)) == 0);
  brows.push(syllable(Seconds(1) + kBetweenBrows, kStressed));
  CHECK(brows.at(Seconds(1.2) + kBetweenBrows) == 102);
}

}  // namespace kine::speech::heard_brows_test
