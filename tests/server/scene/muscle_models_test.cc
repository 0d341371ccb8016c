// Tests for server/scene/muscle_models.h.
#include "server/scene/muscle_models.h"

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"

namespace kine::server::muscle_models_test {

TEST_CASE("a body has one model, as long as it is there", "[muscle_models]") {
  MuscleModels models;
  auto body = std::make_shared<const body::Body>(test::ada());
  const auto first = models.model_of(body, script::Dynamics::Torso);
  const auto again = models.model_of(body, script::Dynamics::Torso);
  if (!dynamics::physical::kHasEngine) {
    REQUIRE_FALSE(first);
    CHECK(first.error().message.find("without MuJoCo") != std::string::npos);
    return;
  }
  REQUIRE(first);
  REQUIRE(again);
  CHECK(*first == *again);
  const std::weak_ptr<const dynamics::physical::TorsoModel> kept = *first;
  const auto other =
      models.model_of(std::make_shared<const body::Body>(test::ada()), script::Dynamics::Torso);
  REQUIRE(other);
  CHECK(*other != *first);
}

TEST_CASE("muscles of a torso and of the whole body are two models", "[muscle_models]") {
  if (!dynamics::physical::kHasEngine) return;
  MuscleModels models;
  const auto body = std::make_shared<const body::Body>(test::ada());
  const auto torso = models.model_of(body, script::Dynamics::Torso);
  const auto whole = models.model_of(body, script::Dynamics::Body);
  REQUIRE(torso);
  REQUIRE(whole);
  CHECK(dynamics_of(*torso) == script::Dynamics::Torso);
  CHECK(dynamics_of(*whole) == script::Dynamics::Body);
  CHECK(memory_of(**whole) > memory_of(**torso));
  CHECK(dynamics_of(nullptr) == script::Dynamics::None);
}

}  // namespace kine::server::muscle_models_test
