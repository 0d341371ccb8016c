// Tests for realizer/script/writing/kinesphere_writer.h: elements in the midst of another language.
// Each field of them is tested with the writer of our own.
#include "realizer/script/writing/kinesphere_writer.h"

#include "realizer/script/words.h"
#include "tests/support/catch.h"

namespace kine::script::kinesphere_writer_test {

TEST_CASE("a definition says its namespace where ours is not the default", "[writer]") {
  Document document;
  document.nuclei.push_back({.id = {"big", {}}, .parameters = {{kPower, 0.5}}});
  Lines ours;
  write_definitions(ours, document, "");
  CHECK(ours.take() == "<nucleus id=\"big\" power=\"0.5\"/>\n");
  Lines theirs;
  write_definitions(theirs, document, kNamespace);
  CHECK(theirs.take() == "<nucleus xmlns=\"urn:kinesphere:script:1\" id=\"big\" power=\"0.5\"/>\n");
}

TEST_CASE("who does a thing and when is left to the language around", "[writer]") {
  Gesture gesture;
  gesture.id = {"g", {}};
  gesture.character = {"ben", {}};
  gesture.lexeme = {"wave", {}};
  gesture.points[0] = Time{Seconds(1), Time::From::Block, {}};
  Lines lines;
  lines.open("gesture");
  write_content(lines, gesture);
  lines.close();
  CHECK(lines.take() == "<gesture lexeme=\"wave\"/>\n");

  Sequence sequence;
  sequence.id = {"s", {}};
  sequence.start.seconds = Seconds(3);
  sequence.priority = 4;
  lines.open("sequence");
  write_content(lines, sequence);
  lines.close();
  CHECK(lines.take() == "<sequence priority=\"4\"/>\n");
}

}  // namespace kine::script::kinesphere_writer_test
