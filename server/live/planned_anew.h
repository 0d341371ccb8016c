// How far a block is that has to be planned anew, because what it was planned by has changed.
//
//               a change                  the answer
//   Current ──────────────▶ Told ─────────────────────▶ Current
//                           │  ▲
//          30 ticks without │  │ it is told again
//                           ▼  │
//                           Late
//                           │  four times late, or there is no answer
//                           ▼
//                           GivenUp ──another change──▶ Told
#pragma once

#include <cstdint>

#include "realizer/core/time.h"

namespace kine::server {

class PlannedAnew {
 public:
  /// An answer that has not come by then is late.
  static constexpr std::uint64_t kAnswerTicks = 30;
  static constexpr unsigned kAttemptsMax = 4;

  /// So often in all, for what others do: two that wait for each other would never come to rest.
  static constexpr unsigned kPlansMax = 16;

  enum class State : std::uint8_t {
    Current,  // it plays as all that is known wants it
    Told,     // somebody plans it
    Late,     // no answer came in time: it is to be told again
    GivenUp,  // it plays on as it is, until something else changes
  };
  State state(Tick now) const;

  /// Whether it is told again where nothing changes and no answer comes.
  bool is_told_again() const { return attempts_ > 0 && attempts_ < kAttemptsMax && !is_given_up_; }
  bool is_current() const { return attempts_ == 0; }

  /// False where it was planned too often for what others do.
  [[nodiscard]] bool change_by_others();

  /// How often it was told before, since it was current.
  unsigned tell(Tick now);

  /// The answer has come, or none is wanted any more, or another change makes it another question.
  void settle();

  /// There is no answer to this telling. One that was told since waits for its own.
  void give_up(unsigned telling);

  unsigned telling() const { return telling_; }  // counted from 1

 private:
  Tick told_at_;
  unsigned attempts_ = 0;
  unsigned plans_ = 0;
  unsigned telling_ = 0;
  bool is_given_up_ = false;
};

}  // namespace kine::server
