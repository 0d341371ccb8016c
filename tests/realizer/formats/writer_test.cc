// Tests for realizer/formats/writer.h: what every form promises.
#include "realizer/formats/writer.h"

#include "server/offline/motion_forms.h"
#include "tests/support/catch.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::writer_test {

using namespace kine;

TEST_CASE("every form writes the same motion to the same bytes", "[formats][contract]") {
  const formats::Recorded recorded = test::recorded_ada();
  const std::vector<Frame> frames = test::random_frames(7, 5);

  for (const formats::Form& form : server::motion_forms()) {
    CAPTURE(form.ending);
    const std::string bytes = test::written(recorded, form.ending, frames);
    CHECK_FALSE(bytes.empty());
    CHECK(bytes == test::written(recorded, form.ending, frames));
  }
}

TEST_CASE("every form shows when the motion is another one", "[formats][contract]") {
  const formats::Recorded recorded = test::recorded_ada();

  for (const formats::Form& form : server::motion_forms()) {
    CAPTURE(form.ending);
    if (!form.traits.has_motion) continue;
    CHECK(test::written(recorded, form.ending, test::random_frames(7, 5)) !=
          test::written(recorded, form.ending, test::random_frames(8, 5)));
  }
}

TEST_CASE("a motion without a frame is a file of none or is refused", "[formats][contract]") {
  std::string refusing;
  for (const formats::Form& form : server::motion_forms()) {
    CAPTURE(form.ending);
    const auto writer = form.make_writer(test::recorded_ada());
    std::string bytes;
    const auto finished = writer->finish(bytes);
    CHECK(bytes.empty() == !finished);
    if (finished) continue;
    CHECK(finished.error().message == "there is no frame to show");
    refusing += form.ending;
  }
  CHECK(refusing == ".vrma.glb.png.apng");
}

TEST_CASE("every form that says so says where it comes from", "[formats][contract]") {
  formats::Recorded recorded = test::recorded_ada();
  recorded.provenance = {.version = "7.8.9",
                         .revision = "0123abcd",
                         .seed = 18'446'744'073'709'551'615u,
                         .script_sha256 = "feedface"};
  for (const formats::Form& form : server::motion_forms()) {
    CAPTURE(form.ending);
    const std::string bytes = test::written(recorded, form.ending, test::random_frames(7, 5));
    for (const std::string value : {"7.8.9", "0123abcd", "18446744073709551615", "feedface"}) {
      CHECK((bytes.find(value) != std::string::npos) == form.traits.says_provenance);
    }
  }
}

}  // namespace kine::writer_test
