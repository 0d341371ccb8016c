#include "realizer/autonomy/body_moves.h"
#include "realizer/autonomy/producer.h"
#include "realizer/autonomy/turns.h"

namespace kine::autonomy {
namespace {

using enum plan::LifeParameter;

// How far the hips go in one step of their walk at most. The walk forgets half of where it was, so
// it is 3 mm RMS sideways and 4 mm forwards, and less than twice these steps from the middle.
constexpr double kAsideMost_m = 0.0045;
constexpr double kForwardsMost_m = 0.006;
constexpr double kKept = 0.5;

/// Knees that are locked would snap when the hips come over the feet.
constexpr double kSoftKnees_m = 0.001;

/// Where the hips are, about the place at which they rest.
struct Lean {
  double aside_m = 0;
  double forwards_m = 0;
  double share = 0;  // of all this: 0 at rest
};

body::BodyOffsets offsets_in(const Lean& lean) {
  return {.pelvis_m = {lean.aside_m, -lean.share * kSoftKnees_m, lean.forwards_m}};
}

class Balance final : public Producer {
 public:
  std::string_view name() const override { return "balance"; }
  plan::LifeParameter rate() const override { return BalanceRate; }

  Answer advance_to(Now now, Memory& memory) const override {
    const double length_s = 60 / now.parameters[BalanceRate] * now.random.number(0.5, 1.5);
    const double amplitude = now.parameters[BalanceAmplitude];
    const Lean from{memory.where[0], memory.where[1], memory.where[2]};
    const auto drawn = [&](double most_m) {
      return amplitude * now.random.number(-most_m, most_m);
    };
    Lean to;
    if (amplitude > 0) {
      to.aside_m = kKept * from.aside_m + drawn(kAsideMost_m);
      to.forwards_m = kKept * from.forwards_m + drawn(kForwardsMost_m);
      to.share = amplitude;
    }
    memory.next = later(now.tick, now.rate, Seconds(length_s));
    memory.where = {to.aside_m, to.forwards_m, to.share};
    const Seconds whole = now.rate.between(now.tick, memory.next);
    return make_body_move(
        {.from = offsets_in(from), .to = offsets_in(to), .arrives = whole, .end = whole});
  }
};

}  // namespace

const Producer& balance() {
  static const Balance producer;
  return producer;
}

}  // namespace kine::autonomy
