#include "server/scene/muscle_models.h"

#include <utility>

namespace kine::server {

Result<MuscleModels::Model> MuscleModels::model_of(const std::shared_ptr<const body::Body>& body,
                                                   script::Dynamics dynamics) {
  const bool whole = dynamics == script::Dynamics::Body;
  const std::lock_guard lock(mutex_);
  Models& models = whole ? bodies_ : torsos_;
  const auto known = models.find(body);
  if (known != models.end()) return known->second;
  std::erase_if(models, [](const auto& each) { return each.first.expired(); });
  auto made =
      whole ? dynamics::physical::whole_model_of(*body) : dynamics::physical::torso_model_of(*body);
  if (made) models.emplace(body, *made);
  return made;
}

script::Dynamics dynamics_of(const MuscleModels::Model& muscles) {
  if (muscles == nullptr) return script::Dynamics::None;
  return muscles->figure.stands ? script::Dynamics::Body : script::Dynamics::Torso;
}

std::size_t memory_of(const dynamics::physical::TorsoModel& model) {
  constexpr std::size_t kEngineBytesOfADegree = 600;
  const dynamics::physical::Figure& figure = model.figure;
  return sizeof model + figure.joints.size() * sizeof figure.joints.front() + figure.mjcf.size() +
         figure.degrees * kEngineBytesOfADegree;
}

}  // namespace kine::server
