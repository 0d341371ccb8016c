#include "server/live/planned_anew.h"

namespace kine::server {

PlannedAnew::State PlannedAnew::state(Tick now) const {
  if (attempts_ == 0) return State::Current;
  if (is_given_up_) return State::GivenUp;
  if (now.index <= told_at_.index + kAnswerTicks) return State::Told;
  return attempts_ < kAttemptsMax ? State::Late : State::GivenUp;
}

bool PlannedAnew::change_by_others() {
  if (plans_ == kPlansMax) return false;
  ++plans_;
  return true;
}

unsigned PlannedAnew::tell(Tick now) {
  told_at_ = now;
  is_given_up_ = false;
  ++telling_;
  return attempts_++;
}

void PlannedAnew::settle() {
  attempts_ = 0;
  is_given_up_ = false;
}

void PlannedAnew::give_up(unsigned telling) {
  if (telling == telling_) is_given_up_ = true;
}

}  // namespace kine::server
