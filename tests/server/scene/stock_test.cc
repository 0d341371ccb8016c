// Tests for server/scene/stock.h.
#include "server/scene/stock.h"

#include <algorithm>
#include <filesystem>
#include <string>

#include "realizer/core/limits.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::stock_test {

using namespace kine;
using server::read_stock;
using server::ReadStock;

namespace {

std::string lexicon_with(const std::string& name) {
  return "<lexicon xmlns=\"urn:kinesphere:script:1\">\n  <lexeme name=\"" + name +
         "\" hands=\"one\" tags=\"mine\" description=\"Mine.\">"
         "<pose id=\"stroke-end\" time=\"500ms\"><position joint=\"rightHand\" "
         "target=\"-0.2 1 0.3\"/></pose></lexeme>\n</lexicon>";
}

std::string style_named(const std::string& name) {
  return "<style xmlns=\"urn:kinesphere:style:1\" name=\"" + name + "\" power=\"0.5\"/>";
}

std::string poses_with(const std::string& name, const std::string& turns) {
  return "<poses xmlns=\"urn:kinesphere:poses:1\">\n  <pose name=\"" + name +
         "\" groups=\"headNeck\"><joint name=\"head\" turns=\"" + turns + "\"/></pose>\n</poses>";
}

/// Ada under another name, and another height.
std::string body_named(const std::string& name) {
  std::string xml = test::text_of(test::source_path("schemas/bodies/ada.xml"));
  const std::string was = "name=\"ada\" height=\"1.66m\"";
  const std::size_t at = xml.find(was);
  REQUIRE(at != std::string::npos);
  return xml.replace(at, was.size(), "name=\"" + name + "\" height=\"1.7m\"");
}

/// "file:line:column" of each fault, without its folder.
std::vector<std::string> places(const ReadStock& read) {
  std::vector<std::string> all;
  for (const server::FileFault& fault : read.faults) {
    all.push_back(std::filesystem::path(fault.file).filename().string() + ":" +
                  std::to_string(fault.error.where.line) + ":" +
                  std::to_string(fault.error.where.column));
  }
  return all;
}

}  // namespace

TEST_CASE("without folders there are ours, and nothing to note", "[stock]") {
  const ReadStock read = read_stock({});
  REQUIRE(read.stock);
  CHECK(read.notes.empty());
  CHECK(read.stock->names_of_bodies() == "ada, ben");
  CHECK(read.stock->words().lexemes.contains("beat"));
  CHECK(read.stock->words().styles.contains("tired"));
  CHECK(read.stock->own_gestures().empty());
  CHECK(*server::our_stock() == *server::our_stock());
}

TEST_CASE("what an operator has of their own stands beside ours", "[stock]") {
  const test::TemporaryFolder lexicon, bodies, styles, poses;
  const std::string file = lexicon.write("a.xml", lexicon_with("tap"));
  bodies.write("carl.xml", body_named("carl"));
  styles.write("eager.xml", style_named("eager"));
  poses.write("p.xml", poses_with("attentive", "5 0 0"));
  lexicon.write("notes.txt", "no lexicon");

  const ReadStock read = read_stock({.lexicon = lexicon.path().string(),
                                     .bodies = bodies.path().string(),
                                     .styles = styles.path().string(),
                                     .poses = poses.path().string()});

  REQUIRE(read.stock);
  CHECK(read.notes.empty());
  const server::Stock& stock = *read.stock;
  CHECK(stock.words().lexemes.contains("tap"));
  CHECK(stock.words().lexemes.contains("beat"));
  CHECK(stock.own_gestures().at("tap") == file);
  CHECK(stock.words().styles.at("eager").expressivity[script::kPower] == 0.5);
  CHECK((*stock.make_body("carl"))->height_m == 1.7);
  for (const std::string body : {"ada", "ben", "carl"}) {
    CAPTURE(body);
    CHECK((*stock.make_body(body))->find_shape("headNeck", "attentive") != nullptr);
    CHECK((*stock.make_body(body))->find_shape("headNeck", "head-bowed") != nullptr);
  }
}

TEST_CASE("a character has the body of its own name, the operator's too", "[stock]") {
  const test::TemporaryFolder bodies;
  bodies.write("carl.xml", body_named("carl"));
  const ReadStock read = read_stock({.bodies = bodies.path().string()});
  REQUIRE(read.stock);

  const auto casts = server::make_casts(
      {*server::parse_character("carl"), *server::parse_character("eve")}, {}, read.stock);
  REQUIRE(casts);
  CHECK((*casts)[0]->body->name == "carl");
  CHECK((*casts)[1]->body->name == "ada");
  const auto joined =
      server::make_cast({.name = "c2", .body = "carl"}, *casts->front(), {}, read.stock);
  REQUIRE(joined);
  CHECK((*joined)->body->height_m == 1.7);
}

TEST_CASE("a name of theirs goes before ours, with a note that says where", "[stock]") {
  const test::TemporaryFolder lexicon, bodies, styles, poses;
  const std::string gesture = lexicon.write("a.xml", lexicon_with("beat"));
  const std::string body = bodies.write("b.xml", body_named("ben"));
  const std::string style = styles.write("s.xml", style_named("tired"));
  const std::string pose = poses.write("p.xml", poses_with("head-bowed", "3 0 0"));

  const ReadStock read = read_stock({.lexicon = lexicon.path().string(),
                                     .bodies = bodies.path().string(),
                                     .styles = styles.path().string(),
                                     .poses = poses.path().string()});

  REQUIRE(read.stock);
  const std::string takes = " takes the place of ours: ";
  CHECK(read.notes ==
        std::vector<std::string>{gesture + ":2:3: note: this gesture" + takes + "'beat'",
                                 style + ": note: this style" + takes + "'tired'",
                                 pose + ": note: this pose" + takes + "'head-bowed'",
                                 body + ": note: this body" + takes + "'ben'"});
  CHECK(read.stock->words().lexemes.at("beat").description == "Mine.");
  CHECK(read.stock->words().styles.at("tired").expressivity[script::kPower] == 0.5);
  const auto ben = *read.stock->make_body("ben");
  CHECK(ben->height_m == 1.7);
  CHECK(ben->find_shape("headNeck", "head-bowed")->rotations.size() == 1);
  CHECK(std::ranges::count(ben->shapes, "head-bowed", &body::Shape::name) == 1);
}

TEST_CASE("a style names faces and a manner of tension that there are", "[stock]") {
  const auto fault_of = [](const std::string& attributes, const std::string& inside) {
    const test::TemporaryFolder styles;
    styles.write("s.xml", "<style xmlns=\"urn:kinesphere:style:1\" name=\"s\" " + attributes +
                              ">\n" + inside + "</style>");
    const ReadStock read = read_stock({.styles = styles.path().string()});
    REQUIRE(read.faults.size() == 1);
    return read.faults[0].error;
  };
  const Error face = fault_of("", "<face name='angri'/>");
  CHECK(face.where == Where{2, 13});
  CHECK(face.message == "there is no face, near to it are angry, anger: 'angri'");
  const Error tension = fault_of("tension='losse'", "");
  CHECK(tension.where.line == 1);
  CHECK(tension.message == "there is no manner of tension, near to it are loose: 'losse'");
}

TEST_CASE("the file of a sketch may be one of the styles, and is no dictionary", "[stock]") {
  const test::TemporaryFolder styles;
  const std::string file = styles.write("s.xml", style_named("eager"));
  const ReadStock both = read_stock({.styles = styles.path().string(), .sketch = file});
  REQUIRE(both.stock);
  REQUIRE(both.stock->sketches().size() == 1);
  CHECK(both.stock->sketches()[0].style == "eager");
  const test::TemporaryFolder other;
  const std::string dictionary =
      other.write("d.xml", "<dictionary xmlns=\"urn:kinesphere:style:1\"/>");
  const ReadStock none = read_stock({.sketch = dictionary});
  REQUIRE(none.faults.size() == 1);
  CHECK(none.faults[0].error.message.starts_with("this is a dictionary, not a style: "));
}

TEST_CASE("each fault is told with its file and its place", "[stock]") {
  const test::TemporaryFolder lexicon, bodies, styles, poses;
  lexicon.write("a.xml", "<lexicon xmlns=\"urn:kinesphere:script:1\">\n  <gesture/>\n</lexicon>");
  lexicon.write("b.xml", "<lexicon");
  bodies.write("c.xml", "<body xmlns=\"urn:kinesphere:body:1\"\n  name=\"c\" hands=\"fist\"/>");
  styles.write("s.xml", "<style xmlns=\"urn:kinesphere:style:1\" name=\"s\"\n  power=\"2\"/>");
  poses.write("p.xml", poses_with("far", "170 0 0"));

  const ReadStock read = read_stock({.lexicon = lexicon.path().string(),
                                     .bodies = bodies.path().string(),
                                     .styles = styles.path().string(),
                                     .poses = poses.path().string()});

  CHECK_FALSE(read.stock);
  const auto found = places(read);
  REQUIRE(found.size() == 5);
  CHECK(found[0] == "a.xml:2:3");
  CHECK(found[1].starts_with("b.xml:1:"));
  CHECK(found[2] == "s.xml:2:10");
  CHECK(found[3].starts_with("p.xml:2:"));
  CHECK(found[4].starts_with("c.xml:1:"));
  CHECK(server::first_fault(read).message.find("a.xml:2:3: ") != std::string::npos);
}

TEST_CASE("everybody has a dictionary, styles have theirs, and all keep to the lexicon",
          "[stock]") {
  const ReadStock ours = read_stock({});
  REQUIRE(ours.stock);
  const auto& dictionaries = ours.stock->words().dictionaries;
  CHECK(dictionaries.at("").size() >= 12);
  CHECK(script::find_meaning(dictionaries.at("shy"), "greeting") != nullptr);
  // What a style says, everybody can say.
  for (const auto& [style, dictionary] : dictionaries) {
    for (const script::Meaning& meaning : dictionary) {
      CAPTURE(style, meaning.name.text);
      CHECK(script::find_meaning(dictionaries.at(""), meaning.name.text) != nullptr);
    }
  }
}

TEST_CASE("a choice that is not in the lexicon is a fault of its file", "[stock]") {
  const test::TemporaryFolder folder;
  folder.write("all.xml",
               "<dictionary xmlns=\"urn:kinesphere:style:1\">\n"
               "  <meaning name=\"m\"><choice lexeme=\"fly\"/></meaning></dictionary>");
  folder.write("mine.xml",
               "<style xmlns=\"urn:kinesphere:style:1\" name=\"mine\"><dictionary>\n"
               "  <meaning name=\"m\"><choice lexeme=\"nod\" hand=\"left\"/></meaning>"
               "</dictionary></style>");
  const ReadStock read =
      read_stock({.lexicon = {}, .bodies = {}, .styles = folder.path().string(), .poses = {}});
  CHECK_FALSE(read.stock);
  CHECK(places(read) == std::vector<std::string>{"all.xml:2:37", "mine.xml:2:21"});
}

TEST_CASE("two files of theirs do not share a name, nor does a pose have a hand shape's",
          "[stock]") {
  const test::TemporaryFolder lexicon, poses;
  const std::string first = lexicon.write("a.xml", lexicon_with("tap"));
  lexicon.write("b.xml", lexicon_with("tap"));
  poses.write("p.xml", poses_with("fist", "3 0 0"));
  poses.write("q.xml", poses_with("neutral", "3 0 0"));

  const ReadStock read =
      read_stock({.lexicon = lexicon.path().string(), .poses = poses.path().string()});

  REQUIRE(read.faults.size() == 3);
  CHECK(read.faults[0].error.message == "gesture of a name that " + first + " has already, 'tap'");
  CHECK(read.faults[0].error.where == Where{2, 3});
  CHECK(read.faults[1].error.message == "there are two stored poses 'fist'");
  CHECK(read.faults[2].error.message == "there are two stored poses 'neutral'");
}

TEST_CASE("a folder that is missing or has no such file, and a file past its bound, are faults",
          "[stock]") {
  const test::TemporaryFolder empty, big;
  CHECK(read_stock({.styles = empty.file("none")}).faults.size() == 1);
  const ReadStock none = read_stock({.styles = empty.path().string()});
  REQUIRE(none.faults.size() == 1);
  CHECK(none.faults[0].error.message ==
        "a folder of styles has files that end in .xml, and this one has none");
  big.write("s.xml", style_named("s") + std::string(kScriptBytesMax, ' '));
  const ReadStock past = read_stock({.styles = big.path().string()});
  REQUIRE(past.faults.size() == 1);
  CHECK(past.faults[0].error.code == ErrorCode::LimitExceeded);
}

}  // namespace kine::stock_test
