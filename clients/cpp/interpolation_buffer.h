// Frames of one character come unevenly; poses are wanted evenly. What is shown lies a little in
// the past, between two frames that are both there.
//
//   on_frame --push--> InterpolationBuffer --sample(clock().tick_time_s())--> a pose to draw
#pragma once

#include <deque>
#include <optional>

#include "clients/cpp/messages.h"

namespace kine::client {

class InterpolationBuffer {
 public:
  struct Options {
    double delay_s = 0.05;  // how far in the past what is shown lies
    double jump_s = 0.25;   // how far it may fall behind the newest frame before it jumps
  };
  InterpolationBuffer() = default;
  explicit InterpolationBuffer(Options options) : options_(options) {}

  /// A frame of the same character, later than all before it; an earlier one is of no use.
  void push(Frame frame);

  /// As after a restart of the server, whose ticks count from nought.
  void clear();

  /// The pose to show at this moment of the server's ticks: the one of `delay_s` before it. Nothing
  /// before the first frame. Where no frame is new enough the newest holds. Where the pose would be
  /// more than `jump_s` behind the newest frame, it jumps to `delay_s` behind it and goes on from
  /// there, until that would lead past the newest one. Over a discontinuity nothing is
  /// interpolated.
  std::optional<Frame> sample(double tick_time_s);

 private:
  Options options_ = {};
  std::deque<Frame> frames_;  // ascending, each tick once
  double ahead_s_ = 0;        // what a jump has added to the time that is asked for
};

}  // namespace kine::client
