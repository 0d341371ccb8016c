// What a script makes of one character, from its rest to its rest: the frames, and when its sync
// points were reached.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/autonomy/life.h"
#include "realizer/cast/cast.h"
#include "realizer/core/time.h"
#include "realizer/tick/state/frame.h"
#include "tests/support/movement/figure.h"

namespace kine::test::movement {

struct Film {
  std::shared_ptr<const Cast> cast;
  std::uint32_t ticks_a_second = 60;
  std::vector<Frame> frames;                            // the first one is at rest
  std::map<std::string, Tick, std::less<>> points;      // "g:stroke-end"
  std::map<std::string, Seconds, std::less<>> planned;  // the same, from the script's start
  std::vector<std::string> warnings = {};

  Figure figure(std::size_t index) const { return figure_of(frames[index], *cast->body); }

  /// At a sync point, or at the last frame where it was never reached.
  Figure figure_at(std::string_view point) const;

  /// From one sync point to another one; nothing where one of them was not reached.
  std::optional<double> seconds_between(std::string_view from, std::string_view to) const;
};

/// A script, without the `<script>` about it, until its block has ended; no longer than 30 s.
Film film(const std::shared_ptr<const Cast>& cast, const std::string& inside,
          std::uint32_t ticks_a_second = 60, const autonomy::LifeOptions& life = {});

/// ada and ben, both at the origin.
const std::vector<std::shared_ptr<const Cast>>& two_casts();

/// The hand that a gesture of the lexicon is asked with: one, where it takes one.
std::string hand_of(const script::Lexeme& lexeme);

/// Its arms: those that move by themselves. None of a gesture of the head.
std::vector<body::Side> arms_of(const script::Lexeme& lexeme);

bool is_of_head(const script::Lexeme& lexeme);

}  // namespace kine::test::movement
