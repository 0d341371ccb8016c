#include "server/conversation/predictions.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "server/conversation/answers.h"

namespace kine::server {
namespace {

/// "block:behaviour" of "block:behaviour:point"; nothing of a shorter one.
std::string_view behaviour_of(std::string_view point_id) {
  const std::size_t block_end = point_id.find(':');
  if (block_end == std::string_view::npos) return {};
  const std::size_t end = point_id.find(':', block_end + 1);
  return end == std::string_view::npos ? std::string_view() : point_id.substr(0, end);
}

template <class Message>
void add_attributes(const script::WrittenElement& written, Message& message) {
  for (const script::WrittenAttribute& each : written.attributes) {
    auto& attribute = *message.add_attributes();
    attribute.set_name(each.name);
    attribute.set_value(each.value);
  }
}

/// Without its points. What is none of BML's behaviours has no element.
kinesphere::Prediction::Behaviour behaviour_named(std::string_view id,
                                                  const PlannedBlock& planned) {
  kinesphere::Prediction::Behaviour behaviour;
  behaviour.set_id(std::string(id));
  const std::string_view own = id.substr(id.find(':') + 1);
  const auto found = std::ranges::find(planned.behaviours, own, &BehaviourElement::id);
  if (found == planned.behaviours.end()) return behaviour;
  behaviour.set_element(found->required.element);
  add_attributes(found->required, behaviour);
  for (const script::WrittenElement& part : found->required.children) {
    auto& child = *behaviour.add_children();
    child.set_element(part.element);
    add_attributes(part, child);
  }
  return behaviour;
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
    kinesphere::Prediction::Behaviour behaviour;
    if (is_new) behaviour = behaviour_named(id, planned);
    const std::size_t bytes = sync.ByteSizeLong() + behaviour.ByteSizeLong();
    if (bytes > bytes_left) return;
    bytes_left -= bytes;
    if (is_new) *prediction.add_behaviours() = std::move(behaviour);
    *prediction.mutable_behaviours(place->second)->add_syncs() = std::move(sync);
  }
}

}  // namespace

bool starts_at_once(plan::Composition composition, const plan::Entrance& entrance) {
  return composition != plan::Composition::Append && !entrance.waits_for_activation &&
         entrance.after_end.empty() && entrance.after_relax.empty();
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
