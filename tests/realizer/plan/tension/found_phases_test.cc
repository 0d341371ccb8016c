// Tests for realizer/plan/tension/found_phases.h: ways whose times are known, for they were made
// so.
#include "realizer/plan/tension/found_phases.h"

#include <cmath>
#include <cstdint>
#include <numbers>

#include "realizer/math/ease.h"
#include "tests/support/catch.h"

namespace kine::found_phases_test {

using namespace kine;
using plan::PhaseSpan;
using script::Phase;

namespace {

constexpr Vec3 kHanging = {0, -0.95, 0.1};
constexpr Vec3 kBelly = {0.1, -0.45, 0.6};
constexpr Vec3 kRaised = {0.2, 0.1, 0.7};

/// Eased ways and stops, at 60 frames a second.
class Hand {
 public:
  explicit Hand(const Vec3& at) : at_(at) {}

  Hand& go(const Vec3& to, double seconds) {
    const int count = static_cast<int>(std::lround(seconds * 60));
    for (int i = 0; i < count; ++i) add(at_ + eased(double(i) / count) * (to - at_));
    at_ = to;
    return *this;
  }
  Hand& stay(double seconds, double wobble = 0) {
    const int count = static_cast<int>(std::lround(seconds * 60));
    for (int i = 0; i < count; ++i) {
      const double t = i / 60.0;
      const double swing = std::exp(-3 * t) * std::sin(2 * std::numbers::pi * 1.5 * t);
      add(at_ + Vec3{0, wobble * swing, 0});
    }
    return *this;
  }

  std::vector<PhaseSpan> phases() const {
    return plan::find_phases({places_, {0, -1, 0}, Seconds(1.0 / 60)}, script::ArmSet::Left);
  }

 private:
  /// A marker is seen to a millimetre, here by a fixed noise.
  void add(const Vec3& place) {
    noise_ = noise_ * 1664525 + 1013904223;
    const double x = (static_cast<double>(noise_ >> 16) / 65536 - 0.5) * 0.004;
    places_.push_back(place + Vec3{x, -x, x});
  }

  Vec3 at_;
  std::vector<Vec3> places_;
  std::uint32_t noise_ = 1;
};

void check_phases(const std::vector<PhaseSpan>& found,
                  const std::vector<std::pair<double, Phase>>& ends) {
  REQUIRE(found.size() == ends.size());
  Seconds before{0};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    CAPTURE(i, found[i].start.count(), found[i].end.count(), static_cast<int>(found[i].phase));
    CHECK(found[i].start.count() == Approx(before.count()).margin(1e-9));
    CHECK(found[i].phase == ends[i].second);
    // Eased ways begin and end slowly: their borders are found to a tenth of a second.
    CHECK(std::abs(found[i].end.count() - ends[i].first) < 0.1);
    CHECK(found[i].arms == script::ArmSet::Left);
    before = found[i].end;
  }
}

}  // namespace

TEST_CASE("a gesture from rest to rest has its stroke, hold and retraction", "[found_phases]") {
  const Hand hand = Hand(kHanging).stay(0.5).go(kRaised, 0.6).stay(0.5).go(kHanging, 0.8).stay(0.6);
  using enum Phase;
  check_phases(hand.phases(),
               {{0.5, Retraction}, {1.1, Stroke}, {1.6, PostStrokeHold}, {3.0, Retraction}});
}

TEST_CASE("a way on which the hand all but stops is a preparation and a stroke", "[found_phases]") {
  const Hand hand = Hand(kHanging)
                        .stay(0.5)
                        .go(kRaised, 0.6)
                        .go(kBelly, 0.3)
                        .stay(0.5)
                        .go(kHanging, 0.6)
                        .stay(0.5);
  using enum Phase;
  check_phases(hand.phases(), {{0.5, Retraction},
                               {1.1, Preparation},
                               {1.4, Stroke},
                               {1.9, PostStrokeHold},
                               {3.0, Retraction}});
}

TEST_CASE("the swing after a loose stroke is part of its hold", "[found_phases]") {
  // 0.08 of 55 cm swings by 4 cm, at up to 0.4 m / s: faster than a hand must be to move.
  const Hand hand =
      Hand(kHanging).stay(0.5).go(kRaised, 0.5).stay(1, 0.08).go(kHanging, 0.8).stay(0.5);
  using enum Phase;
  check_phases(hand.phases(),
               {{0.5, Retraction}, {1.0, Stroke}, {2.0, PostStrokeHold}, {3.3, Retraction}});
}

TEST_CASE("a hand that never moves rests where it hangs, and holds for a while where it is raised",
          "[found_phases]") {
  using enum Phase;
  check_phases(Hand(kHanging).stay(1).phases(), {{1, Retraction}});
  check_phases(Hand(kRaised).stay(1).phases(), {{1, PostStrokeHold}});
  check_phases(Hand(kRaised).stay(4).phases(), {{4, Retraction}});
  CHECK(plan::find_phases({{kRaised}, {0, -1, 0}, Seconds(0.1)}, script::ArmSet::Both).size() == 1);
}

}  // namespace kine::found_phases_test
