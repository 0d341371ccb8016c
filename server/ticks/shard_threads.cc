#include "server/ticks/shard_threads.h"

#include <algorithm>
#include <utility>

namespace kine::server {
namespace {

TickOutput::Variants encode_variants(const Frame& frame, std::uint32_t skeleton_id,
                                     VariantsWanted wanted, ShardThreads::Batches& batches) {
  TickOutput::Variants variants;
  wanted.set(protocol::FrameVariant().index());
  for (const protocol::FrameVariant variant : protocol::kFrameVariants) {
    const std::size_t index = variant.index();
    if (wanted[index]) variants[index] = batches[index].encoded(frame, skeleton_id, variant);
  }
  return variants;
}

}  // namespace

const protocol::Bytes& TickOutput::frame(CharacterId character,
                                         protocol::FrameVariant variant) const {
  static const protocol::Bytes none;
  const auto index = index_of(character);
  return index ? frames[*index][variant.index()] : none;
}

std::optional<std::size_t> TickOutput::index_of(CharacterId character, std::size_t likely) const {
  if (likely < characters->size() && (*characters)[likely] == character) return likely;
  const auto found = std::ranges::lower_bound(*characters, character);
  if (found == characters->end() || *found != character) return std::nullopt;
  return static_cast<std::size_t>(found - characters->begin());
}

std::size_t TickOutput::frames_encoded() const {
  std::size_t count = 0;
  for (const Variants& variants : frames) {
    count += variants.size() - static_cast<std::size_t>(std::ranges::count(variants, nullptr));
  }
  return count;
}

ShardThreads::ShardThreads(const Roster& roster, TickRate rate, std::size_t shards,
                           const autonomy::LifeOptions& life, std::size_t physical_max)
    : roster_(roster), audio_(rate), batches_(shards) {
  see_at_first();
  shards_.reserve(shards);
  for (std::size_t i = 0; i < shards; ++i) {
    shards_.emplace_back(rate, ShardNumber{.number = i, .shards = shards}, physical_max);
  }
  KINE_ASSERT(shards > 0);
  const auto present = roster.present();
  for (const Roster::EntryPointer& entry : present->entries) {
    shards_[entry->id.value % shards].add_character(entry->id, entry->cast, life);
  }
  if (shards == 1) return;
  introduce();
  barrier_.emplace(static_cast<std::ptrdiff_t>(shards));
  for (std::size_t i = 1; i < shards; ++i) {
    threads_.emplace_back([this, i] { work(i); });
  }
}

ShardThreads::ShardThreads(const Roster& roster, RecordedFrames recorded)
    : roster_(roster), recorded_(std::move(recorded)), audio_(TickRate(1)), batches_(1) {
  see_at_first();
}

void ShardThreads::see_at_first() {
  const auto present = roster_.present();
  auto characters = std::make_shared<TickOutput::Characters>();
  for (const Roster::EntryPointer& entry : present->entries) {
    characters->push_back(entry->id);
    skeleton_ids_.push_back(entry->skeleton_id);
  }
  characters_ = std::move(characters);
}

ShardThreads::~ShardThreads() {
  if (!barrier_) return;
  stopping_ = true;
  barrier_->arrive_and_wait();
  for (std::thread& thread : threads_) thread.join();
}

std::shared_ptr<TickOutput> ShardThreads::advance_to(Tick tick, std::span<const Input> inputs,
                                                     VariantsWanted wanted) {
  tick_ = tick;
  inputs_ = with_targets_moved(inputs);
  wanted_ = wanted;
  output_ = std::make_shared<TickOutput>();
  output_->tick = tick;
  take_changes(inputs, *output_);
  output_->characters = characters_;
  output_->frames.resize(characters_->size());
  output_->arrived.resize(characters_->size());

  show_each_other();
  if (barrier_) barrier_->arrive_and_wait();  // the others begin
  run_shard(0);
  if (barrier_) barrier_->arrive_and_wait();  // all have come to the end

  output_->idle =
      std::all_of(shards_.begin(), shards_.end(), [](const Shard& shard) { return shard.idle(); });
  if (recorded_) {
    output_->feedback.assign(recorded_->feedback().begin(), recorded_->feedback().end());
    output_->audio.assign(recorded_->sound().begin(), recorded_->sound().end());
  }
  for (const Shard& shard : shards_) {
    output_->feedback.insert(output_->feedback.end(), shard.feedback().begin(),
                             shard.feedback().end());
  }
  for (const Shard& shard : shards_) {
    output_->replanned.insert(output_->replanned.end(), shard.replanned().begin(),
                              shard.replanned().end());
    output_->wishes.insert(output_->wishes.end(), shard.wishes().begin(), shard.wishes().end());
    output_->motions_started.insert(output_->motions_started.end(), shard.motions_started().begin(),
                                    shard.motions_started().end());
    targets_moved_.insert(targets_moved_.end(), shard.targets_moved().begin(),
                          shard.targets_moved().end());
  }
  refuse_absent(inputs, *output_);
  // Whatever the number of shards, the order is the same.
  std::ranges::stable_sort(output_->replanned, {}, &Replanned::character);
  std::ranges::stable_sort(output_->wishes, {}, &ParameterWish::character);
  std::ranges::stable_sort(output_->motions_started, {}, &MotionStarted::character);
  std::ranges::stable_sort(targets_moved_, {}, &TargetMoved::character);
  output_->targets_moved = targets_moved_;
  std::stable_sort(output_->feedback.begin(), output_->feedback.end(),
                   [](const Feedback& a, const Feedback& b) { return a.character < b.character; });
  for (const Input& input : inputs) {
    if (const auto* const play = std::get_if<PlayBlock>(&input)) audio_.expect(*play);
  }
  for (const Feedback& feedback : output_->feedback) audio_.note(feedback);
  for (const Replanned& replanned : output_->replanned) audio_.note(replanned);
  for (const ParameterWish& wish : output_->wishes) audio_.note(wish, tick);
  if (!recorded_) output_->audio = audio_.due(tick);
  return std::move(output_);
}

void ShardThreads::change(const std::function<void(ShardSnapshot& snapshot)>& change) {
  for (Shard& shard : shards_) {
    ShardSnapshot snapshot = shard.snapshot();
    change(snapshot);
    shard.restore(snapshot);
  }
}

std::span<const Input> ShardThreads::with_targets_moved(std::span<const Input> inputs) {
  if (targets_moved_.empty()) return inputs;
  inputs_with_targets_.clear();
  for (TargetMoved& moved : targets_moved_) inputs_with_targets_.emplace_back(std::move(moved.set));
  targets_moved_.clear();
  inputs_with_targets_.insert(inputs_with_targets_.end(), inputs.begin(), inputs.end());
  return inputs_with_targets_;
}

/// A character that comes has a frame in this tick, and one that goes has none any more.
void ShardThreads::take_changes(std::span<const Input> inputs, TickOutput& output) {
  for (const Input& input : inputs) {
    const auto* const join = std::get_if<Join>(&input);
    const auto* const leave = std::get_if<Leave>(&input);
    if (join != nullptr) output.joined.push_back(roster_.find(join->character));
    if (leave != nullptr) output.left.push_back(roster_.find(leave->character));
  }
  if (output.joined.empty() && output.left.empty()) return;
  auto characters = std::make_shared<TickOutput::Characters>(*characters_);
  for (const Roster::EntryPointer& entry : output.joined) {
    KINE_ASSERT(characters->empty() || characters->back() < entry->id);
    characters->push_back(entry->id);
    skeleton_ids_.push_back(entry->skeleton_id);
  }
  for (const Roster::EntryPointer& entry : output.left) {
    const auto found = std::ranges::lower_bound(*characters, entry->id);
    KINE_ASSERT(found != characters->end() && *found == entry->id);
    skeleton_ids_.erase(skeleton_ids_.begin() + (found - characters->begin()));
    characters->erase(found);
  }
  characters_ = std::move(characters);
}

/// A block that comes too late for its character has its last word as well.
void ShardThreads::refuse_absent(std::span<const Input> inputs, TickOutput& output) {
  for (const Input& input : inputs) {
    const auto* const play = std::get_if<PlayBlock>(&input);
    if (play == nullptr) continue;
    const auto is_it = [&](const Roster::EntryPointer& entry) {
      return entry->id == play->character;
    };
    const bool is_there = std::ranges::binary_search(*output.characters, play->character) ||
                          std::ranges::any_of(output.left, is_it);
    if (is_there) continue;
    output.feedback.push_back({.kind = FeedbackKind::Interrupted,
                               .tick = output.tick,
                               .character = play->character,
                               .block = play->id,
                               .client = play->client,
                               .id = play->block->id,
                               .message = "its character has left",
                               .performed = performed_of(*play->block, std::nullopt)});
  }
}

/// A character on another shard can be looked at as well.
void ShardThreads::introduce() {
  neighbours_.assign(shards_.size(), std::vector<std::size_t>(shards_.size(), 0));
  for (std::size_t i = 0; i < shards_.size(); ++i) {
    for (std::size_t j = 0; j < shards_.size(); ++j) {
      if (i != j) neighbours_[i][j] = shards_[i].add_neighbours(shards_[j]);
    }
  }
}

/// The frames of the last tick: no thread writes them while the next is made.
void ShardThreads::show_each_other() {
  for (std::size_t i = 0; i < neighbours_.size(); ++i) {
    for (std::size_t j = 0; j < neighbours_.size(); ++j) {
      if (i != j) shards_[i].see(neighbours_[i][j], shards_[j]);
    }
  }
}

void ShardThreads::work(std::size_t shard) {
  for (;;) {
    barrier_->arrive_and_wait();
    if (stopping_) return;
    run_shard(shard);
    barrier_->arrive_and_wait();
  }
}

void ShardThreads::run_shard(std::size_t shard) {
  if (recorded_) {
    recorded_->advance_to(tick_);
  } else {
    shards_[shard].advance_to(tick_, inputs_);
  }
  for (const Frame& frame : recorded_ ? recorded_->frames() : shards_[shard].frames()) {
    const auto found = std::ranges::lower_bound(*characters_, frame.character);
    const auto index = static_cast<std::size_t>(found - characters_->begin());
    output_->frames[index] = encode_variants(frame, skeleton_ids_[index], wanted_, batches_[shard]);
    output_->arrived[index] = frame.arrived;
  }
}

}  // namespace kine::server
