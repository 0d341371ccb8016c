// The extension point for autonomous life: blink, breath, saccade and so on, a file each.
//
//   tick, parameters, a little memory --Producer--> Segments that lie on top of everything else,
//                                                   or a Block that enters like any other
//
// A producer says from time to time what one part of life does next, as short motions that begin
// where the last one ended. It keeps nothing itself: what it remembers is in the character's state,
// and its random numbers are a function of seed, character and tick.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "realizer/core/ids.h"
#include "realizer/core/random.h"
#include "realizer/core/time.h"
#include "realizer/motion/block.h"
#include "realizer/motion/segment.h"
#include "realizer/plan/life.h"

namespace kine::autonomy {

/// The values of all parameters.
class Parameters {
 public:
  double operator[](plan::LifeParameter parameter) const { return values_[index(parameter)]; }
  void set(const plan::LifeSetting& setting) { values_[index(setting.parameter)] = setting.value; }

  static Parameters usual();

  friend bool operator==(const Parameters&, const Parameters&) = default;

 private:
  static std::size_t index(plan::LifeParameter parameter) {
    return static_cast<std::size_t>(parameter);
  }
  std::array<double, plan::kLifeParameterCount> values_ = {};
};

/// What one producer remembers of one character.
struct Memory {
  Tick next;                         // when it speaks again
  Tick ended;                        // when its last motion is over
  std::array<double, 3> where = {};  // where its last motion ended, in its own terms; 0: at rest
  bool begun = false;                // whether it has ever done anything
  Tick due = {};                     // when what it does seldom comes, if it speaks in between

  friend bool operator==(const Memory&, const Memory&) = default;
};

struct Now {
  Tick tick;
  TickRate rate{60};
  Random random;  // of this character, tick and producer
  const Parameters& parameters;
  bool looks_at_something = false;
};

/// What a producer does next.
struct Answer {
  Answer() = default;
  Answer(motion::Segment segment) : on_top(std::move(segment)) {}
  explicit Answer(std::shared_ptr<const motion::Block> own) : block(std::move(own)) {}

  std::optional<motion::Segment> on_top;
  std::shared_ptr<const motion::Block> block;  // owns its joints as scripts do; null: none
};

class Producer {
 public:
  virtual ~Producer() = default;
  virtual std::string_view name() const = 0;

  /// The parameter that says whether it does anything: 0 stops it.
  virtual plan::LifeParameter rate() const = 0;

  /// Whether it is called as well when the character has turned far, where it has paused for a
  /// while.
  virtual bool goes_with_turns() const { return false; }

  /// Called at the tick of `memory.next`. Gives the motion from this tick on, its times counted
  /// from there, and says when it is to be called next: later, and not before the motion is over.
  virtual Answer advance_to(Now now, Memory& memory) const = 0;
};

const Producer& blink();
const Producer& breath();
const Producer& saccade();
const Producer& sway();
const Producer& weight_shift();  // from leg to leg
const Producer& balance();       // the hips, between these shifts
const Producer& fidget();

}  // namespace kine::autonomy
