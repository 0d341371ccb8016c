#include "realizer/tick/kinds/kind.h"

#include <algorithm>

namespace kine {

bool Kind::wants(const CharacterState&, std::span<const pose::Layer> layers) const {
  return std::ranges::any_of(
      layers, [&](const pose::Layer& layer) { return layer.contents.solved == keys_; });
}

pose::Keys Kind::bind(const TickContext&, const motion::Segment& segment, motion::Entry& entry,
                      const CharacterRow& row, Tick) const {
  return segment.actuator->compile(entry, *row.cast->body);
}

void Kind::stop(const TickContext&, ActiveSegment& active, const CharacterState&, Tick) const {
  active.fading = true;
}

void Kind::give_up(const TickContext& context, ActiveSegment& active, CharacterState&, Tick tick,
                   Seconds fade) const {
  active.plan.lasting = false;
  active.plan.fade_in = Seconds{0};
  active.plan.fade_out = fade;
  active.plan.end = context.rate.between(active.block_start, tick) + fade;
  active.plan.start = std::min(active.plan.start, active.plan.end - fade);
}

bool Kind::go_on(const TickContext&, ActiveSegment& active, const motion::Segment* planned,
                 const CharacterState&, Tick) const {
  if (planned != nullptr) active.plan = *planned;
  return planned != nullptr;
}

}  // namespace kine
