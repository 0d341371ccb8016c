// Tests for realizer/gesture/training/gesture_model.h.
#include "realizer/gesture/training/gesture_model.h"

#include <limits>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/gesture_models.h"

namespace kine::gesture::gesture_model_test {

TEST_CASE("faults of a model are named", "[gesture]") {
  CHECK(fault_of(test::small_gesture_model()).empty());
  const auto fault_with = [](auto&& change) {
    GestureModel model = test::small_gesture_model();
    change(model);
    return fault_of(model);
  };
  CHECK(fault_with([](auto& model) { model.name.clear(); }) == "its name is no line of text");
  CHECK(fault_with([](auto& model) { model.licence = "two\nlines"; }) ==
        "its licence is no line of text");
  CHECK(fault_with([](auto& model) { model.licence.assign(kLicenceBytesMax + 1, 'a'); }) ==
        "its licence is no line of text");
  CHECK(fault_with([](auto& model) { model.prosody.rise_st.deviation = 0; }) ==
        "its prosody has a deviation that is not above 0");
  CHECK(fault_with([](auto& model) {
          model.prosody.level_db.mean = std::numeric_limits<double>::quiet_NaN();
        }) == "its prosody has a deviation that is not above 0");
  CHECK(fault_with([](auto& model) { model.repertoire.clear(); }) == "it has no section");
  CHECK(fault_with([](auto& model) { std::swap(model.repertoire[0], model.repertoire[1]); }) ==
        "its sections are not in order");
  CHECK(fault_with([](auto& model) { model.repertoire[1].model.motions[0].next[0] = 2; }) ==
        "arms: motion 0 does not say what follows it");
  CHECK(fault_with([](auto& model) {
          auto& segments = model.repertoire[0].segments;
          segments.resize(kModelSegmentsMax + 1, segments[0]);
        }) == "head: it has more than 4096 segments");
  CHECK(fault_with([](auto& model) {
          auto& segments = model.repertoire[0].segments;
          segments.resize(kModelFramesMax / 11 + 1, segments[0]);  // of 11 frames each
        }) == "head: it has more than 36000 frames");
}

}  // namespace kine::gesture::gesture_model_test
