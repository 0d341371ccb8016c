#include "tests/support/movement/doses.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "realizer/core/number.h"
#include "tests/support/motion/footprints.h"

namespace kine::test::movement {
namespace {

using namespace script;

constexpr std::size_t kDoses = 5;

/// Shares of the named curves: a transition has a curve, and no number of it.
constexpr Parameter kOvershoot{.name = "overshoot",
                               .least = 0,
                               .meaning = "how far a movement goes beyond its pose",
                               .at_zero = "movements as written",
                               .element = MannerElement::Transition};
constexpr Parameter kBacktrack{.name = "backtrack",
                               .least = 0,
                               .meaning = "how far a movement goes back before it goes",
                               .at_zero = "movements as written",
                               .element = MannerElement::Transition};

/// The gesture is over, and something else holds on.
constexpr std::string_view kMuchLater =
    R"(<sequence id="later" start="9s"><pose id="p" time="0.5"><hand side="left" shape="fist"/>
       </pose></sequence>)";
constexpr DoseStage kStepping{.start = "4s", .then = kMuchLater, .steps = true};
constexpr DoseStage kStooped{.beside = "posture=\"-1\"", .then = kMuchLater};
constexpr DoseStage kForceful{.nucleus = "power=\"0.5\""};
constexpr DoseStage kIdling{.start = "16s", .is_alive = true};

constexpr DoseRow kRows[] = {
    {&kPosture, "chest's pitch, degrees", chest_pitch, -1, 15},
    {&kLine, "hips aside, cm", hips_aside, 1, 4},
    {&kLean, "pitch of hips to head, degrees", lean, 1, 15},
    {&kChest, "chest ahead of hips to head, cm", chest_ahead, 1, 1.5},
    {&kAbdomen, "belly ahead of feet to head, cm", abdomen_ahead, 1, 3},
    {&kHead, "head ahead of chest, cm", head_ahead, 1, 2.5},
    {&kRaise, "shoulders up, cm", shoulders_up, 1, 3},
    {&kRound, "shoulders ahead, cm", shoulders_ahead, 1, 4},
    {&kTilt, "left shoulder higher, cm", left_shoulder_higher, 1, 3},
    {&kComSide, "centre of mass aside, cm", mass_aside, 1, 6},
    {&kComAhead, "centre of mass ahead, cm", mass_ahead, 1, 6},
    {&kLoadLeft, "neck from over the hips, cm", chest_aside, -1, 1},
    {&kLoadRight, "neck from over the hips, cm", chest_aside, 1, 1},
    {&kLegs, "right knee more bent, degrees", right_knee_more_bent, 1, 10},
    {&kExtent, "wrist from shoulder, cm", wrists_out, 1, 5},
    {&kAmplitude, "turns of the arm's joints, degrees", arm_turns, 1, 15},
    {&kElbows, "elbow's swivel, degrees", elbows_out, 1, 20},
    {&kWidth, "feet apart, cm", feet_apart, 1, 10, 1, 0.01, kStepping},
    {&kToes, "toes out, degrees", toes_out, 1, 30, 1, 0.01, kStepping},
    {&kHold, "chest's pitch when all is over, degrees", chest_pitch_later, 1, 10, 1, 0.01,
     kStooped},
    {&kInvolvement, "turn of chest and clavicle, degrees", body_turn, 1, 2},
    {&kTempo, "start to relax, s", whole_time, -1, 0.3},
    {&kDuration, "start to relax, s", whole_time, 1, 0.3},
    {&kPause, "hold of the stroke, s", hold_time, 1, 0.05},
    {&kAnticipation, "wrist drawn back before the stroke, cm", back_before_stroke, 1, 0.2, 1, 0.01,
     kForceful},
    {&kReaction, "wrist swings beyond the stroke, cm", swung_beyond, 1, 0.2, 1, 0.01, kForceful},
    {&kRepetition, "way of the wrist until it relaxes, cm", way_to_relax, 1, 2},
    {&kSuccession, "forearm after upper arm, ms", forearm_later, 1, 20, 0.1, 3},
    {&kIdleAmount, "way of the idle head, cm a second", idle_way, 1, 0.1, 1, 0.01, kIdling},
    {&kTouch, "forearm moves late before the stroke, ms", moves_late, 1, 5, 1, 1},
    {&kArc, "wrist from the straight way, cm", from_straight_way, 1, 1},
    {&kFlow, "how long the wrist moves, evenly, s", moves_evenly, 1, 0.05},
    {&kTremble, "wrist trembles, mm", trembles, 1, 0.5},
    {&kWaves, "wrist's speed goes up and down, m/s", pushes, 1, 0.2},
    {&kIncomplete, "way of the wrist to the stroke, cm", way_to_stroke, -1, 10},
    {&kOvershoot, "wrist beyond where it gets ready, cm", beyond_end, 1, 0.5},
    {&kBacktrack, "wrist goes back at first, cm", drawn_back, 1, 1},
};

/// What one parameter says in the element of a sketch, as attributes.
std::string said_by(const Parameter& parameter, double value) {
  const std::string number = format_number(value);
  if (&parameter == &kComSide) return "com=\"" + number + " 0\"";
  if (&parameter == &kComAhead) return "com=\"0 " + number + "\"";
  const bool is_curve = &parameter == &kOvershoot || &parameter == &kBacktrack;
  if (is_curve && value == 0) return "";
  const std::string tangent = format_number(-1.5 * value);
  if (&parameter == &kOvershoot) return "curve=\"1 0 1 " + tangent + "\"";
  if (&parameter == &kBacktrack) return "curve=\"1 " + tangent + " 1 0\"";
  return std::string(parameter.name) + "=\"" + number + "\"";
}

/// Nothing where it would say nothing.
std::string sketch_with(const Parameter& parameter, const std::string& said,
                        std::string_view beside, std::string_view id) {
  if (said.empty() && beside.empty()) return "";
  const std::string element(kMannerElementWords[static_cast<std::size_t>(parameter.element)]);
  return "<sketch id=\"" + std::string(id) + "\"><" + element + " " + std::string(beside) + " " +
         said + "/></sketch>";
}

std::string gesture(const Lexeme& lexeme, const std::string& more) {
  return "<gesture id=\"g\" lexeme=\"" + lexeme.name + "\" hand=\"" + hand_of(lexeme) + "\"" +
         more + "/>";
}

/// The gesture with the sketch, or without one, on the stage of the row.
Film film_of(const DoseRow& row, const std::shared_ptr<const Cast>& cast, const Lexeme& lexeme,
             const std::string& sketch) {
  const DoseStage& stage = row.stage;
  const bool is_of_gesture = stage.start.empty();
  std::string text = sketch;
  std::string more;
  if (is_of_gesture) {
    more += sketch.empty() ? "" : R"( sketch="s")";
  } else {
    more += " start=\"" + std::string(stage.start) + "\"";
    text += sketch.empty() ? "" : R"(<character sketch="s"/>)";
  }
  if (!stage.nucleus.empty()) {
    text += R"(<nucleus id="n" )" + std::string(stage.nucleus) + "/>";
    more += R"( nucleus="n")";
  }
  text += gesture(lexeme, more) + std::string(stage.then);
  const auto liveliness =
      stage.is_alive ? autonomy::Liveliness::Alive : autonomy::Liveliness::Still;
  return film(cast, text, 60, {.liveliness = liveliness});
}

/// While the gesture plays: a hand at a place of the world, where it is free, and eyes on a point.
struct Wards {
  Vec3 hand_m{0.25, 1.15, 0.2};
  Vec3 point_m{0.3, 1.5, 3};
};
constexpr Wards kWards;

std::string text_of_point(const Vec3& point_m) {
  return format_number(point_m.x) + " " + format_number(point_m.y) + " " + format_number(point_m.z);
}

/// Whether the gesture has the head turn as it says.
bool turns_head(const Lexeme& lexeme) {
  const auto is_of_it = [](const Constraint& each) {
    const auto* orientation = std::get_if<Orientation>(&each);
    return orientation != nullptr && orientation->joint.text == "head";
  };
  return std::ranges::any_of(lexeme.poses, [&](const Pose& pose) {
    return std::ranges::any_of(pose.constraints, is_of_it);
  });
}

bool holds_hand(const Lexeme& lexeme) { return lexeme.hands != LexemeHands::Both; }

std::string wards_script(const std::string& sketch, const Lexeme& lexeme) {
  std::string text = sketch.empty() ? "" : "<character sketch=\"s\"/>" + sketch;
  if (holds_hand(lexeme)) {
    text += R"(<sequence id="held" frame="world"><pose id="there" time="0.8" hold="4s">
               <position joint="leftHand" target=")" +
            text_of_point(kWards.hand_m) + R"("/></pose></sequence>)";
  }
  if (!turns_head(lexeme)) {
    text += R"(<sequence id="look"><pose id="there" time="0.8" hold="4s"><look-at with="head"
               target=")" +
            text_of_point(kWards.point_m) + R"("/></pose></sequence>)";
  }
  return text + gesture(lexeme, " start=\"1s\"");
}

/// From when something is there for as long as every tempo and pause holds it.
template <class Measure>
double worst_in_hold(const Film& film, std::string_view from, Measure measure) {
  constexpr double kSurelyHeld_s = 0.9;
  const auto found = film.points.find(from);
  if (found == film.points.end()) return 0;
  const std::size_t first = found->second.index + 1;
  const std::size_t last = first + static_cast<std::size_t>(kSurelyHeld_s * film.ticks_a_second);
  double worst = 0;
  for (std::size_t i = first; i < std::min(last, film.frames.size()); ++i) {
    worst = std::max(worst, measure(film.figure(i)));
  }
  return worst;
}

Strayed strayed_in(const Film& film) {
  Strayed strayed{.feet_mm = 1000 * slid_m(film.frames, *film.cast->body)};
  strayed.hand_mm = worst_in_hold(film, "held:there", [](const Figure& figure) {
    return 1000 * length(figure.place_m(body::Joint::LeftHand) - kWards.hand_m);
  });
  strayed.gaze_deg = worst_in_hold(film, "look:there", [](const Figure& figure) {
    return gaze_error_deg(figure, kWards.point_m);
  });
  return strayed;
}

}  // namespace

std::span<const DoseRow> dose_rows() { return kRows; }

std::vector<double> doses_of(const DoseRow& row) {
  const double most = row.parameter->most < row.most_dose ? row.parameter->most : row.most_dose;
  const double least = std::max(row.parameter->least, -most);
  std::vector<double> doses;
  for (std::size_t i = 0; i < kDoses; ++i) {
    doses.push_back(least + (most - least) * static_cast<double>(i) / (kDoses - 1));
  }
  return doses;
}

std::string sketch_saying(const Parameter& parameter, double value, std::string_view id,
                          std::string_view beside) {
  return sketch_with(parameter, said_by(parameter, value), beside, id);
}

void Strayed::take(const Strayed& other) {
  hand_mm = std::max(hand_mm, other.hand_mm);
  feet_mm = std::max(feet_mm, other.feet_mm);
  gaze_deg = std::max(gaze_deg, other.gaze_deg);
}

bool DosesSeen::is_monotone(const DoseRow& row) const {
  for (std::size_t i = 1; i < responses.size(); ++i) {
    if (row.grows * (responses[i] - responses[i - 1]) < -row.slack) return false;
  }
  return row.grows * (responses.back() - responses.front()) > 0;
}

bool DosesSeen::goes_far(const DoseRow& row) const {
  return row.grows * (responses.back() - responses.front()) >= row.least;
}

std::optional<DosesSeen> see_doses(const DoseRow& row, const std::shared_ptr<const Cast>& cast,
                                   const Lexeme& lexeme) {
  const Film without =
      film_of(row, cast, lexeme, sketch_with(*row.parameter, "", row.stage.beside, "s"));
  DosesSeen seen;
  for (const double dose : doses_of(row)) {
    const std::string sketch = sketch_saying(*row.parameter, dose, "s", row.stage.beside);
    const Film with = film_of(row, cast, lexeme, sketch);
    const auto response = row.measure(with, lexeme);
    if (!response) return {};
    seen.responses.push_back(*response);
    if (dose == row.parameter->usual) seen.neutral = with.frames == without.frames;
    Strayed strayed = strayed_in(film(cast, wards_script(sketch, lexeme)));
    if (row.stage.steps) strayed.feet_mm = 0;
    seen.strayed.take(strayed);
  }
  return seen;
}

double DosesSummary::quantile(std::size_t dose, double share) const {
  const std::vector<double>& all = responses[dose];
  return all[static_cast<std::size_t>(share * static_cast<double>(all.size() - 1) + 0.5)];
}

namespace {

bool is_as_asked(const DosesSeen& seen, const DoseRow& row) {
  const Strayed& strayed = seen.strayed;
  return seen.is_monotone(row) && seen.goes_far(row) && seen.neutral &&
         strayed.hand_mm < kHandStays_mm && strayed.feet_mm < kFeetStay_mm &&
         strayed.gaze_deg < kGazeStays_deg;
}

std::string text_of(const DosesSeen& seen) {
  const auto rounded = [](double value) { return format_number(std::round(100 * value) / 100); };
  std::string text;
  for (const double each : seen.responses) text += rounded(each) + " ";
  text += seen.neutral ? "" : "not neutral ";
  return text + "hand " + rounded(seen.strayed.hand_mm) + " mm, feet " +
         rounded(seen.strayed.feet_mm) + " mm, gaze " + rounded(seen.strayed.gaze_deg) + " degrees";
}

}  // namespace

DosesSummary summarize(const DoseRow& row, const std::shared_ptr<const Cast>& cast,
                       std::span<const std::string> lexemes) {
  DosesSummary summary{.responses = std::vector<std::vector<double>>(kDoses)};
  for (const std::string& name : lexemes) {
    const auto seen = see_doses(row, cast, cast->vocabulary->lexemes.find(name)->second);
    if (!seen) continue;
    ++summary.gestures;
    summary.monotone += seen->is_monotone(row) ? 1 : 0;
    summary.far += seen->goes_far(row) ? 1 : 0;
    summary.neutral += seen->neutral ? 1 : 0;
    summary.strayed.take(seen->strayed);
    if (!is_as_asked(*seen, row)) summary.faults.push_back(name + ": " + text_of(*seen));
    for (std::size_t i = 0; i < kDoses; ++i) summary.responses[i].push_back(seen->responses[i]);
  }
  for (std::vector<double>& each : summary.responses) std::ranges::sort(each);
  return summary;
}

}  // namespace kine::test::movement
