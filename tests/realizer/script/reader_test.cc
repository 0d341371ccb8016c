// Tests for realizer/script/reader.h: the choice of a reader, and what every reader promises.
#include "realizer/script/reader.h"

#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"

namespace kine::script::reader_test {
namespace {

const Reader* const kReaders[] = {&kinesphere_reader(), &embrscript_reader(), &animl_reader(),
                                  &bml_reader()};

struct Example {
  const Reader* reader;
  std::string name;
  std::string text;
  bool cut_is_refused;  // whether a text that lacks its end is no script
};

/// A good script of each language, with some of everything in it.
std::vector<Example> examples() {
  return {
      {&kinesphere_reader(), "kinesphere",
       "<?xml version='1.0'?>\n<!-- c --><script xmlns='urn:kinesphere:script:1' id='a'>\n"
       "<nucleus id='n' power='.5'/><tension id='t' rest-error='5mm' zeta='0.3'/>\n"
       "<sequence start='1' warp='exp 3' frame='hips'><pose id='p' time='300ms' hold='1'>"
       "<position joint='rightHand' target='0 1 2' swivel='35'/>"
       "<orientation joint='j' axis='-y' direction='0 0 1'/><swivel side='left' angle='9'/>"
       "<hand side='left' shape='&#102;ist'/><look-at target='camera' with='eyes'/>"
       "<morph name='m' weight='1'/></pose><clip name='c' time='1'/></sequence></script>",
       true},
      {&embrscript_reader(), "embrscript",
       "TIME_RESET # note\nBEGIN K_POSE_SEQUENCE\n  CHARACTER:Amber\n  START:asap\n  FADE_IN:200\n"
       "  TIME_WARP:EXP;3\n  BEGIN K_POSE\n    TIME_POINT:+300\n    HOLD:100\n"
       "    BEGIN POSITION_CONSTRAINT\n      BODY_GROUP:rarm\n      JOINT:rhand\n"
       "      TARGET:-0.2;-0.4;0.25\n    END\n"
       "    BEGIN POSE_TARGET\n      BODY_GROUP:rhand\n      POSE_KEY:hands_open\n    END\n"
       "  END\nEND\n",
       false},
      {&animl_reader(), "animl",
       "<animl time-reset='true'><nucleus id='1' power='0.5'/>"
       "<key-pose-sequence character-name='Amber' start-time='asap' fade-in='200' "
       "time-warp='EXP;3'><key-pose id='p' time-point='+300' hold='100'>"
       "<position-constraint body-group='rarm' joint='rhand'><target>-0.2;-0.4;0.25</target>"
       "</position-constraint></key-pose></key-pose-sequence></animl>",
       true},
      {&bml_reader(), "bml",
       "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' id='b' composition='APPEND' "
       "xmlns:k='urn:kinesphere:script:1'>\n<speech id='s'><text>Hello <sync id='m'/>you</text>"
       "</speech><gesture id='g' lexeme='BEAT' mode='LEFT_HAND' stroke='s:m+0.1'/>"
       "<head id='n' lexeme='NOD' repetition='2' start='g:stroke - 1'><description priority='1' "
       "type='urn:kinesphere:script:1'><k:gesture lexeme='wave'/></description></head>"
       "<required><face id='f' attackPeak='2'><lexeme lexeme='SMILE'/></face></required>"
       "<constraint><synchronize><sync ref='s:end'/><sync ref='f:end'/></synchronize>"
       "<before ref='n:end'><sync ref='g:end'/></before></constraint></bml>",
       true},
  };
}

/// Reads on the chosen way; what comes back is a document or one error that says something.
Result<Document> read_anyhow(std::string_view text) {
  Diagnostics diagnostics;
  auto document = read(text, kReaders, diagnostics);
  if (!document) REQUIRE_FALSE(document.error().message.empty());
  return document;
}

void expect_no_harm(std::string_view text) { static_cast<void>(read_anyhow(text)); }

TEST_CASE("each reader takes its example, and no other reader accepts it", "[reader][contract]") {
  for (const Example& example : examples()) {
    CAPTURE(example.name);
    CHECK(read_anyhow(example.text));
    Diagnostics diagnostics;
    CHECK(example.reader->read(example.text, diagnostics));
    for (const Reader* other : kReaders) {
      const Reader* const alone[] = {other};
      CHECK(read(example.text, alone, diagnostics).has_value() == (other == example.reader));
    }
  }
}

TEST_CASE("reading is a function of the text", "[reader][contract]") {
  for (const Example& example : examples()) {
    CAPTURE(example.name);
    CHECK(*read_anyhow(example.text) == *read_anyhow(example.text));
  }
}

TEST_CASE("every prefix of a script is a document or an error", "[reader][contract]") {
  for (const Example& example : examples()) {
    CAPTURE(example.name);
    for (std::size_t size = 0; size < example.text.size(); ++size) {
      CAPTURE(size);
      const std::string prefix = example.text.substr(0, size);
      const auto document = read_anyhow(prefix);
      const bool only_blanks_cut = example.text.find_first_not_of(" \n", size) == std::string::npos;
      if (example.cut_is_refused && !only_blanks_cut) REQUIRE_FALSE(document);
      Diagnostics diagnostics;
      const auto alone = example.reader->read(prefix, diagnostics);
      if (!alone) REQUIRE_FALSE(alone.error().message.empty());
    }
  }
}

TEST_CASE("every byte of a script may be another", "[reader][contract]") {
  for (const Example& example : examples()) {
    CAPTURE(example.name);
    for (std::size_t i = 0; i < example.text.size(); ++i) {
      CAPTURE(i);
      for (const char byte : {'\0', '\n', ' ', '<', '>', '&', '"',    '\'',   '/',    ';',
                              ':',  '-',  '.', '9', 'x', 'E', '\x7F', '\x80', '\xC3', '\xFF'}) {
        std::string mutated = example.text;
        mutated[i] = byte;
        expect_no_harm(mutated);
      }
      std::string shorter = example.text;
      shorter.erase(i, 1);
      expect_no_harm(shorter);
    }
  }
}

TEST_CASE("no reader falls over a long, deep or repeated text", "[reader][contract]") {
  const std::string piece = GENERATE(
      values<std::string>({"<a>", "<script xmlns='urn:kinesphere:script:1'>", "<animl>", "<bml>",
                           "<required>", "BEGIN K_POSE_SEQUENCE\n", "BEGIN K_POSE\n", "END\n",
                           "TARGET:1;2;3 ", ";", "&amp;", "#", "<!--", "\xEF\xBB\xBF"}));
  CAPTURE(piece);
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += piece;
  expect_no_harm(text);
  expect_no_harm("BEGIN K_POSE_SEQUENCE\n" + text);
}

TEST_CASE("a text past the limit of bytes is refused before anybody reads it", "[reader]") {
  const std::string end = "<script xmlns='urn:kinesphere:script:1'/>";
  const std::string at_limit = std::string(kScriptBytesMax - end.size(), ' ') + end;

  CHECK(read_anyhow(at_limit));
  const auto past_limit = read_anyhow(" " + at_limit);
  REQUIRE_FALSE(past_limit);
  CHECK(past_limit.error().code == ErrorCode::LimitExceeded);
  CHECK(past_limit.error().message ==
        "the bytes of a script must be at most 1048576, not '1048577'");
}

struct Refused {
  std::string text;
  ErrorCode code;
  Where where;
  std::string quoted;
};

TEST_CASE("what no reader accepts is refused with the languages there are", "[reader]") {
  const auto refused = GENERATE(values<Refused>({
      {"", ErrorCode::Syntax, {1, 1}, "''"},
      {" \n", ErrorCode::Syntax, {1, 1}, "''"},
      {"hello there\nand more", ErrorCode::Unsupported, {1, 1}, "'hello there'"},
      {"<html/>", ErrorCode::Unsupported, {1, 1}, "'html'"},
      {"<bml xmlns='urn:x'/>", ErrorCode::Unsupported, {1, 1}, "'{urn:x}bml'"},
      {"\x89PNG\r\n\x1A\n", ErrorCode::Unsupported, {1, 1}, "'no text'"},
      {"<script", ErrorCode::Syntax, {1, 8}, "'script'"},
      {"<script xmlns='urn:kinesphere:script:1'>", ErrorCode::Syntax, {1, 41}, "'</script>'"},
      {"<script xmlns='urn:kinesphere:script:1'/><a/>", ErrorCode::Syntax, {1, 42}, "'a'"},
      {"<script/>", ErrorCode::Unsupported, {1, 1}, "'script'"},
      {"<!DOCTYPE script><script/>", ErrorCode::Unsupported, {1, 1}, "'<!DOCTYPE'"},
      {"<script a='1' a='2'/>", ErrorCode::Syntax, {1, 15}, "'a'"},
      {"<script>\xC3</script>", ErrorCode::Syntax, {1, 9}, "'0xC3'"},
  }));
  CAPTURE(refused.text);

  const auto document = read_anyhow(refused.text);

  REQUIRE_FALSE(document);
  CAPTURE(document.error().message);
  CHECK(document.error().code == refused.code);
  CHECK(document.error().where == refused.where);
  CHECK(document.error().message.find(refused.quoted) != std::string::npos);
}

TEST_CASE("the first reader that accepts a text reads it", "[reader]") {
  struct Taker : Reader {
    bool accepts(std::string_view root, std::string_view) const override {
      return root == "{urn:x}a";
    }
    Result<Document> read(std::string_view, Diagnostics& diagnostics) const override {
      diagnostics.warn({1, 2}, "taken");
      return Document{};
    }
  };
  const Taker first;
  const Taker second;
  const Reader* const readers[] = {&first, &second};
  Diagnostics diagnostics;

  CHECK(read("<!-- c --><p:a xmlns:p='urn:x'/>", readers, diagnostics));
  CHECK(diagnostics.warnings().size() == 1);
  CHECK_FALSE(read("<a/>", readers, diagnostics));
}

}  // namespace
}  // namespace kine::script::reader_test
