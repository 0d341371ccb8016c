#include "realizer/tick/body_language.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/motion/clips/inertial_clip.h"
#include "realizer/motion/clips/recorded_shift.h"
#include "realizer/motion/clips/velocity_clip.h"
#include "realizer/tick/entrance.h"
#include "realizer/tick/interruption.h"
#include "realizer/tick/kinds/kinds.h"

namespace kine {
namespace {

/// Silence is heard every 0.35 s, so where nothing is, not even that, the sound is over.
constexpr Seconds kSoundIsOver{1};
constexpr Seconds kGoesBack{0.5};

/// A recorded shift of the body takes over from another in this time. Joints take over at once, by
/// an offset that dies away.
constexpr Seconds kShiftTakesOver{0.6};

/// The purpose of its random numbers; those of producers are below.
constexpr std::uint64_t kPurposeOfSpeech = 2'000;

/// The lower body moves over feet that stay: no recorded leg fits another's.
std::shared_ptr<const motion::Actuator> actuator_of(const gesture::RepertoireSegment& segment,
                                                    gesture::Blend blend) {
  if (segment.turns->joints.contains(body::Joint::Hips)) {
    return std::make_shared<motion::RecordedShift>(segment.turns);
  }
  if (blend == gesture::Blend::Velocity)
    return std::make_shared<motion::VelocityClip>(segment.turns);
  return std::make_shared<motion::InertialClip>(segment.turns);
}

std::shared_ptr<const motion::Block> block_of(const gesture::RepertoireSegment& segment,
                                              gesture::Blend blend) {
  auto block = std::make_shared<motion::Block>();
  block->id = "body-language";
  block->end = block->relaxed = segment.turns->length();
  const bool shifts = segment.turns->joints.contains(body::Joint::Hips);
  block->segments.push_back({.end = block->end,
                             .fade_in = shifts ? std::min(kShiftTakesOver, block->end) : Seconds{0},
                             .priority = motion::kLastingPriority,
                             .constrained = false,
                             .lasting = true,
                             .actuator = actuator_of(segment, blend),
                             .part = motion::kNoPart});
  return block;
}

BlockId next_unheard_block(CharacterRow& row) {
  KINE_ASSERT(row.id.value < std::uint64_t{1} << 30);
  return {kFirstUnheardBlock.value | std::uint64_t{row.id.value} << 32 | row.state.life.blocks++};
}

}  // namespace

std::shared_ptr<const PlayableRepertoire> make_playable(gesture::Repertoire repertoire,
                                                        const PlayedAs& as) {
  auto playable = std::make_shared<PlayableRepertoire>();
  playable->name = as.name;
  playable->prosody = as.prosody;
  playable->profile = as.profile;
  for (const gesture::SectionRepertoire& section : repertoire) {
    KINE_ASSERT(gesture::fault_of(section).empty());
    auto& blocks = playable->blocks.emplace_back();
    for (const auto& segment : section.segments)
      blocks.push_back(block_of(segment, as.profile.blend));
  }
  playable->sections = std::move(repertoire);
  return playable;
}

void hear_speech(const HearSpeech& heard, Tick tick, CharacterState& state) {
  KINE_ASSERT(heard.heard.symbol < gesture::kSymbols && heard.heard.context < gesture::kContexts);
  if (state.body_language.empty()) {
    BodyLanguage begun{.repertoire = heard.repertoire, .heard_last = tick};
    for (const gesture::SectionRepertoire& section : heard.repertoire->sections) {
      begun.sections.push_back(gesture::first_performance(section));
    }
    state.body_language.push_back(std::move(begun));
  }
  BodyLanguage& language = state.body_language.front();
  const bool is_silence = speech::is_silence(heard.heard.symbol);
  if (!(language.ended && is_silence)) language.heard_last = tick;
  if (language.ended) return;
  if (language.heard.size() < kHeardPerTickMax) language.heard.push_back(heard.heard);
}

void perform_speech(const TickContext& context, CharacterRow& row, Tick tick) {
  if (row.state.body_language.empty()) return;
  BodyLanguage& language = row.state.body_language.front();
  if (context.rate.between(language.heard_last, tick) > kSoundIsOver) {
    end_body_language(context, row, tick, kGoesBack);
    row.state.body_language.clear();
    return;
  }
  if (language.ended) return;
  const double now_s = context.rate.time_of(tick).count();
  for (gesture::HeardNow& each : language.heard) {
    each.known_s = std::clamp(each.known_s, now_s - context.rate.step().count(), now_s);
  }
  for (std::size_t i = 0; i < language.sections.size(); ++i) {
    const gesture::SectionRepertoire& repertoire = language.repertoire->sections[i];
    const Random::Key purpose{
        .seed = row.state.life.seed, .character = row.id.value, .purpose = kPurposeOfSpeech + i};
    const auto segment = gesture::perform({.repertoire = repertoire,
                                           .profile = language.repertoire->profile,
                                           .now_s = now_s,
                                           .heard = language.heard,
                                           .shown = row.state.poses.last()},
                                          purpose, language.sections[i]);
    if (!segment) continue;
    context.said.motions_started.push_back({.character = row.id,
                                            .section = repertoire.section,
                                            .segment = *segment,
                                            .motion = repertoire.segments[*segment].motion,
                                            .why = language.sections[i].why});
    enter(context, row, tick,
          {.character = row.id,
           .id = next_unheard_block(row),
           .client = {},
           .block = language.repertoire->blocks[i][*segment]});
  }
  language.heard.clear();
}

void end_body_language(const TickContext& context, CharacterRow& row, Tick tick, Seconds fade) {
  for (BodyLanguage& each : row.state.body_language) each.ended = true;
  std::vector<BlockId> playing;
  for (const PlayingBlock& each : row.state.blocks) {
    if (is_unheard(each.id) && !each.interrupted) playing.push_back(each.id);
  }
  for (const BlockId id : playing) {
    interrupt(context, row, tick, {.character = row.id, .block = id, .fade = fade});
  }
  for (ActiveSegment& active : row.state.segments) {
    if (!is_unheard(active.block) || active.fading) continue;
    kind_of(active).give_up(context, active, row.state, tick, fade);
  }
}

}  // namespace kine
