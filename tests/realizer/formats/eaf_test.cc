// Tests for realizer/formats/eaf.h. The form is that of EAF 3.0.
#include "realizer/formats/eaf.h"

#include <string>

#include "realizer/xml/xml.h"
#include "tests/support/catch.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::formats::eaf_test {

TEST_CASE("an annotation document has a tier a kind, and times in milliseconds", "[eaf]") {
  Recorded recorded = test::recorded_ada(10);
  recorded.provenance = {.version = "1.2.3", .revision = "abc", .seed = 7, .script_sha256 = "def"};
  const auto writer = make_eaf(recorded);
  std::string bytes;
  const auto tell = [&](FeedbackKind kind, std::uint64_t tick, const std::string& id) {
    Feedback feedback;
    feedback.kind = kind;
    feedback.tick = Tick{tick};
    feedback.id = id;
    writer->append(feedback, bytes);
  };
  tell(FeedbackKind::Started, 1, "a<b");
  tell(FeedbackKind::Ended, 3, "a<b");
  REQUIRE(writer->finish(bytes));

  const auto root = xml::parse(bytes);
  REQUIRE(root);
  CHECK(root->name == "ANNOTATION_DOCUMENT");
  std::string names;
  for (const xml::Element& child : root->children) names += child.name + " ";
  CHECK(names == "HEADER TIME_ORDER TIER TIER TIER LINGUISTIC_TYPE ");
  const auto& header = root->children[0];
  REQUIRE(header.children.size() == 5);
  CHECK(header.children[2].find_attribute("NAME")->value == "kinesphere seed");
  CHECK(header.children[2].text == "7");
  const auto& slots = root->children[1].children;
  REQUIRE(slots.size() == 6);
  CHECK(slots[0].find_attribute("TIME_VALUE")->value == "100");
  CHECK(slots[1].find_attribute("TIME_VALUE")->value == "300");
  const auto& blocks = root->children[2];
  CHECK(blocks.find_attribute("TIER_ID")->value == "blocks");
  const auto& annotation = blocks.children.at(0).children.at(0);
  CHECK(annotation.find_attribute("TIME_SLOT_REF1")->value == "ts1");
  CHECK(annotation.find_attribute("TIME_SLOT_REF2")->value == "ts2");
  CHECK(annotation.children.at(0).text == "a<b");
  const auto& events = root->children[4];
  CHECK(events.find_attribute("TIER_ID")->value == "events");
  CHECK(events.children.size() == 2);
}

}  // namespace kine::formats::eaf_test
