// The models of bodies that move by their muscles: each is made once, and never in a tick.
//
//   Body --model_of--> TorsoModel
//
// Every call may come from any thread.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "realizer/body/body.h"
#include "realizer/dynamics/physical/torso.h"

namespace kine::server {

class MuscleModels {
 public:
  using Model = std::shared_ptr<const dynamics::physical::TorsoModel>;

  /// It takes about a millisecond where nobody has asked for this body yet. An error where the body
  /// makes no model, or this program has no engine.
  Result<Model> model_of(const std::shared_ptr<const body::Body>& body);

 private:
  std::mutex mutex_;
  std::map<std::weak_ptr<const body::Body>, Model, std::owner_less<>> models_;
};

}  // namespace kine::server
