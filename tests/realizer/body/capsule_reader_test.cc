// Tests for realizer/body/capsule_reader.h.
#include "realizer/body/capsule_reader.h"

#include <string>

#include "tests/support/catch.h"

namespace kine::body::capsule_reader_test {
namespace {

Result<std::vector<Capsule>> read_of(Joint joint, const std::string& children) {
  const auto element = xml::parse("<joint xmlns='urn:x'>" + children + "</joint>");
  REQUIRE(element);
  return read_capsules(*element, joint, "urn:x");
}

}  // namespace

TEST_CASE("a capsule is read, and its mirror image is behind it", "[capsules]") {
  const auto arm =
      read_of(Joint::LeftUpperArm, "<capsule from='0 0 0' to='.2 0 .01' radius='4cm'/>");
  REQUIRE(arm);
  REQUIRE(arm->size() == 2);
  CHECK((*arm)[0] == Capsule{Joint::LeftUpperArm, {0, 0, 0}, {0.2, 0, 0.01}, 0.04});
  CHECK((*arm)[1] == Capsule{Joint::RightUpperArm, {0, 0, 0}, {-0.2, 0, 0.01}, 0.04});
}

TEST_CASE("a capsule across the middle, or in it, is its own mirror image", "[capsules]") {
  const auto trunk = read_of(Joint::Chest,
                             "<capsule from='-.05 0 0' to='.05 0 0' radius='0.1'/>"
                             "<point/><capsule from='0 0 0' to='0 .1 0' radius='0.1'/>"
                             "<capsule from='.05 0 0' to='.05 .1 0' radius='0.1'/>");
  REQUIRE(trunk);
  REQUIRE(trunk->size() == 4);
  CHECK((*trunk)[3].from_m.x == -0.05);
}

TEST_CASE("a capsule that is not whole, or one too many, is refused where it is", "[capsules]") {
  for (const char* capsule :
       {"<capsule from='0 0 0' to='1 0 0'/>", "<capsule from='0 0' to='1 0 0' radius='1cm'/>",
        "<capsule from='0 0 0' to='9 0 0' radius='1cm'/>",
        "<capsule from='0 0 0' to='1 0 0' radius='0'/>",
        "<capsule from='0 0 0' to='1 0 0' radius='1cm' name='a'/>"}) {
    CAPTURE(capsule);
    CHECK_FALSE(read_of(Joint::Head, capsule));
  }
  std::string many;
  for (int i = 0; i < 9; ++i) many += "<capsule from='0 0 0' to='1 0 0' radius='1cm'/>";
  const auto refused = read_of(Joint::LeftHand, many);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message ==
        "a joint has at most 16 capsules, with their mirror images: leave some out");
  CHECK(refused.error().where.column > 1);
}

}  // namespace kine::body::capsule_reader_test
