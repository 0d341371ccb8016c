// Dose and response: every parameter of a sketch against one thing that it is meant to move, and
// against all that it is not meant to move.
//
//   a row, a body, a gesture --see_doses--> the response to each dose, and what did not stay
//
// A parameter more is a row in doses.cc.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/script/sketch.h"
#include "tests/support/movement/responses.h"

namespace kine::test::movement {

/// Under what a parameter is looked at: all of it holds without the parameter, too.
struct DoseStage {
  std::string_view start = {};    // of the gesture, then the sketch is the character's
  std::string_view beside = {};   // what the element of the sketch says as well
  std::string_view nucleus = {};  // of the gesture: "power=\".5\""
  std::string_view then = {};     // elements behind the gesture
  bool is_alive = false;          // whether the character breathes and sways
  bool steps = false;             // whether its feet may go elsewhere
};

struct DoseRow {
  const script::Parameter* parameter = nullptr;
  std::string_view response;  // with its unit
  Response measure = nullptr;
  double grows = 1;      // 1 where the response grows with the dose, else -1
  double least = 1;      // the response goes at least so far from the first dose to the last one
  double most_dose = 1;  // where that is not the end of the range
  double slack = 0.01;   // a step against the way that is no more is rounding
  DoseStage stage = {};
};

std::span<const DoseRow> dose_rows();

/// Five of them, even, the usual one among them.
std::vector<double> doses_of(const DoseRow& row);

/// `<sketch>` of this id that says one parameter, and what its element says beside it.
std::string sketch_saying(const script::Parameter& parameter, double value, std::string_view id,
                          std::string_view beside = {});

/// How far what was to stay has gone, at most.
struct Strayed {
  double hand_mm = 0;   // with a target in the world
  double feet_mm = 0;   // while they were down
  double gaze_deg = 0;  // of eyes and head on a point

  void take(const Strayed& other);
};

struct DosesSeen {
  std::vector<double> responses;  // one a dose
  bool neutral = false;           // at the usual dose, the same frames to the bit as without it
  Strayed strayed;

  /// Whether the response goes one way, as far as it is asked to.
  bool is_monotone(const DoseRow& row) const;
  bool goes_far(const DoseRow& row) const;
};

/// Nothing where the gesture has no such response.
std::optional<DosesSeen> see_doses(const DoseRow& row, const std::shared_ptr<const Cast>& cast,
                                   const script::Lexeme& lexeme);

/// One row over gestures.
struct DosesSummary {
  std::size_t gestures = 0;
  std::size_t monotone = 0;
  std::size_t far = 0;
  std::size_t neutral = 0;
  Strayed strayed;
  std::vector<std::vector<double>> responses;  // by dose, sorted
  std::vector<std::string> faults;             // the gestures that are not as they should be

  /// A share of the gestures has no greater response: 0.5 is the median.
  double quantile(std::size_t dose, double share) const;
};
DosesSummary summarize(const DoseRow& row, const std::shared_ptr<const Cast>& cast,
                       std::span<const std::string> lexemes);

// What must stay.
inline constexpr double kHandStays_mm = 1;
inline constexpr double kFeetStay_mm = 2;
inline constexpr double kGazeStays_deg = 1;

}  // namespace kine::test::movement
