// Tests for realizer/pictures/forms.h. What every form promises stands in
// tests/realizer/formats/writer_test.cc.
#include "realizer/pictures/forms.h"

#include "tests/support/catch.h"

namespace kine::pictures::forms_test {

TEST_CASE("only what moves has pictures a second", "[pictures][forms]") {
  for (const formats::Form& form : forms()) {
    CAPTURE(form.ending);
    CHECK(form.traits.has_pictures == (form.ending == ".apng"));
    CHECK(form.traits.has_frames == form.traits.has_pictures);
  }
}

}  // namespace kine::pictures::forms_test
