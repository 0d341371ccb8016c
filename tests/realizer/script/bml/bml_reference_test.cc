// Tests for realizer/script/bml/bml_reference.h.
#include "realizer/script/bml/bml_reference.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"

namespace kine::script::bml_reference_test {
namespace {

struct Case {
  std::string text;
  std::string block;
  std::string behaviour;
  std::string point;
  int iteration;
  double offset;
};

TEST_CASE("a reference names a moment in each of its forms", "[bml_reference]") {
  const auto expected = GENERATE(values<Case>({
      {"2", "", "", "", 0, 2},
      {" -0.5 ", "", "", "", 0, -0.5},
      {"1e-1", "", "", "", 0, 0.1},
      {"bml:start", "", "", "", 0, 0},
      {"bml:start+2", "", "", "", 0, 2},
      {"own:bml:start-1", "", "", "", 0, -1},
      {"g1:stroke", "", "g1", "stroke", 0, 0},
      {"g1:stroke+1.5", "", "g1", "stroke", 0, 1.5},
      {"g1:stroke-0.25", "", "g1", "stroke", 0, -0.25},
      {" g1 : stroke + .5 ", "", "g1", "stroke", 0, 0.5},
      {"g1:end+1e-2", "", "g1", "end", 0, 0.01},
      {"g1:stroke:2", "", "g1", "stroke", 2, 0},
      {"g1:stroke:2-1", "", "g1", "stroke", 2, -1},
      {"other:g1:end", "other", "g1", "end", 0, 0},
      {"other:g1:stroke:3 + 1", "other", "g1", "stroke", 3, 1},
      {"other:bml:start", "other", "bml", "start", 0, 0},
      {"own:g1:end", "", "g1", "end", 0, 0},
      {"G1:End", "", "G1", "End", 0, 0},
      {"speech1:2", "", "speech1", "2", 0, 0},
      {"g1:end+", "", "g1", "end+", 0, 0},  // a sign with nothing behind it
      {"g1:end-", "", "g1", "end-", 0, 0},
  }));
  CAPTURE(expected.text);

  const auto reference = parse_reference(expected.text, {3, 4}, "own");

  REQUIRE(reference);
  CHECK(reference->block.text == expected.block);
  CHECK(reference->behaviour.text == expected.behaviour);
  CHECK(reference->point == expected.point);
  CHECK(reference->iteration == expected.iteration);
  CHECK(reference->offset.count() == Approx(expected.offset));
  CHECK(reference->is_absolute() == expected.behaviour.empty());
  CHECK(reference->where == Where{3, 4});
  CHECK(*parse_reference(format_reference(*reference), {3, 4}, "own") == *reference);
}

TEST_CASE("what is no reference is refused with its place", "[bml_reference]") {
  const auto text = GENERATE(values<std::string>({"",
                                                  " ",
                                                  "g1",
                                                  "start+5",
                                                  "g1:",
                                                  ":start",
                                                  "g1::end",
                                                  "a:b:c:1:2",
                                                  "a:b:c:d",
                                                  "a:b:stroke:0",
                                                  "nod1:relax:2",
                                                  "nod1:stroke:-1",
                                                  "nod1:stroke:0",
                                                  "nod1:stroke:99999999999",
                                                  "my-nod:end",
                                                  "g1:end+x",
                                                  "g1:end++1",
                                                  "g1:end--1",
                                                  "g1:end+-1",
                                                  "g1:end+1s",
                                                  "2s",
                                                  "inf",
                                                  "nan",
                                                  "+",
                                                  "-",
                                                  "bml:end",
                                                  "g1:a\nb"}));
  CAPTURE(text);

  const auto reference = parse_reference(text, {3, 4}, "own");

  REQUIRE_FALSE(reference);
  CHECK(reference.error().code == ErrorCode::Syntax);
  CHECK(reference.error().where == Where{3, 4});
}

TEST_CASE("an id with a minus cannot be referred to, and that is said", "[bml_reference]") {
  for (const std::string text : {"nod-1:end", "b:nod-1:end+2"}) {
    const auto reference = parse_reference(text, {}, "own");
    REQUIRE_FALSE(reference);
    CHECK(reference.error().message ==
          "a minus begins an offset, so that an id with one cannot be referred to, as in '" + text +
              "'");
  }
  const auto other = parse_reference("g1:end--1", {}, "own");
  REQUIRE_FALSE(other);
  CHECK(other.error().message.find("[block:]behaviour:point") != std::string::npos);
}

TEST_CASE("an offset is no longer than a block may last", "[bml_reference]") {
  const auto text = GENERATE(values<std::string>({"600.1", "-601", "g1:end+1e9", "bml:start-601"}));
  CAPTURE(text);
  const auto reference = parse_reference(text, {}, "own");
  REQUIRE_FALSE(reference);
  CHECK(reference.error().code == ErrorCode::LimitExceeded);
  CHECK(parse_reference("g1:end-600", {}, "own"));
}

TEST_CASE("a name in a reference is no longer than a name", "[bml_reference]") {
  const std::string name(kNameBytesMax, 'n');
  CHECK(parse_reference(name + ":end", {}, ""));
  CHECK(parse_reference(name + "n:end", {}, "").error().code == ErrorCode::LimitExceeded);
}

}  // namespace
}  // namespace kine::script::bml_reference_test
