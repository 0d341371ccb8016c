#include "realizer/tick/body_language.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/gesture/stroke_time.h"
#include "realizer/motion/clips/inertial_clip.h"
#include "realizer/motion/clips/recorded_shift.h"
#include "realizer/motion/clips/turn_keys.h"
#include "realizer/motion/clips/velocity_clip.h"
#include "realizer/tick/entrance.h"
#include "realizer/tick/interruption.h"
#include "realizer/tick/kinds/kinds.h"

namespace kine {
namespace {

/// Silence is heard every 0.35 s, so where nothing is, not even that, the sound is over.
constexpr Seconds kSoundIsOver{1};
constexpr Seconds kGoesBack{0.8};  // hands come down no faster than they rise

/// A recorded shift of the body takes over from another in this time. Joints take over at once, by
/// an offset that dies away.
constexpr Seconds kShiftTakesOver{0.6};

/// The purpose of its random numbers; those of producers are below.
constexpr std::uint64_t kPurposeOfSpeech = 2'000;

/// The lower body moves over feet that stay: no recorded leg fits another's.
std::shared_ptr<const motion::Actuator> actuator_of(const gesture::RepertoireSegment& segment,
                                                    const gesture::Profile& profile) {
  if (segment.turns->joints.contains(body::Joint::Hips)) {
    return std::make_shared<motion::RecordedShift>(segment.turns);
  }
  if (profile.blend == gesture::Blend::Velocity)
    return std::make_shared<motion::VelocityClip>(segment.turns);
  return std::make_shared<motion::InertialClip>(segment.turns, Seconds{0}, profile.catch_up_rad_s);
}

std::shared_ptr<motion::Block> block_of(const gesture::RepertoireSegment& segment,
                                        const gesture::Profile& profile) {
  auto block = std::make_shared<motion::Block>();
  block->id = "body-language";
  block->end = block->relaxed = segment.turns->length();
  const bool shifts = segment.turns->joints.contains(body::Joint::Hips);
  block->segments.push_back({.end = block->end,
                             .fade_in = shifts ? std::min(kShiftTakesOver, block->end) : Seconds{0},
                             .priority = motion::kLastingPriority,
                             .constrained = false,
                             .lasting = true,
                             .actuator = actuator_of(segment, profile),
                             .part = motion::kNoPart});
  return block;
}

BlockId next_unheard_block(CharacterRow& row) {
  KINE_ASSERT(row.id.value < std::uint64_t{1} << 30);
  return {kFirstUnheardBlock.value | std::uint64_t{row.id.value} << 32 | row.state.life.blocks++};
}

/// `blocks`: how many nobody has sent until then. So what is drawn is not the same after each
/// pause.
BodyLanguage begun(std::shared_ptr<const PlayableRepertoire> repertoire, Tick tick,
                   std::uint64_t blocks) {
  BodyLanguage language{
      .repertoire = std::move(repertoire), .heard_last = tick, .spoke_last = tick};
  for (const gesture::SectionRepertoire& section : language.repertoire->sections) {
    language.sections.push_back(gesture::first_performance(section));
    language.sections.back().draws = blocks << 20;
  }
  return language;
}

bool says(const motion::Block& block, const std::string& speech) {
  return std::ranges::find(block.utterances, speech, &motion::Utterance::id) !=
         block.utterances.end();
}

/// What a block says at this tick is heard. Whether more of it is to come.
bool hear_block(const TickContext& context, CharacterRow& row, const PlayingBlock& playing,
                Tick tick) {
  const Listening& listening = *playing.block->listening;
  const auto of_time = [&](Tick at) {
    return std::ranges::upper_bound(listening.heard, context.rate.between(playing.start, at), {},
                                    &Listening::Heard::at);
  };
  const Seconds start = context.rate.time_of(playing.start);
  auto next = tick == playing.start ? listening.heard.begin() : of_time(Tick{tick.index - 1});
  const auto end = of_time(tick);
  for (; next != end; ++next) {
    const Listening::Speech& speech = listening.speeches[next->speech];
    if (!says(*playing.block, speech.id)) continue;
    HearSpeech heard{.character = row.id,
                     .repertoire = listening.repertoire,
                     .heard = next->heard,
                     .manner = speech.manner};
    heard.heard.known_s += start.count();
    if (heard.heard.next_peak_s) *heard.heard.next_peak_s += start.count();
    hear_speech(heard, tick, row.state);
  }
  return end != listening.heard.end();
}

/// Blocks that say something to move by. Whether more of it is to come.
bool hear_blocks(const TickContext& context, CharacterRow& row, Tick tick) {
  bool more = false;
  for (const PlayingBlock& playing : row.state.blocks) {
    const bool is_heard = playing.block->listening != nullptr && !playing.interrupted;
    if (is_heard) more = hear_block(context, row, playing, tick) || more;
  }
  return more;
}

/// Recorded turns go only so much of their way from the base pose; what shifts the body, from
/// where it stands.
void go_less_far(double amount, const pose::Pose& base, pose::RecordedTurns& turns) {
  const bool shifts = turns.joints.contains(body::Joint::Hips);
  const std::vector<body::Joint> joints = motion::joints_in(turns.joints);
  for (std::vector<Quat>& frame : turns.frames) {
    for (std::size_t i = 0; i < joints.size(); ++i) {
      const Quat from = shifts ? Quat{} : base.rotation(joints[i]);
      const Vec3 way = rotation_vector(frame[i] * conjugate(from));
      frame[i] = normalized(from_rotation_vector(amount * way) * from);
    }
  }
  for (Vec3& each : turns.hips) each = amount * each;
}

/// The block of a segment; another one where it is not played as it was recorded, or not all of it.
std::shared_ptr<const motion::Block> block_to_play(const BodyLanguage& language,
                                                   const pose::Pose& base, std::size_t section,
                                                   std::size_t segment) {
  const double speed = language.sections[section].speed;
  const double amount = language.manner.amount;
  if (speed == 1 && amount == 1) return language.repertoire->blocks[section][segment];
  gesture::RepertoireSegment played = language.repertoire->sections[section].segments[segment];
  auto turns = std::make_shared<pose::RecordedTurns>(*played.turns);
  turns->rate_hz *= speed;
  if (amount != 1) go_less_far(amount, base, *turns);
  played.turns = std::move(turns);
  return block_of(played, language.repertoire->profile);
}

/// Whether its sound is over, or its speaker pauses for so long that hands go down.
bool is_silent_for_long(const TickContext& context, const BodyLanguage& language, Tick tick) {
  const double rests_after_s = language.repertoire->profile.rests_after_s;
  return context.rate.between(language.heard_last, tick) > kSoundIsOver ||
         (rests_after_s > 0 &&
          context.rate.between(language.spoke_last, tick) > Seconds(rests_after_s));
}

/// A section moves on by what was heard.
void perform_section(const TickContext& context, CharacterRow& row, Tick tick, std::size_t i) {
  BodyLanguage& language = row.state.body_language.front();
  const gesture::SectionRepertoire& repertoire = language.repertoire->sections[i];
  const Random::Key purpose{
      .seed = row.state.life.seed, .character = row.id.value, .purpose = kPurposeOfSpeech + i};
  const auto segment = gesture::perform({.repertoire = repertoire,
                                         .profile = language.repertoire->profile,
                                         .now_s = context.rate.time_of(tick).count(),
                                         .heard = language.heard,
                                         .shown = row.state.poses.last(),
                                         .peaks_s = language.peaks_s},
                                        purpose, language.sections[i]);
  if (!segment) return;
  context.said.motions_started.push_back({.character = row.id,
                                          .section = repertoire.section,
                                          .segment = *segment,
                                          .motion = repertoire.segments[*segment].motion,
                                          .why = language.sections[i].why});
  enter(context, row, tick,
        {.character = row.id,
         .id = next_unheard_block(row),
         .client = {},
         .block = block_to_play(language, *row.base, i, *segment)});
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
    for (const auto& segment : section.segments) blocks.push_back(block_of(segment, as.profile));
  }
  playable->sections = std::move(repertoire);
  for (gesture::SectionRepertoire& section : playable->sections) {
    for (gesture::RepertoireSegment& each : section.segments) {
      each.stroke = gesture::stroke_time(*each.turns, section.section);
      each.fastest_rad_s = gesture::fastest_rad_s(*each.turns);
    }
  }
  return playable;
}

void begin_listening(const motion::Block& block, Tick tick, CharacterState& state) {
  if (block.listening == nullptr) return;
  state.body_language.assign(1, begun(block.listening->repertoire, tick, state.life.blocks));
  state.body_language.front().rests = true;
}

void hear_speech(const HearSpeech& heard, Tick tick, CharacterState& state) {
  KINE_ASSERT(heard.heard.symbol < gesture::kSymbols && heard.heard.context < gesture::kContexts);
  const bool is_silence = speech::is_silence(heard.heard.symbol);
  const bool rests = state.body_language.empty() || state.body_language.front().rests;
  // Silence starts no motion.
  if (is_silence && rests && heard.repertoire->profile.rests_after_s > 0) return;
  if (state.body_language.empty())
    state.body_language.push_back(begun(heard.repertoire, tick, state.life.blocks));
  BodyLanguage& language = state.body_language.front();
  if (!(language.ended && is_silence)) language.heard_last = tick;
  if (!is_silence) language.spoke_last = tick;
  if (language.ended) return;
  language.rests = false;
  language.manner = heard.manner;
  if (language.heard.size() < kHeardPerTickMax) language.heard.push_back(heard.heard);
  const bool has_room = language.peaks_s.size() < kHeardPerTickMax;
  if (heard.heard.next_peak_s && has_room) language.peaks_s.push_back(*heard.heard.next_peak_s);
}

void perform_speech(const TickContext& context, CharacterRow& row, Tick tick) {
  if (row.state.body_language.empty()) return;
  const bool more_to_hear = hear_blocks(context, row, tick);
  BodyLanguage& language = row.state.body_language.front();
  if (language.rests || is_silent_for_long(context, language, tick)) {
    if (!language.rests) fall_silent(context, row, tick, kGoesBack);
    if (!more_to_hear) row.state.body_language.clear();
    return;
  }
  if (language.ended) return;
  const double now_s = context.rate.time_of(tick).count();
  for (gesture::HeardNow& each : language.heard) {
    each.known_s = std::clamp(each.known_s, now_s - context.rate.step().count(), now_s);
  }
  std::erase_if(language.peaks_s, [&](double peak_s) { return peak_s <= now_s; });
  for (std::size_t i = 0; i < language.sections.size(); ++i) {
    if (!language.manner.moves(language.repertoire->sections[i].section)) continue;
    perform_section(context, row, tick, i);
  }
  language.heard.clear();
}

void fall_silent(const TickContext& context, CharacterRow& row, Tick tick, Seconds fade) {
  if (row.state.body_language.empty()) return;
  end_body_language(context, row, tick, fade);
  BodyLanguage& language = row.state.body_language.front();
  language = begun(language.repertoire, tick, row.state.life.blocks);
  language.rests = true;
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
  row.quiet_until = tick;  // what is held has no block any more that would say so
  for (ActiveSegment& active : row.state.segments) {
    if (!is_unheard(active.block) || active.fading) continue;
    kind_of(active).give_up(context, active, row.state, tick, fade);
  }
}

}  // namespace kine
