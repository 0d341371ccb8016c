#include "realizer/plan/gestures/lexicon.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/plan/gestures/lexeme_body.h"
#include "realizer/plan/gestures/lexeme_points.h"
#include "realizer/plan/gestures/usual_way_back.h"
#include "realizer/plan/names/dictionaries.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/plan.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

using script::Gesture;
using script::Lexeme;
using script::LexemeHands;

Result<const Lexeme*> find_lexeme(const script::Name& name, const Vocabulary& vocabulary) {
  const auto found = vocabulary.lexemes.find(name.text);
  if (found != vocabulary.lexemes.end()) return &found->second;
  return unknown_gesture(name, vocabulary);
}

Result<Gesture::Hand> find_hand(const Gesture& gesture, const Lexeme& lexeme) {
  const bool both = lexeme.hands == LexemeHands::Both;
  const Gesture::Hand hand =
      gesture.hand.value_or(both ? Gesture::Hand::Both : Gesture::Hand::Right);
  if (takes_hand(lexeme, hand)) return hand;
  return Error{ErrorCode::OutOfRange,
               "the gesture " + quoted(lexeme.name) +
                   (both ? " takes both hands, not " : " takes one hand, not ") +
                   quoted(script::word_of(script::kGestureHandWords, hand)),
               gesture.hand_where};
}

void append(const body::Body& body, const script::Constraint& constraint, Where where,
            std::vector<script::Constraint>& constraints) {
  script::Constraint scaled = scaled_to(body, constraint);
  std::visit([&](auto& kind) { kind.where = where; }, scaled);
  constraints.push_back(std::move(scaled));
}

/// What a pose asks of the hand or hands that make the gesture. What both images ask in the same
/// words, as of the head, is asked once.
std::vector<script::Constraint> constraints_of(const script::Pose& pose, Gesture::Hand hand,
                                               bool written_for_both, const body::Body& body,
                                               Where where) {
  std::vector<script::Constraint> constraints;
  for (const script::Constraint& constraint : pose.constraints) {
    const script::Constraint other = mirrored(constraint);
    const bool as_written = written_for_both || hand != Gesture::Hand::Left;
    const bool as_mirrored = !written_for_both && hand != Gesture::Hand::Right;
    if (as_written) append(body, constraint, where, constraints);
    if (as_mirrored && !(as_written && other == constraint)) {
      append(body, other, where, constraints);
    }
  }
  return constraints;
}

/// Whether a pose belongs to the stroke: from the pose that the stroke starts out of.
bool is_in_stroke(const script::Pose& pose, const PointTimes& points) {
  const Seconds reached = pose.time.seconds;
  return reached + pose.hold >= points[index_of(script::GesturePoint::StrokeStart)] - kRounding &&
         reached <= points[index_of(script::GesturePoint::StrokeEnd)] + kRounding;
}

script::Time in_sequence(Seconds time, Seconds start, Where where) {
  return {time - start, script::Time::From::Sequence, where};
}

/// A pose under the place of its point among the points, for those that share a time.
struct Placed {
  std::size_t point = 0;  // index of a GesturePoint; 0 for a pose between points
  script::Pose pose;
};

/// The points that no pose has the name of become poses that ask for nothing.
void add_points(const GestureTimes& times, Where where, std::vector<Placed>& poses) {
  using enum script::GesturePoint;
  for (std::size_t i = index_of(Ready); i <= index_of(Relax); ++i) {
    const std::string_view word = script::kGesturePointWords[i];
    const bool there = std::ranges::any_of(
        poses, [&](const Placed& placed) { return placed.pose.id.text == word; });
    if (there) continue;
    script::Pose point;
    point.id = {std::string(word), where};
    point.time = in_sequence(times.in_script[i], times.in_script[0], where);
    point.where = where;
    poses.push_back({i, std::move(point)});
  }
  std::ranges::stable_sort(poses, [](const Placed& a, const Placed& b) {
    const Seconds apart = b.pose.time.seconds - a.pose.time.seconds;
    return apart > kRounding || (apart >= -kRounding && a.point < b.point);
  });
}

/// The point that a pose is, where it comes at that point's time: points that are one in the
/// lexeme may have come apart, and the pose is the first of them.
std::size_t point_of(const script::Pose& pose, const GestureTimes& times, Seconds reached) {
  const auto* word = std::ranges::find(script::kGesturePointWords, pose.id.text);
  if (word == std::end(script::kGesturePointWords)) return 0;
  const auto named = static_cast<std::size_t>(word - std::begin(script::kGesturePointWords));
  if (times.in_script[named] <= reached + kRounding) return named;
  std::size_t first = named;
  while (first > 1 && times.of_lexeme[first - 1] >= times.of_lexeme[named] - kRounding) --first;
  return first;
}

/// How long going back takes where no end is given.
Seconds fade_out_of(const Gesture& gesture, const Lexeme& lexeme, const body::Body& body,
                    const Vocabulary& vocabulary) {
  if (gesture.fade_out) return *gesture.fade_out;
  if (lexeme.fade_out) return *lexeme.fade_out;
  script::Sequence sequence;
  for (const script::Pose& written : lexeme.poses) {
    script::Pose& pose = sequence.poses.emplace_back(written);
    for (script::Constraint& each : pose.constraints) each = scaled_to(body, each);
  }
  return usual_way_back(sequence, Names(body, vocabulary), body).value_or(kUsualFadeOut);
}

/// Whether the script says when more than the start of the gesture is.
bool is_timed(const Gesture& gesture) {
  return std::any_of(gesture.points.begin() + 1, gesture.points.end(),
                     [](const auto& point) { return point.has_value(); });
}

}  // namespace

Result<script::Sequence> make_sequence_of(const Gesture& gesture, const body::Body& body,
                                          const Vocabulary& vocabulary) {
  if (gesture.lexeme.empty()) return unknown_meaning(gesture.meaning, vocabulary);
  auto lexeme = find_lexeme(gesture.lexeme, vocabulary);
  if (!lexeme) return lexeme.error();
  const auto hand = find_hand(gesture, **lexeme);
  if (!hand) return hand.error();
  if (*hand == Gesture::Hand::Left && !(*lexeme)->twin.empty()) {
    lexeme = find_lexeme((*lexeme)->twin, vocabulary);
    if (!lexeme) return lexeme.error();
  }
  const auto times =
      make_times(gesture, **lexeme, fade_out_of(gesture, **lexeme, body, vocabulary));
  if (!times) return times.error();

  const auto& in_script = times->in_script;
  const Seconds start = in_script[index_of(script::GesturePoint::Start)];
  script::Sequence sequence;
  sequence.id = gesture.id;
  sequence.character = gesture.character;
  sequence.start = {start, script::Time::From::Block, gesture.where};
  sequence.fade_in = gesture.fade_in;
  sequence.fade_out = in_script[index_of(script::GesturePoint::End)] -
                      in_script[index_of(script::GesturePoint::Relax)];
  sequence.keeps_end =
      gesture.fade_out || gesture.points[index_of(script::GesturePoint::End)].has_value();
  sequence.priority = gesture.priority;
  sequence.tension = gesture.tension;
  sequence.sketch = gesture.sketch;
  sequence.dynamics = gesture.dynamics;
  sequence.where = gesture.where;

  std::vector<Placed> poses;
  const bool written_for_both = (*lexeme)->hands == LexemeHands::Both;
  for (const script::Pose& written : (*lexeme)->poses) {
    const Seconds reached = times->reached(written.time.seconds);
    Placed placed{.point = point_of(written, *times, reached), .pose = written};
    script::Pose& pose = placed.pose;
    if (placed.point > 0) pose.id.text = script::kGesturePointWords[placed.point];
    pose.id.where = pose.where = gesture.where;
    pose.time = in_sequence(reached, start, gesture.where);
    pose.hold = std::max(times->left(written.time.seconds + written.hold) - reached, Seconds{0});
    if (is_in_stroke(written, times->of_lexeme)) pose.nucleus = gesture.nucleus;
    pose.constraints = constraints_of(written, *hand, written_for_both, body, gesture.where);
    poses.push_back(std::move(placed));
  }
  add_points(*times, gesture.where, poses);
  for (Placed& placed : poses) {
    placed.pose.appointed = is_timed(gesture);
    sequence.poses.push_back(std::move(placed.pose));
  }
  return sequence;
}

std::string character_of(const script::Document& document, const script::Name& said,
                         const Vocabulary& vocabulary) {
  const std::string& written = said.empty() ? document.character.text : said.text;
  const auto alias = vocabulary.characters.find(written);
  return alias == vocabulary.characters.end() ? written : alias->second;
}

script::Document with_gestures_named(script::Document document) {
  std::set<std::string, std::less<>> ids;
  for (const script::Sequence& sequence : document.sequences) ids.insert(sequence.id.text);
  for (const Gesture& gesture : document.gestures) ids.insert(gesture.id.text);
  std::size_t number = 0;
  for (Gesture& gesture : document.gestures) {
    while (gesture.id.empty()) {
      std::string candidate = "g" + std::to_string(++number);
      if (ids.insert(candidate).second) gesture.id.text = std::move(candidate);
    }
  }
  return document;
}

Result<script::Document> with_gestures_as_sequences(const script::Document& document,
                                                    std::string_view character,
                                                    const body::Body& body,
                                                    const Vocabulary& vocabulary,
                                                    Diagnostics& diagnostics) {
  script::Document expanded = with_gestures_named(document);
  const std::vector<Gesture> gestures = std::exchange(expanded.gestures, {});
  std::size_t poses = 0;
  for (const Gesture& gesture : gestures) {
    if (character_of(document, gesture.character, vocabulary) != character) continue;
    auto sequence = make_sequence_of(gesture, body, vocabulary);
    if (!sequence) {
      if (const auto met = diagnostics.meet(sequence.error()); !met) return met.error();
      continue;
    }
    poses += sequence->poses.size();
    if (poses > kPosesMax) {
      return Error{ErrorCode::LimitExceeded,
                   "a script has at most " + std::to_string(kPosesMax) +
                       " poses: " + quoted(std::to_string(poses)),
                   gesture.where};
    }
    expanded.sequences.push_back(*std::move(sequence));
  }
  return expanded;
}

}  // namespace kine::plan
