#include "realizer/cast/builtins.h"

#include <array>

#include "realizer/plan/properties/amplitude.h"
#include "realizer/plan/properties/fluidity.h"
#include "realizer/plan/properties/power.h"
#include "realizer/plan/properties/repetition.h"
#include "realizer/plan/properties/spatial_extent.h"
#include "realizer/plan/properties/succession.h"
#include "realizer/plan/properties/tempo.h"
#include "realizer/plan/properties/temporal_extent.h"
#include "realizer/plan/properties/way_back.h"

namespace kine {

const Registry& builtins() {
  static const std::array<const script::Reader*, 4> readers = {
      &script::kinesphere_reader(),
      &script::bml_reader(),
      &script::animl_reader(),
      &script::embrscript_reader(),
  };
  static const std::array<const plan::Property*, 9> properties = {
      &plan::spatial_extent(), &plan::fluidity(),        &plan::repetition(),
      &plan::power(),          &plan::temporal_extent(), &plan::tempo(),
      &plan::way_back(),       &plan::succession(),      &plan::amplitude(),
  };
  static const std::array<const autonomy::Producer*, 7> producers = {
      &autonomy::blink(),        &autonomy::breath(),  &autonomy::saccade(), &autonomy::sway(),
      &autonomy::weight_shift(), &autonomy::balance(), &autonomy::fidget(),
  };
  static const Registry registry{
      .readers = readers, .properties = properties, .producers = producers};
  return registry;
}

}  // namespace kine
