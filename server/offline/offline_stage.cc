#include "server/offline/offline_stage.h"

#include <utility>

#include "server/ticks/ordered_feedback.h"

namespace kine::server {

OfflineStage::OfflineStage(std::span<const std::shared_ptr<const Cast>> casts, TickRate rate,
                           const autonomy::LifeOptions& life)
    : casts_(casts.begin(), casts.end()),
      shard_(rate),
      live_blocks_(rate, PlayBlock::Zero::ThisTick),
      whereabouts_(casts_) {
  std::uint32_t id = 0;
  for (const std::shared_ptr<const Cast>& cast : casts_) {
    shard_.add_character(CharacterId{++id}, cast, life);
  }
}

bool OfflineStage::play(std::shared_ptr<const motion::Block> block,
                        std::shared_ptr<const ScriptSource> source,
                        std::vector<ChangingSpeech> changing) {
  for (std::size_t index = 0; index < casts_.size(); ++index) {
    if (casts_[index]->name != block->character) continue;
    live_blocks_.expect(block, std::move(source), std::move(changing),
                        live_blocks_.manners().count);
    inputs_.push_back(PlayBlock{.character = CharacterId{static_cast<std::uint32_t>(index + 1)},
                                .id = BlockId{++blocks_},
                                .client = {},
                                .block = std::move(block)});
    return true;
  }
  return false;
}

void OfflineStage::set(SetTarget target) {
  if (!targets_.add(target.name, target.point_m))
    return;  // prepared by other names than those here
  inputs_.emplace_back(std::move(target));
}

plan::OtherPoints OfflineStage::others() const {
  return [this](const plan::OtherPointsWanted& wanted) { return live_blocks_.look(wanted).points; };
}

void OfflineStage::advance() {
  shard_.advance_to(next_, inputs_);
  live_blocks_.note(next_, inputs_, shard_.feedback(), shard_.replanned(), shard_.wishes());
  feedback_.assign(shard_.feedback().begin(), shard_.feedback().end());
  whereabouts_.see(shard_.frames());
  inputs_.clear();
  for (const TargetMoved& moved : shard_.targets_moved()) set(moved.set);
  ++next_.index;
  for (const LiveBlocks::Moved& moved : live_blocks_.moved()) {
    LiveBlocks::Anew anew = live_blocks_.plan_anew(moved, next_);
    if (!anew.to_say.empty()) {
      for (const LiveBlocks::ToSay& each : anew.to_say) {
        live_blocks_.ask(moved.id, *moved.source->voice, each.utterance);
      }
      anew = live_blocks_.plan_anew(moved, next_);
    }
    if (anew.replan) inputs_.emplace_back(*std::move(anew.replan));
  }
  add_in_order(live_blocks_.take_warnings(), feedback_);
}

}  // namespace kine::server
