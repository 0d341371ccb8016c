// Tests for realizer/script/bml/bml_reader.cc: a block and its composition.
#include <string>

#include "realizer/script/reader.h"
#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::script::bml_reader_test {
namespace {

using test::read_block;
using test::read_bml;

const std::string kCore = "xmlns='http://www.bml-initiative.org/bml/bml-1.0'";

TEST_CASE("a block has an id, a character and a composition", "[bml_reader]") {
  const auto bare = read_bml("<bml " + kCore + " id='b1'/>");
  CHECK(bare.warnings.empty());
  CHECK(bare.document->dialect == Dialect::Bml);
  CHECK(bare.document->id.text == "b1");
  CHECK(bare.document->character.empty());
  CHECK(bare.block() == Behaviours{});
  const auto full = read_bml("<bml " + kCore + " id='b1' characterId='ada' composition='APPEND'/>");
  CHECK(full.document->character.text == "ada");
  CHECK(full.block().composition.kind == Composition::Kind::Append);
  CHECK(test::survives_writing(full));
}

TEST_CASE("a block without an id is refused", "[bml_reader]") {
  for (const std::string& tag : {"<bml " + kCore + "/>", std::string("<bml/>")}) {
    const auto read = read_bml(tag);
    REQUIRE(read.error);
    CHECK(read.error->message == "<bml> needs the attribute 'id'");
    CHECK(read.error->where == Where{1, 1});
  }
}

TEST_CASE("a block in no namespace, or in a draft's, is taken with one warning", "[bml_reader]") {
  const std::string uri =
      GENERATE(values<std::string>({"", " xmlns='http://www.mindmakers.org/projects/BML'"}));
  const auto read =
      read_bml("<bml" + uri + " id='b'><head id='n' lexeme='NOD'/><wait id='w'/></bml>");
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].about.empty());
  CHECK(read.block().behaviours.size() == 2);
}

TEST_CASE("compositions are read in each spelling", "[bml_reader]") {
  const auto kind = [](const std::string& word) {
    const auto read = read_bml("<bml " + kCore + " id='b' composition='" + word + "'/>");
    CHECK(read.warnings.empty());
    return read.block().composition.kind;
  };
  CHECK(kind("MERGE") == Composition::Kind::Merge);
  CHECK(kind("replace") == Composition::Kind::Replace);
  CHECK(kind("overlap") == Composition::Kind::Merge);
  const auto after = read_bml("<bml " + kCore + " id='b' composition='APPEND-AFTER(b1, b2)'/>");
  REQUIRE(after.block().composition.append_after.size() == 2);
  CHECK(after.block().composition.append_after[1].text == "b2");
  const auto unknown = read_bml("<bml " + kCore + " id='b' composition='SHUFFLE'/>");
  REQUIRE(unknown.warnings.size() == 1);
  CHECK(unknown.block().composition.kind == Composition::Kind::Merge);
}

TEST_CASE("BMLA's attributes of a block are read", "[bml_reader]") {
  const auto read = read_bml(
      "<bml " + kCore +
      " xmlns:a='http://www.asap-project.org/bmla' id='b' a:appendAfter='b1,b2' "
      "a:prependBefore='b3' a:chunkAfter='b4' a:chunkBefore='b5' a:interrupt='b6' a:onStart='b7' "
      "a:preplan='true'/>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  const Composition& composition = read.block().composition;
  CHECK(composition.append_after.size() == 2);
  CHECK(composition.prepend_before.at(0).text == "b3");
  CHECK(composition.chunk_after.at(0).text == "b4");
  CHECK(composition.chunk_before.at(0).text == "b5");
  CHECK(composition.interrupt.at(0).text == "b6");
  CHECK(composition.on_start.at(0).text == "b7");
  CHECK(composition.preplan);
}

TEST_CASE("an attribute that we do not know is a warning, but not where its prefix is nobody's",
          "[bml_reader]") {
  const auto warnings = [](const std::string& attribute) {
    return read_bml("<bml " + kCore + " id='b' " + attribute + "/>").warnings.size();
  };
  CHECK(warnings("xmlns:q='urn:q' q:mood='fine'") == 1);
  CHECK(warnings("xmlns:a='http://www.asap-project.org/bmla' a:mood='fine'") == 1);
  CHECK(warnings("ssi:mood='fine'") == 0);
  CHECK(warnings("xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' "
                 "xsi:schemaLocation='a b' xml:lang='en'") == 0);
  CHECK(read_block("<head id='n' lexeme='NOD' ssi:mood='fine'/>").warnings.empty());
}

TEST_CASE("what is required is marked so, however deep", "[bml_reader]") {
  const auto read = read_block(
      "<required><head id='a' lexeme='NOD'/><required><wait id='c'/></required></required>"
      "<wait id='d'/>");
  CHECK(read.behaviour("a").required);
  CHECK(read.behaviour("c").required);
  CHECK_FALSE(read.behaviour("d").required);
  CHECK(test::survives_writing(read));
}

TEST_CASE("words between behaviours are one warning", "[bml_reader]") {
  const auto read = read_block("<head id='a' lexeme='NOD'/>words");
  REQUIRE(read.warnings.size() == 1);
  CHECK(read.warnings[0].where == Where{2, 28});
}

struct Refused {
  std::string text;
  ErrorCode code;
  Where where;
};

TEST_CASE("what makes a block ambiguous or no block refuses it, with the place", "[bml_reader]") {
  const auto block = [](const std::string& inside) {
    return "<bml " + kCore + " id='b'>\n" + inside + "</bml>";
  };
  const auto refused = GENERATE_COPY(values<Refused>({
      {block("<wait id='a'/><wait id='a'/>"), ErrorCode::Syntax, {2, 25}},
      {block("<wait id='a'/><x:y xmlns:x='urn:x' id='a'/>"), ErrorCode::Syntax, {2, 40}},
      {block("<wait id='bml'/>"), ErrorCode::Syntax, {2, 11}},
      {block("<wait id='a:b'/>"), ErrorCode::Syntax, {2, 11}},
      {block("<wait id=' '/>"), ErrorCode::Syntax, {2, 11}},
      {block("<wait id='a' start='c:end'/>"), ErrorCode::UnknownName, {2, 21}},
      {block("<required><gaze id='a'/></required>"), ErrorCode::Syntax, {2, 11}},
      {block("<nucleus id='n' power='2' xmlns='urn:kinesphere:script:1'/>"),
       ErrorCode::OutOfRange,
       {2, 24}},
      {block("<p:wait id='a'/>"), ErrorCode::Syntax, {2, 1}},
      {"<bml " + kCore + "\n id='a:b'/>", ErrorCode::Syntax, {2, 6}},
      {"<bml " + kCore + "\n id='bml'/>", ErrorCode::Syntax, {2, 6}},
      {"<predictionFeedback " + kCore + "/>", ErrorCode::Unsupported, {1, 1}},
      {"<bml " + kCore + "\n id='b'>", ErrorCode::Syntax, {2, 9}},
  }));
  CAPTURE(refused.text);
  const auto read = read_bml(refused.text);
  REQUIRE(read.error);
  CAPTURE(read.error->message);
  CHECK(read.error->code == refused.code);
  CHECK(read.error->where == refused.where);
}

TEST_CASE("of an id that cannot be it is said why", "[bml_reader]") {
  const auto message_of = [](const std::string& inside) {
    const auto read = read_bml("<bml " + kCore + " id='b'>\n" + inside + "</bml>");
    REQUIRE(read.error);
    return read.error->message;
  };
  CHECK(message_of("<wait id='a'/>\n<head id='a' lexeme='NOD'/>") ==
        "duplicate id 'a': first used at 2:1");
  CHECK(message_of("<wait id='a:b'/>") ==
        "id 'a:b' has a colon, which separates block, behaviour and point");
  CHECK(message_of("<wait id='bml'/>") == "reserved id 'bml': it names the block itself");
}

TEST_CASE("what namespace a block should have is told whole, to copy", "[bml_reader]") {
  const std::string expected = "xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\"";
  const auto none = read_bml("<bml id='b'/>");
  REQUIRE(none.warnings.size() == 1);
  CHECK(none.warnings[0].message ==
        "<bml> is in no namespace, and is read as if it had " + expected);
  const auto draft = read_bml("<bml xmlns='http://www.mindmakers.org/projects/BML' id='b'/>");
  REQUIRE(draft.warnings.size() == 1);
  CHECK(draft.warnings[0].message ==
        "<bml> is of 'http://www.mindmakers.org/projects/BML', and is "
        "read as if it had " +
            expected);
}

TEST_CASE("a root of BML is accepted, and no other", "[bml_reader]") {
  CHECK(bml_reader().accepts("{http://www.bml-initiative.org/bml/bml-1.0}bml", ""));
  CHECK(bml_reader().accepts("bml", ""));
  CHECK(bml_reader().accepts("{http://www.mindmakers.org/projects/BML}bml", ""));
  CHECK_FALSE(bml_reader().accepts("{urn:x}bml", ""));
  CHECK_FALSE(bml_reader().accepts("script", ""));
  CHECK_FALSE(bml_reader().accepts("", ""));
}

}  // namespace
}  // namespace kine::script::bml_reader_test
