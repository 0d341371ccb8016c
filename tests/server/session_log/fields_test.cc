// Tests for server/session_log/fields.h
#include "server/session_log/fields.h"

#include <bit>
#include <limits>

#include "tests/support/catch.h"

namespace kine::server::fields_test {

struct Inner {
  double number = 0;
};
struct Outer {
  bool flag = false;
  std::uint64_t count = 0;
  float small = 0;
  std::string text;
  std::optional<Tick> tick;
  std::array<int, 2> pair = {};
  std::vector<Inner> many;
};

template <class Fields>
void fields(Fields& io, Inner& inner) {
  io("number", inner.number);
}
template <class Fields>
void fields(Fields& io, Outer& outer) {
  io("flag", outer.flag), io("count", outer.count), io("small", outer.small);
  io("text", outer.text), io("tick", outer.tick), io("pair", outer.pair), io("many", outer.many);
}

namespace {

std::string written(Outer outer) {
  std::string text = "{";
  FieldWriter writer(text);
  fields(writer, outer);
  return text + "}";
}

std::string fault_of(const std::string& text) {
  const auto tree = JsonTree::read(text);
  REQUIRE(tree);
  FieldReader reader(*tree, tree->root());
  Outer outer;
  fields(reader, outer);
  return reader.fault().value_or("");
}

Outer read(const std::string& text) {
  const auto tree = JsonTree::read(text);
  REQUIRE(tree);
  FieldReader reader(*tree, tree->root());
  Outer outer;
  fields(reader, outer);
  CHECK_FALSE(reader.fault());
  return outer;
}

const std::string kPlain = R"({"flag":true,"count":7,"small":0.1,"text":"a\"b","tick":5,)"
                           R"("pair":[1,-2],"many":[{"number":-0}]})";

}  // namespace

TEST_CASE("fields are written in their order, and what is empty is left out", "[fields]") {
  CHECK(written({.flag = true,
                 .count = 7,
                 .small = 0.1F,
                 .text = "a\"b",
                 .tick = Tick{5},
                 .pair = {1, -2},
                 .many = {{-0.0}}}) == kPlain);
  CHECK(written({}) == R"({"flag":false,"count":0,"small":0,"text":"","pair":[0,0]})");
}

TEST_CASE("numbers come back to the bit", "[fields]") {
  for (const double number : {-0.0, 0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308, 1e22}) {
    const Outer back = read(written({.many = {{number}}}));
    CHECK(std::bit_cast<std::uint64_t>(back.many.front().number) ==
          std::bit_cast<std::uint64_t>(number));
  }
  for (const float number : {-0.0F, 0.1F, 1.0F / 3, 1e-45F, 3.4028235e38F, 16777216.0F}) {
    CHECK(std::bit_cast<std::uint32_t>(read(written({.small = number})).small) ==
          std::bit_cast<std::uint32_t>(number));
  }
  CHECK(read(written({.count = std::numeric_limits<std::uint64_t>::max()})).count ==
        std::numeric_limits<std::uint64_t>::max());
  CHECK_FALSE(read(written({})).tick);
}

TEST_CASE("a field that is missing or another is told by its name", "[fields]") {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = kPlain;
    return fault_of(text.replace(text.find(from), from.size(), to));
  };
  CHECK(with("\"flag\":true,", "") == "there is no field 'flag'");
  CHECK(with("true", "1") == "the field 'flag' is neither true nor false");
  CHECK(with("7", "-7") == "the field 'count' is no such number");
  CHECK(with("\"a\\\"b\"", "5") == "the field 'text' is no text");
  CHECK(with("[1,-2]", "[1]") == "the field 'pair' is an array of another length");
  CHECK(with("[1,-2]", "[1,2,3]") == "the field 'pair' is an array of another length");
  CHECK(with("{\"number\":-0}", "3") == "the field 'many' is no object");
  CHECK(with("-0", "\"x\"") == "the field 'number' is no such number");
  CHECK(with("\"flag\"", "\"unknown\":[],\"flag\"").empty());
}

}  // namespace kine::server::fields_test
