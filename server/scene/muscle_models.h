// The models of bodies that move by their muscles: each is made once, and never in a tick.
//
//   Body --model_of--> TorsoModel
//
// Every call may come from any thread.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>

#include "realizer/body/body.h"
#include "realizer/dynamics/physical/torso.h"
#include "realizer/script/sequence.h"

namespace kine::server {

class MuscleModels {
 public:
  using Model = std::shared_ptr<const dynamics::physical::TorsoModel>;

  /// It takes about a millisecond where nobody has asked for this body yet. An error where the body
  /// makes no model, or this program has no engine.
  /// Pre: they are not None.
  Result<Model> model_of(const std::shared_ptr<const body::Body>& body, script::Dynamics dynamics);

 private:
  std::mutex mutex_;
  using Models = std::map<std::weak_ptr<const body::Body>, Model, std::owner_less<>>;
  Models torsos_;
  Models bodies_;
};

/// What such muscles move; null muscles move nothing.
script::Dynamics dynamics_of(const MuscleModels::Model& muscles);

/// What a model holds of memory, about.
std::size_t memory_of(const dynamics::physical::TorsoModel& model);

}  // namespace kine::server
