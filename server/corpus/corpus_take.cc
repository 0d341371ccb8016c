#include "server/corpus/corpus_take.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/number.h"
#include "realizer/formats/bvh.h"
#include "realizer/prepare/prepare.h"
#include "server/corpus/corpus_script.h"
#include "server/corpus/sentences.h"
#include "server/corpus/spoken_text.h"
#include "server/offline/offline_stage.h"

namespace kine::server {
namespace {

constexpr std::size_t kSentencesOfTake = 14;

/// The purposes of random numbers.
enum class Purpose : std::uint8_t { Text, Pauses, Motion };

Random random_for(std::uint64_t seed, std::size_t take, Purpose purpose) {
  return Random({.seed = seed, .tick = take, .purpose = static_cast<std::uint64_t>(purpose)});
}

std::string row_of(std::string_view kind, double from_s, double to_s, double value,
                   const std::string& name) {
  const auto rounded = [](double number) { return format_number(std::round(number * 1e4) / 1e4); };
  return std::string(kind) + "," + rounded(from_s) + "," + rounded(to_s) + "," + rounded(value) +
         "," + name + "\n";
}

std::string name_of(const gesture::ArmGesture& gesture) {
  return std::string(gesture.lexeme) + " " + std::string(word_of(gesture.hand));
}

/// When a gesture reached its points, as they were planned.
struct GesturePoints {
  double start_s = 0;
  double stroke_end_s = 0;
  double relax_s = 0;
  double end_s = 0;
};

/// The points of a gesture by the id that a script gives it: g1, g2 and so on, in its order.
using PointsById = std::map<std::string, GesturePoints, std::less<>>;

void note(const Feedback& feedback, PointsById& all) {
  constexpr std::array kPoints = {std::pair{":start", &GesturePoints::start_s},
                                  std::pair{":stroke-end", &GesturePoints::stroke_end_s},
                                  std::pair{":relax", &GesturePoints::relax_s},
                                  std::pair{":end", &GesturePoints::end_s}};
  if (feedback.kind != FeedbackKind::SyncPoint) return;
  const std::string_view id = feedback.id;
  for (const auto& [ending, point] : kPoints) {
    if (!id.ends_with(ending)) continue;
    const std::string_view whole = id.substr(0, id.size() - std::string_view(ending).size());
    all[std::string(whole.substr(whole.find(':') + 1))].*point = feedback.time.count();
  }
}

/// Out, held and back again, or on to the next one.
std::string phases_of(const gesture::AuthoredMotion& motion, const PointsById& points) {
  constexpr double kShortest_s = 0.05;  // one point is two where hands turn round
  std::string rows;
  const auto add = [&](double from_s, double to_s, const std::string& name) {
    if (to_s - from_s > kShortest_s) rows += row_of("phase", from_s, to_s, 0, name);
  };
  const auto points_of = [&](std::size_t number) {
    const auto found = points.find("g" + std::to_string(number + 1));
    constexpr double kNever_s = std::numeric_limits<double>::infinity();
    return found != points.end() ? found->second : GesturePoints{.start_s = kNever_s};
  };
  for (std::size_t i = 0; i < motion.arms.size(); ++i) {
    const GesturePoints its = points_of(i);
    const double next_s = points_of(i + 1).start_s;
    add(its.start_s, its.stroke_end_s, name_of(motion.arms[i]));
    add(its.stroke_end_s, std::min(its.relax_s, next_s), "hold");
    add(its.relax_s, std::min(its.end_s, next_s),
        "back " + std::string(word_of(motion.arms[i].hand)));
  }
  return rows;
}

std::string truth_of(const std::vector<gesture::SpokenPhrase>& phrases,
                     const gesture::AuthoredMotion& motion) {
  std::string rows(kTruthColumns);
  for (const gesture::SpokenPhrase& phrase : phrases) {
    rows += row_of("phrase", phrase.from_s, phrase.to_s, phrase.arousal, "");
    for (const gesture::SpokenSyllable& each : phrase.syllables) {
      rows += row_of("syllable", each.nucleus_s, each.nucleus_s, each.prominence,
                     each.stressed ? "stressed" : "");
    }
  }
  for (const gesture::ArmGesture& each : motion.arms) {
    rows += row_of("gesture", each.start_s, each.stroke_end_s, each.size, name_of(each));
  }
  return rows;
}

struct PlayedScript {
  std::string bvh;
  PointsById points;
};

/// The motion of a script, as long as the sound.
Result<PlayedScript> play(const std::string& script, Seconds length,
                          const std::shared_ptr<const Cast>& cast) {
  Diagnostics unsaid;
  const auto prepared =
      prepare(script, {.casts = {&cast, 1}, .script_id = "take", .character = cast->name}, unsaid);
  if (!prepared) return prepared.error();
  const TickRate rate(kCorpusRate_hz);
  OfflineStage stage({&cast, 1}, rate);
  for (const auto& block : prepared->blocks) stage.play(block);
  const auto writer = formats::make_bvh({.body = cast->body, .rate = rate});
  PlayedScript played;
  do {
    stage.advance();
    for (const Feedback& feedback : stage.feedback()) note(feedback, played.points);
    writer->append(stage.frames().front(), played.bvh);
  } while (rate.time_of(stage.tick()) < length);
  if (const auto finished = writer->finish(played.bvh); !finished) return finished.error();
  return played;
}

}  // namespace

Result<CorpusTake> author_take(speech::Audio audio,
                               const std::vector<gesture::SpokenPhrase>& phrases,
                               std::uint64_t seed, std::size_t number,
                               const std::shared_ptr<const Cast>& cast) {
  Random random = random_for(seed, number, Purpose::Motion);
  const auto motion = gesture::author_motion(phrases, random);
  CorpusTake take{.audio = std::move(audio),
                  .script = script_of(motion),
                  .bvh = {},
                  .truth = truth_of(phrases, motion)};
  auto played = play(take.script, take.audio.length(), cast);
  if (!played) return played.error();
  take.truth += phases_of(motion, played->points);
  take.bvh = std::move(played->bvh);
  return take;
}

Result<CorpusTake> make_take(std::uint64_t seed, std::size_t number, const CorpusVoice& voice,
                             const std::shared_ptr<const Cast>& cast) {
  Random of_text = random_for(seed, number, Purpose::Text);
  Random of_pauses = random_for(seed, number, Purpose::Pauses);
  auto text =
      say_sentences(make_sentences(kSentencesOfTake, of_text), *voice.voice, voice.name, of_pauses);
  if (!text) return text.error();
  return author_take(std::move(text->audio), text->phrases, seed, number, cast);
}

}  // namespace kine::server
