#include "server/scene/muscle_models.h"

#include <utility>

namespace kine::server {

Result<MuscleModels::Model> MuscleModels::model_of(const std::shared_ptr<const body::Body>& body) {
  const std::lock_guard lock(mutex_);
  const auto known = models_.find(body);
  if (known != models_.end()) return known->second;
  std::erase_if(models_, [](const auto& each) { return each.first.expired(); });
  auto made = dynamics::physical::torso_model_of(*body);
  if (made) models_.emplace(body, *made);
  return made;
}

}  // namespace kine::server
