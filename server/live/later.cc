#include "server/live/later.h"

#include <utility>

namespace kine::server {

bool Later::at(Tick due, Call call) {
  const std::lock_guard lock(mutex_);
  if (calls_.size() >= kLaterMost) return false;
  calls_.emplace(due, std::move(call));
  return true;
}

void Later::run(Tick next, TickOutput& output) {
  std::multimap<Tick, Call> due;
  {
    const std::lock_guard lock(mutex_);
    while (!calls_.empty() && calls_.begin()->first <= next) {
      due.insert(due.end(), calls_.extract(calls_.begin()));
    }
  }
  for (const auto& [tick, call] : due) call(output);
}

}  // namespace kine::server
