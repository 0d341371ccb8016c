// Tests for server/offline/gesture_model_file.h.
#include "server/offline/gesture_model_file.h"

#include "realizer/gesture/training/model_file.h"
#include "tests/support/catch.h"
#include "tests/support/gesture/gesture_models.h"
#include "tests/support/temporary_folder.h"

namespace kine::gesture_model_file_test {

using namespace kine;

TEST_CASE("a model is read from its file", "[gesture_model_file]") {
  const test::TemporaryFolder folder;
  const std::string file =
      folder.write("a.kinemodel", gesture::encode_model(test::small_gesture_model()));
  const auto model = server::read_gesture_model(file);
  REQUIRE(model.has_value());
  CHECK(model->name == "small");
  CHECK(model->repertoire.size() == 2);
}

TEST_CASE("a file that is no model is named", "[gesture_model_file]") {
  const test::TemporaryFolder folder;
  const auto missing = server::read_gesture_model(folder.file("a.kinemodel"));
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error().message == folder.file("a.kinemodel") + ": cannot be opened");
  const auto text = server::read_gesture_model(folder.write("a.kinemodel", "no model"));
  REQUIRE_FALSE(text.has_value());
  CHECK(text.error().message ==
        folder.file("a.kinemodel") + ": no model of body language: 'kinesphere train' writes one");
}

}  // namespace kine::gesture_model_file_test
