#include "server/live/accounted_blocks.h"

#include <algorithm>
#include <utility>

#include "server/live/live_blocks.h"
#include "server/live/memory_of.h"

namespace kine::server {
namespace {

bool says(const motion::Block* block, const std::shared_ptr<const speech::SpeechTrack>& track) {
  return block != nullptr && std::ranges::any_of(block->utterances, [&](const auto& each) {
           return each.track == track;
         });
}

Result<std::shared_ptr<const motion::Block>> kept_block(const MemoryHolder& memory,
                                                        std::shared_ptr<const motion::Block> block,
                                                        const motion::Block* before,
                                                        std::size_t text_bytes) {
  if (!block->utterances.empty()) {
    auto own = std::make_shared<motion::Block>(*block);
    for (motion::Utterance& said : own->utterances) {
      if (says(before, said.track)) continue;
      const std::size_t bytes = memory_of(*said.track);
      auto kept = memory.keep(std::move(said.track), bytes);
      if (!kept) return kept.error();
      said.track = *std::move(kept);
    }
    block = std::move(own);
  }
  const std::size_t bytes = memory_of(*block, text_bytes);
  return memory.keep(std::move(block), bytes);
}

}  // namespace

void keep_blocks(const ScriptSource& source, Result<Prepared>& prepared,
                 const motion::Block* before) {
  if (!source.memory.counts() || !prepared || prepared->blocks.empty()) return;
  const std::size_t text_bytes = source.text.size() / prepared->blocks.size();
  for (std::shared_ptr<const motion::Block>& block : prepared->blocks) {
    auto kept = kept_block(source.memory, block, before, text_bytes);
    if (!kept) {
      prepared = kept.error();
      return;
    }
    block = *std::move(kept);
  }
}

std::shared_ptr<const motion::Block> points_alone(const motion::Block& block,
                                                  const MemoryHolder& memory) {
  auto points = std::make_shared<motion::Block>();
  points->id = block.id;
  points->character = block.character;
  points->composition = block.composition;
  points->relaxed = block.relaxed;
  points->end = block.end;
  auto bare = std::make_shared<const motion::Block>(*points);
  points->entrance = block.entrance;
  points->others = block.others;
  points->sync_points = block.sync_points;
  const std::size_t bytes = memory_of(*points, 0);
  auto kept = memory.keep<motion::Block>(std::move(points), bytes);
  return kept ? *std::move(kept) : std::move(bare);
}

}  // namespace kine::server
