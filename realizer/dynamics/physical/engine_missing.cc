// Where MuJoCo is not installed.
#include "realizer/dynamics/physical/engine.h"

namespace kine::dynamics::physical {

const bool kHasEngine = false;

Result<std::shared_ptr<const EngineModel>> read_engine_model(const std::string&) {
  return Error{ErrorCode::Unsupported,
               "this program was built without MuJoCo, which muscles need: install libmujoco-dev "
               "and build it again"};
}

}  // namespace kine::dynamics::physical
