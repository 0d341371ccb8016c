#include "server/demonstration.h"

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/prepare.h"
#include "schemas/embedded.h"

namespace kine::server {
namespace {

constexpr ClientId kDemonstration{0};

constexpr std::string_view kSamples = "scripts/";

/// Below whatever people give their own scripts.
constexpr int kPriorityBelow = 1'000'000;

/// The same motion, which shows wherever nobody else moves the figure, and replaces nothing.
std::shared_ptr<const motion::Block> beneath_others(const motion::Block& block) {
  auto result = std::make_shared<motion::Block>(block);
  result->composition = plan::Composition::Merge;
  // What stays after a sample has the lowest priority that there is.
  constexpr int kLeast = std::numeric_limits<int>::min() + kPriorityBelow;
  for (motion::Segment& segment : result->segments) {
    segment.priority = std::max(segment.priority, kLeast) - kPriorityBelow;
  }
  return result;
}

/// The block of `text` on this cast. A sample may name one of the characters that the samples are
/// written for; then the cast plays that part, in its own body.
std::shared_ptr<const motion::Block> block_for(std::string_view text, std::string_view id,
                                               const Cast& cast, const speech::Voice& voice) {
  for (const std::string& name : {cast.name, std::string("ada"), std::string("ben")}) {
    auto part = std::make_shared<Cast>(cast);
    part->name = name;
    const std::shared_ptr<const Cast> casts[] = {part};
    Diagnostics unheard;  // `kinesphere check` is for who wants to know
    const auto prepared =
        prepare(text, {.casts = casts, .script_id = id, .character = {}, .voice = &voice}, unheard);
    if (prepared && !prepared->blocks.empty()) return beneath_others(*prepared->blocks.front());
  }
  return nullptr;
}

}  // namespace

std::shared_ptr<Demonstrator> Demonstrator::start(Services& services) {
  const std::shared_ptr<Demonstrator> result(new Demonstrator(services));
  services.hub.add(kDemonstration, result);
  services.hub.post([result] {
    for (Act& act : result->acts_) result->play_next(act);
  });
  return result;
}

Demonstrator::Demonstrator(Services& services) : services_(services) {
  const auto present = services.roster.present();
  for (const Roster::EntryPointer& entry : present->entries) {
    Act act{.character = entry->id, .blocks = {}, .next = 0, .playing = {}};
    for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
      if (file.path.substr(0, kSamples.size()) != kSamples) continue;
      const std::string_view id = file.path.substr(kSamples.size());
      if (auto block = block_for(file.text, id, *entry->cast, *services.options.voice))
        act.blocks.push_back(std::move(block));
    }
    // Side by side, no two characters do the same.
    act.next = acts_.size();
    acts_.push_back(std::move(act));
  }
}

std::size_t Demonstrator::scripts_of(CharacterId character) const {
  const auto act = std::ranges::find(acts_, character, &Act::character);
  return act == acts_.end() ? 0 : act->blocks.size();
}

void Demonstrator::offer_company(std::shared_ptr<const TickOutput> output) {
  for (const Roster::EntryPointer& entry : output->left) {
    std::erase_if(acts_, [&](const Act& act) { return act.character == entry->id; });
  }
}

void Demonstrator::offer_event(std::shared_ptr<const Event> event) {
  const Feedback& feedback = event->feedback;
  for (Act& act : acts_) {
    const bool over = act.playing == feedback.block && (feedback.kind == FeedbackKind::Ended ||
                                                        feedback.kind == FeedbackKind::Interrupted);
    if (over) act.playing = BlockId{};
    if (act.playing == BlockId{}) play_next(act);
  }
}

void Demonstrator::play_next(Act& act) {
  if (act.blocks.empty() || services_.leaving) return;
  const auto& block = act.blocks[act.next++ % act.blocks.size()];
  const BlockId id{++services_.blocks_counted};
  services_.budget.take_anyway(act.character, block->segments.size());
  if (services_.mailbox.push({PlayBlock{act.character, id, kDemonstration, block}})) {
    act.playing = id;
  } else {
    services_.budget.give_back(act.character, block->segments.size());
  }
}

}  // namespace kine::server
