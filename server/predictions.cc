#include "server/predictions.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "server/answers.h"

namespace kine::server {
namespace {

/// "block:behaviour" of "block:behaviour:point"; nothing of a shorter one.
std::string_view behaviour_of(std::string_view point_id) {
  const std::size_t block_end = point_id.find(':');
  if (block_end == std::string_view::npos) return {};
  const std::size_t end = point_id.find(':', block_end + 1);
  return end == std::string_view::npos ? std::string_view() : point_id.substr(0, end);
}

/// What BML calls it; empty for what is none of its behaviours.
std::string element_of(std::string_view id, const PlannedBlock& planned) {
  const std::string_view own = id.substr(id.find(':') + 1);
  const auto found = std::ranges::find(planned.behaviours, own, &BehaviourElement::id);
  return found == planned.behaviours.end() ? std::string() : found->element;
}

void add_points(const PlannedBlock& planned, kinesphere::Prediction& prediction) {
  std::map<std::string_view, int> places;
  std::size_t bytes_left = kTimelineBytesMax;
  for (const motion::SyncPoint& point : planned.block.sync_points) {
    const std::string_view id = behaviour_of(point.id);
    if (id.empty()) continue;
    const auto [place, is_new] = places.try_emplace(id, prediction.behaviours_size());
    kinesphere::PlannedSync sync;
    sync.set_id(point.id);
    sync.set_time_s(point.time.count());
    sync.set_phase(std::string(point.phase));
    const std::size_t bytes = sync.ByteSizeLong() + (is_new ? 2 * id.size() : 0);
    if (bytes > bytes_left) return;
    bytes_left -= bytes;
    if (is_new) {
      kinesphere::Prediction::Behaviour& behaviour = *prediction.add_behaviours();
      behaviour.set_id(std::string(id));
      behaviour.set_element(element_of(id, planned));
    }
    *prediction.mutable_behaviours(place->second)->add_syncs() = std::move(sync);
  }
}

}  // namespace

bool starts_at_once(const motion::Block& block) {
  return block.composition != plan::Composition::Append && !block.entrance.waits_for_activation &&
         block.entrance.after_end.empty() && block.entrance.after_relax.empty();
}

kinesphere::Envelope prediction_of_planning(std::string_view block_id, CharacterId character,
                                            std::optional<Tick> start) {
  kinesphere::Envelope envelope;
  kinesphere::Prediction& message = *envelope.mutable_prediction();
  message.set_id(std::string(block_id));
  message.set_character_id(character.value);
  message.set_stage(kinesphere::Prediction::PLANNING);
  if (start) message.set_start_tick(start->index);
  return envelope;
}

kinesphere::Envelope prediction(const PlannedBlock& planned, kinesphere::Prediction::Stage stage,
                                std::optional<Tick> start, TickRate rate) {
  kinesphere::Envelope envelope =
      prediction_of_planning(planned.block.id, planned.character, start);
  kinesphere::Prediction& message = *envelope.mutable_prediction();
  message.set_stage(stage);
  if (start) message.set_end_tick(rate.first_at_or_after(*start, planned.block.end).index);
  add_points(planned, message);
  return envelope;
}

}  // namespace kine::server
