// Tests for realizer/body/segment_reader.h.
#include "realizer/body/segment_reader.h"

#include <algorithm>
#include <string>

#include "realizer/body/reader.h"
#include "schemas/embedded.h"
#include "tests/support/catch.h"

namespace kine::segment_reader_test {

using namespace kine;

namespace {

using body::Joint;

/// ada's file with something of a joint's segment: attributes of the joint, and its children.
std::string ada_with_segment(const std::string& joint, const std::string& attributes,
                             const std::string& shapes) {
  std::string text(*schemas::find_embedded("bodies/ada.xml"));
  const std::size_t from = text.find("<joint name=\"" + joint + "\"");
  REQUIRE(from != std::string::npos);
  const std::size_t end = text.find('>', from);
  if (text[end - 1] != '/') return text.replace(end, 1, " " + attributes + ">" + shapes);
  return text.replace(end - 1, 2, " " + attributes + ">" + shapes + "</joint>");
}

Result<body::Body> read_text(const std::string& body_xml) {
  return body::read(body_xml, *schemas::find_embedded("hands.xml"),
                    *schemas::find_embedded("poses.xml"));
}

const body::Segment& segment_of(const Result<body::Body>& body, Joint joint) {
  REQUIRE(body);
  return body->segments[body::index_of(joint)];
}

}  // namespace

TEST_CASE("a joint says its radii of gyration and its balls, for the right side too",
          "[segments]") {
  const auto body = read_text(ada_with_segment(
      "leftUpperLeg", "gyration='.3 .15 .32'",
      "<ball along='0.5' radius='75mm'/><!-- a knee --><ball along='1' radius='5.5cm'/>"));
  const body::Segment wanted{.gyration = Vec3{0.3, 0.15, 0.32},
                             .balls = {{0.5, 0.075}, {1, 0.055}}};
  CHECK(segment_of(body, Joint::LeftUpperLeg) == wanted);
  CHECK(segment_of(body, Joint::RightUpperLeg) == wanted);
  CHECK(segment_of(body, Joint::LeftLowerLeg) == body::Segment{});
}

TEST_CASE("a foot says its box", "[segments]") {
  const auto body =
      read_text(ada_with_segment("leftFoot", "", "<box heel='4cm' length='0.24' width='90mm'/>"));
  const body::Segment wanted{.box = body::ContactBox{0.04, 0.24, 0.09}};
  CHECK(segment_of(body, Joint::LeftFoot) == wanted);
  CHECK(segment_of(body, Joint::RightFoot) == wanted);
}

TEST_CASE("a segment that is wrong is refused, with its joint and its place", "[segments]") {
  struct Fault {
    std::string joint;
    std::string attributes;
    std::string shapes;
    std::string at;  // what the place of the error stands at
  };
  const Fault fault = GENERATE(values<Fault>({
      {"head", "gyration='.3 .3'", "", ".3 .3'"},
      {"head", "gyration='0 .3 .3'", "", "0 .3 .3"},
      {"head", "gyration='.3 .3 1.5'", "", ".3 .3 1.5"},
      {"head", "gyration='.3 .3 nan'", "", ".3 .3 nan"},
      {"head", "gyration='.1 .1 .9'", "", ".1 .1 .9"},  // .81 is above .01 + .01
      {"leftToes", "gyration='.3 .3 .3'", "", "<joint name=\"leftToes\""},
      {"upperChest", "", "<ball along='0' radius='5cm'/>", "<joint name=\"upperChest\""},
      {"head", "", "<ball along='0'/>", "<ball"},
      {"head", "", "<ball along='1.5' radius='5cm'/>", "1.5'"},
      {"head", "", "<ball along='-1' radius='5cm'/>", "-1'"},
      {"head", "", "<ball along='1' radius='0'/>", "0'/"},
      {"head", "", "<ball along='1' radius='2m'/>", "2m"},
      {"head", "", "<ball along='1' radius='inf'/>", "inf"},
      {"head", "", "<ball along='1' radius='1e308'/>", "1e308"},
      {"head", "", "<ball along='1' radius='5cm' colour='red'/>", "colour"},
      {"head", "", "<cone/>", "<cone"},
      {"head", "", "<box heel='0' length='9cm' width='9cm'/>", "<box"},
      {"head", "",
       "<ball along='0' radius='5cm'/><ball along='0' radius='5cm'/>"
       "<ball along='1' radius='9cm'/>",
       "<ball along='1' radius='9cm'"},
      {"leftFoot", "", "<ball along='0' radius='5cm'/>", "<ball"},
      {"leftFoot", "", "<box heel='9cm' length='8cm' width='9cm'/>", "8cm"},
      {"leftFoot", "", "<box heel='9cm' length='4m' width='9cm'/>", "4m"},
      {"leftFoot", "", "<box heel='-1cm' length='20cm' width='9cm'/>", "-1cm"},
      {"leftFoot", "", "<box heel='4cm' length='20cm' width='0'/>", "0'/"},
      {"leftFoot", "",
       "<box heel='4cm' length='20cm' width='9cm'/><box heel='4cm' length='20cm' width='8cm'/>",
       "<box heel='4cm' length='20cm' width='8cm'"},
  }));
  CAPTURE(fault.joint, fault.attributes, fault.shapes);
  const std::string text = ada_with_segment(fault.joint, fault.attributes, fault.shapes);

  const auto body = read_text(text);

  REQUIRE_FALSE(body);
  CAPTURE(body.error().message);
  CHECK(body.error().message.find(fault.joint) != std::string::npos);
  const std::size_t joint_at = text.find("<joint name=\"" + fault.joint + "\"");
  const std::size_t fault_at = text.find(fault.at, joint_at);
  REQUIRE(fault_at != std::string::npos);
  const auto lines = std::count(text.begin(), text.begin() + static_cast<long>(fault_at), '\n');
  CHECK(body.error().where.line == 1 + static_cast<std::uint32_t>(lines));
  CHECK(body.error().where.column > 0);
}

}  // namespace kine::segment_reader_test
