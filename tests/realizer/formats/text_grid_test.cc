// Tests for realizer/formats/text_grid.h. The form is that of Praat's manual, "TextGrid file
// formats".
#include "realizer/formats/text_grid.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::formats::text_grid_test {

TEST_CASE("a TextGrid has tiers without gaps, and points for events", "[text_grid]") {
  const auto writer = make_text_grid(test::recorded_ada(10));
  std::string bytes;
  const auto tell = [&](FeedbackKind kind, std::uint64_t tick, const std::string& id) {
    Feedback feedback;
    feedback.kind = kind;
    feedback.tick = Tick{tick};
    feedback.id = id;
    writer->append(feedback, bytes);
  };
  tell(FeedbackKind::Started, 1, "the \"b\"");
  tell(FeedbackKind::Ended, 2, "the \"b\"");
  for (const Frame& frame : test::random_frames(1, 4)) writer->append(frame, bytes);
  REQUIRE(writer->finish(bytes));

  CHECK(bytes == R"(File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 0.4
tiers? <exists>
size = 3
item []:
    item [1]:
        class = "IntervalTier"
        name = "blocks"
        xmin = 0
        xmax = 0.4
        intervals: size = 3
        intervals [1]:
            xmin = 0
            xmax = 0.1
            text = ""
        intervals [2]:
            xmin = 0.1
            xmax = 0.2
            text = "the ""b"""
        intervals [3]:
            xmin = 0.2
            xmax = 0.4
            text = ""
    item [2]:
        class = "IntervalTier"
        name = "behaviours"
        xmin = 0
        xmax = 0.4
        intervals: size = 1
        intervals [1]:
            xmin = 0
            xmax = 0.4
            text = ""
    item [3]:
        class = "TextTier"
        name = "events"
        xmin = 0
        xmax = 0.4
        points: size = 2
        points [1]:
            number = 0.1
            mark = "started the ""b"""
        points [2]:
            number = 0.2
            mark = "ended the ""b"""
)");
}

}  // namespace kine::formats::text_grid_test
