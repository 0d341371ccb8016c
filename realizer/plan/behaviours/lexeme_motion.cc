#include "realizer/plan/behaviours/lexeme_motion.h"

#include <algorithm>
#include <iterator>

#include "realizer/core/number.h"
#include "realizer/plan/gestures/lexicon.h"
#include "realizer/script/words.h"

namespace kine::plan {

std::string lexeme_name(std::string_view written, const Vocabulary& vocabulary) {
  if (vocabulary.lexemes.contains(written)) return std::string(written);
  std::string name = folded_name(written);
  if (vocabulary.lexemes.contains(name)) return name;
  const auto alias = vocabulary.gestures.find(name);
  return alias == vocabulary.gestures.end() ? name : alias->second;
}

namespace {

/// An error that ends with our spelling of a lexeme ends with the script's.
Error as_written(Error error, std::string_view ours, std::string_view written) {
  const std::string end = quoted(ours);
  if (!error.message.ends_with(end)) return error;
  error.message.resize(error.message.size() - end.size());
  error.message += quoted(written);
  return error;
}

}  // namespace

Result<PointedMotion> make_lexeme_motion(const script::Gesture& call, const body::Body& body,
                                         const Vocabulary& vocabulary) {
  script::Gesture own = call;
  own.lexeme.text = lexeme_name(call.lexeme.text, vocabulary);
  own.points = {};
  auto sequence = make_sequence_of(own, body, vocabulary);
  if (!sequence) return as_written(sequence.error(), own.lexeme.text, call.lexeme.text);

  PointedMotion motion;
  motion.points.emplace_back("start");
  motion.times.push_back(Seconds{0});
  Seconds end{0};
  for (script::Pose& pose : sequence->poses) {
    const auto* word = std::ranges::find(script::kGesturePointWords, pose.id.text);
    if (word != std::end(script::kGesturePointWords)) {
      motion.points.push_back(point_name(pose.id.text));
      motion.times.push_back(pose.time.seconds);
    }
    end = std::max(end, pose.time.seconds + pose.hold);
    pose.appointed = true;
    motion.poses.push_back(std::move(pose));
  }
  motion.points.emplace_back("end");
  motion.times.push_back(end + *sequence->fade_out);
  return motion;
}

}  // namespace kine::plan
