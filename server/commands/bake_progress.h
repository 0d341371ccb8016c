// How far a bake is, on a line of a terminal that is written over.
#pragma once

#include <cmath>
#include <ostream>

#include "realizer/core/time.h"

namespace kine::server {

class BakeProgress {
 public:
  /// `messages` is null where nothing is to be shown.
  BakeProgress(TickRate rate, std::ostream* messages) : rate_(rate), messages_(messages) {}

  /// Each second of what is baked.
  void show(Tick tick) {
    if (messages_ == nullptr || tick.index % every_ != 0) return;
    *messages_ << "\rbaked " << std::llround(rate_.time_of(tick).count()) << " s" << std::flush;
  }
  void clear() {
    if (messages_ != nullptr) *messages_ << "\r\x1b[K" << std::flush;
  }

 private:
  TickRate rate_;
  std::ostream* messages_;
  std::uint64_t every_ = rate_.first_at_or_after({}, Seconds{1}).index;
};

}  // namespace kine::server
