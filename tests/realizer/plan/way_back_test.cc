// Tests for realizer/plan/way_back.h.
#include "realizer/plan/way_back.h"

#include <string>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/plans.h"

namespace kine::plan::way_back_test {
namespace {

Sequence planned(const std::string& attributes, const std::string& poses) {
  const Plan plan =
      test::plan_of(test::document_of("<script xmlns='urn:kinesphere:script:1'><sequence id='s'" +
                                      attributes + ">" + poses + "</sequence></script>"));
  REQUIRE(plan.valid(test::ada()));
  return plan.sequences.front();
}

/// The right hand at a place, half a second after the start, and kept for a second.
std::string reach(const std::string& target, const std::string& time = "0.5") {
  return "<pose time='" + time + "' hold='1'><position joint='rightHand' target='" + target +
         "'/></pose>";
}

}  // namespace

TEST_CASE("the way back is the last pose, and the last key of each track", "[way_back]") {
  const Sequence sequence = planned("", reach("-0.3 1.2 0.3"));
  const Pose* back = sequence.find_way_back();
  REQUIRE(back != nullptr);
  CHECK(back == &sequence.poses.back());
  CHECK(back->phase == script::Phase::Retraction);
  CHECK(back->time == sequence.end());
  CHECK(sequence.end_of_holds() == Seconds(1.5));
  REQUIRE(sequence.tracks.size() == 1);
  CHECK(sequence.tracks[0].keys.back().goes_back());
  CHECK(sequence.tracks[0].keys.back().time == sequence.end());
}

TEST_CASE("a fade-out that is written is kept, and 0 gives back at once", "[way_back]") {
  CHECK(planned(" fade-out='0.2'", reach("-0.3 1.2 0.3")).gives_back_over().count() == Approx(0.2));
  const Sequence at_once = planned(" fade-out='0'", reach("-0.3 1.2 0.3"));
  CHECK(at_once.gives_back_over() == Seconds(0));
  CHECK(at_once.find_way_back() == nullptr);
}

TEST_CASE("a fade-out below the rounding of its time is a way back all the same", "[way_back]") {
  for (const std::string fade_out : {"1e-20s", "1e-13s", "1e-7s"}) {
    CAPTURE(fade_out);
    const Plan plan = test::plan_of(test::document_of(
        R"(<script xmlns="urn:kinesphere:script:1" character="ada"><sequence fade-out=")" +
        fade_out + R"("><pose time="50s"><position joint="rightHand" target="-0.24 1.3 0.25"/>
        </pose></sequence></script>)"));
    CHECK(plan.valid(test::ada()));
    CHECK(plan.sequences.front().end().count() == Approx(50.001));
  }
}

TEST_CASE("what moves no arm goes back in 300 ms", "[way_back]") {
  const std::string nod =
      "<pose time='0.5'><orientation joint='head' axis='z' direction='0 -0.3 1'/></pose>";
  CHECK(planned("", nod).gives_back_over().count() == Approx(0.3));
  const std::string smile = "<pose time='0.5'><morph name='Grin' weight='1'/></pose>";
  const Sequence face = planned("", smile);
  CHECK(face.gives_back_over().count() == Approx(0.3));
  CHECK(face.find_way_back() == nullptr);
}

TEST_CASE("a way back that takes another time moves with its keys", "[way_back]") {
  Sequence sequence = planned("", reach("-0.3 1.2 0.3"));
  set_way_back(Seconds(2), sequence);
  CHECK(sequence.end() == Seconds(3.5));
  CHECK(sequence.tracks[0].keys.back().time == Seconds(3.5));
  CHECK(preparation_of(sequence, test::ada()) == std::optional(Seconds(0.5)));
}

}  // namespace kine::plan::way_back_test
