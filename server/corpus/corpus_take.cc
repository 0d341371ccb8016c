#include "server/corpus/corpus_take.h"

#include <cmath>

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

std::string truth_of(const SpokenText& text, const gesture::AuthoredMotion& motion) {
  std::string rows(kTruthColumns);
  for (const gesture::SpokenPhrase& phrase : text.phrases) {
    rows += row_of("phrase", phrase.from_s, phrase.to_s, phrase.arousal, "");
    for (const gesture::SpokenSyllable& each : phrase.syllables) {
      rows += row_of("syllable", each.nucleus_s, each.nucleus_s, each.prominence,
                     each.stressed ? "stressed" : "");
    }
  }
  for (const gesture::ArmGesture& each : motion.arms) {
    rows += row_of("gesture", each.start_s, each.stroke_end_s, each.size,
                   std::string(each.lexeme) + " " + std::string(word_of(each.hand)));
  }
  return rows;
}

/// The motion of a script as .bvh, as long as the sound.
Result<std::string> bvh_of(const std::string& script, Seconds length,
                           const std::shared_ptr<const Cast>& cast) {
  Diagnostics unsaid;
  const auto prepared =
      prepare(script, {.casts = {&cast, 1}, .script_id = "take", .character = cast->name}, unsaid);
  if (!prepared) return prepared.error();
  const TickRate rate(kCorpusRate_hz);
  OfflineStage stage({&cast, 1}, rate);
  for (const auto& block : prepared->blocks) stage.play(block);
  const auto writer = formats::make_bvh({.body = cast->body, .rate = rate});
  std::string bytes;
  do {
    stage.advance();
    writer->append(stage.frames().front(), bytes);
  } while (rate.time_of(stage.tick()) < length);
  if (const auto finished = writer->finish(bytes); !finished) return finished.error();
  return bytes;
}

}  // namespace

Result<CorpusTake> make_take(std::uint64_t seed, std::size_t number, const CorpusVoice& voice,
                             const std::shared_ptr<const Cast>& cast) {
  Random of_text = random_for(seed, number, Purpose::Text);
  Random of_pauses = random_for(seed, number, Purpose::Pauses);
  Random of_motion = random_for(seed, number, Purpose::Motion);
  const auto text =
      say_sentences(make_sentences(kSentencesOfTake, of_text), *voice.voice, voice.name, of_pauses);
  if (!text) return text.error();
  const auto motion = gesture::author_motion(text->phrases, of_motion);
  CorpusTake take{.audio = text->audio,
                  .script = script_of(motion),
                  .bvh = {},
                  .truth = truth_of(*text, motion)};
  auto bvh = bvh_of(take.script, text->audio.length(), cast);
  if (!bvh) return bvh.error();
  take.bvh = *std::move(bvh);
  return take;
}

}  // namespace kine::server
