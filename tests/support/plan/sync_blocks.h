// Blocks of behaviours with invented phases, and when they are: what tests of the schedule share.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/plan/schedule/schedule.h"

namespace kine::test {

/// "nod1:start + 2" as the reader has it.
script::SyncReference at(std::string_view behaviour, std::string point,
                         Seconds offset = Seconds(0));

/// A time.
script::SyncReference at(Seconds time);

script::SyncReference at_other(std::string block, std::string behaviour, std::string point);

/// A block as a test writes it: behaviours with their phases, and constraints.
struct Block {
  script::Behaviours written;
  std::vector<std::optional<plan::Phases>> wanted;
  std::vector<plan::KnownPoint> others;

  script::Behaviour& add(std::string id, plan::Phases phases,
                         std::vector<script::Appointment> appointments = {});
  script::SyncConstraint& add(script::SyncConstraint::Kind kind,
                              std::vector<script::SyncReference> points,
                              script::SyncReference reference = {});

  /// Everything the other way round.
  Block reversed() const;
};

/// Times by "behaviour:point", and what was said.
struct Timing {
  std::map<std::string, Seconds> times;
  std::vector<Warning> warnings;
  std::optional<Error> error;

  /// Of a point that there must be.
  Seconds operator[](const std::string& point) const;

  /// What the warnings are about, sorted, a blank behind each.
  std::string about() const;
};

Timing timed(const Block& block);

/// Of a block whose behaviours may stand in either order: the same to the bit.
Timing timed_in_both_orders(const Block& block);

/// To 1e-9 s.
bool near(Seconds a, Seconds b);

plan::Phase phase(Seconds preferred, Seconds least = Seconds(0.05));

/// Two seconds in seven points; the stroke is four times as stiff as the rest.
plan::Phases head();
plan::Phases gaze();

/// Two words, the mark s1, three words: speech gives no way.
plan::Phases speech();
plan::Phases wait(Seconds preferred = Seconds(1));

}  // namespace kine::test
