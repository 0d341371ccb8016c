#include "server/offline/offline_stage.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/prepare/live_posture.h"
#include "server/live/lips_on_face.h"
#include "server/ticks/ordered_feedback.h"

namespace kine::server {
namespace {

/// Nobody else fills it: what comes is what a command has read.
constexpr std::size_t kInputsMax = std::numeric_limits<std::size_t>::max();

}  // namespace

OfflineStage::OfflineStage(std::span<const std::shared_ptr<const Cast>> casts, TickRate rate,
                           const autonomy::LifeOptions& life)
    : scene_({.casts = {casts.begin(), casts.end()},
              .rate = rate,
              .inputs_max = kInputsMax,
              .zero = PlayBlock::Zero::ThisTick}),
      rate_(rate),
      shard_(rate) {
  const auto present = scene_.roster.present();
  for (const Roster::EntryPointer& entry : present->entries) {
    shard_.add_character(entry->id, entry->cast, life);
  }
}

void OfflineStage::send(Input input) {
  std::vector<Input> one;
  one.push_back(std::move(input));
  const bool has_room = scene_.mailbox.push(std::move(one));
  KINE_ASSERT(has_room);
}

bool OfflineStage::play(std::shared_ptr<const motion::Block> block,
                        std::shared_ptr<const ScriptSource> source,
                        std::vector<ChangingSpeech> changing) {
  const Roster::EntryPointer entry = scene_.roster.find(block->character);
  if (entry == nullptr) return false;
  scene_.live_blocks.expect(block, std::move(source), std::move(changing),
                            scene_.live_blocks.manners().count);
  send(PlayBlock{.character = entry->id,
                 .id = BlockId{++scene_.blocks_counted},
                 .client = {},
                 .block = std::move(block)});
  return true;
}

void OfflineStage::set_manner(std::string_view character, const script::Expressivity& to,
                              Seconds over) {
  scene_.live_blocks.set_manner(character, to, over);
  const Roster::EntryPointer entry = scene_.roster.find(character);
  if (entry == nullptr) return;
  const PostureChange posture = posture_of(to, *entry->cast->body, over);
  if (posture != PostureChange{.over = over}) send(SetPosture{entry->id, posture});
}

void OfflineStage::set(SetTarget target) {
  if (!scene_.targets.add(target.name, target.point_m))
    return;  // prepared by other names than those here
  send(std::move(target));
}

plan::OtherPoints OfflineStage::others() const {
  return [this](const plan::OtherPointsWanted& wanted) {
    return scene_.live_blocks.look(wanted).points;
  };
}

void OfflineStage::hear(std::shared_ptr<const HeardSound> sound, CharacterId character,
                        std::shared_ptr<const PlayableRepertoire> repertoire) {
  sounds_.push_back({.sound = std::move(sound),
                     .character = character,
                     .repertoire = std::move(repertoire),
                     .began = next_});
}

void OfflineStage::set(SetFace face) {
  faces_[face.character] = face.change.channels;
  send(std::move(face));
}

void OfflineStage::move_lips(std::shared_ptr<const LipsOfSound> lips, CharacterId character) {
  lips_.push_back({.lips = std::move(lips), .character = character, .began = next_});
}

/// The last of those that are known by this tick.
void OfflineStage::add_lips_by_now(std::vector<Input>& inputs) {
  for (LipsMoved& each : lips_) {
    const LipsOfSound& all = *each.lips;
    std::size_t next = each.next;
    while (next < all.size() &&
           rate_.first_at_or_after(each.began, Seconds(all[next].known_s)) <= next_) {
      ++next;
    }
    if (next == std::exchange(each.next, next)) continue;
    const FaceWeights face =
        with_lips(faces_[each.character], all[next - 1].lips, all[next - 1].brows);
    inputs.emplace_back(SetFace{each.character, {.channels = face, .over = Seconds(0)}});
  }
}

/// Each thing at the first tick by which it is known.
void OfflineStage::add_heard_by_now(std::vector<Input>& inputs) {
  for (SoundHeard& each : sounds_) {
    const HeardSound& all = *each.sound;
    for (; each.next < all.size(); ++each.next) {
      gesture::HeardNow now = all[each.next];
      if (rate_.first_at_or_after(each.began, Seconds(now.known_s)) > next_) break;
      now.known_s += rate_.time_of(each.began).count();
      inputs.emplace_back(
          HearSpeech{.character = each.character, .repertoire = each.repertoire, .heard = now});
    }
  }
}

bool OfflineStage::hears_nothing_more() const {
  return std::ranges::all_of(sounds_,
                             [](const auto& each) { return each.next == each.sound->size(); }) &&
         std::ranges::all_of(lips_,
                             [](const auto& each) { return each.next == each.lips->size(); });
}

void OfflineStage::advance() {
  scene_.take_in(inputs_);
  add_heard_by_now(inputs_);
  add_lips_by_now(inputs_);
  shard_.advance_to(next_, inputs_);
  output_->tick = next_;
  output_->feedback.assign(shard_.feedback().begin(), shard_.feedback().end());
  output_->replanned.assign(shard_.replanned().begin(), shard_.replanned().end());
  output_->wishes.assign(shard_.wishes().begin(), shard_.wishes().end());
  scene_.note(next_, inputs_, output_, {&shard_, 1});
  for (const TargetMoved& moved : shard_.targets_moved()) set(moved.set);
  ++next_.index;
  for (const LiveBlocks::Moved& moved : scene_.live_blocks.moved()) plan_anew(moved);
  add_in_order(scene_.live_blocks.take_warnings(), output_->feedback);
}

void OfflineStage::plan_anew(const LiveBlocks::Moved& moved) {
  LiveBlocks::Anew anew = scene_.live_blocks.plan_anew(moved, next_);
  if (!anew.to_say.empty()) {
    for (const LiveBlocks::ToSay& each : anew.to_say) {
      scene_.live_blocks.ask(moved.id, *moved.source->voice, each.utterance);
    }
    anew = scene_.live_blocks.plan_anew(moved, next_);
  }
  if (anew.replan) send(*std::move(anew.replan));
}

}  // namespace kine::server
