// Tests for server/session_log/json_tree.h
#include "server/session_log/json_tree.h"

#include <bit>
#include <cmath>

#include "tests/support/catch.h"

namespace kine::server::json_tree_test {
namespace {

std::string error_of(std::string_view line) {
  const auto tree = JsonTree::read(line);
  REQUIRE_FALSE(tree);
  return std::to_string(tree.error().where.column) + ": " + tree.error().message;
}

/// Of an object's field "a".
JsonTree::Node a_of(const JsonTree& tree) {
  const auto* const node = tree.find(tree.root(), "a");
  REQUIRE(node != nullptr);
  return *node;
}

}  // namespace

TEST_CASE("a line is a tree whose parts come in their order", "[json_tree]") {
  const std::string line = R"( {"a": [1, {"b": "x"}, [], true], "c": null} )";
  const auto tree = JsonTree::read(line);
  REQUIRE(tree);
  const JsonTree::Node array = a_of(*tree);
  CHECK(array.source == R"([1, {"b": "x"}, [], true])");
  const auto* part = tree->first_of(array);
  CHECK(number_of<int>(*part) == 1);
  part = tree->after(*part);
  CHECK(text_of(*tree->find(*part, "b")) == "x");
  part = tree->after(*part);
  CHECK(tree->first_of(*part) == nullptr);
  part = tree->after(*part);
  CHECK(part->kind == JsonTree::Kind::True);
  CHECK(tree->after(*part) == nullptr);
  CHECK(tree->find(tree->root(), "c")->kind == JsonTree::Kind::Null);
  CHECK(tree->find(tree->root(), "d") == nullptr);
}

TEST_CASE("numbers are what they say, to the last bit", "[json_tree]") {
  const auto value = [](const std::string& number) {
    const std::string line = "{\"a\":" + number + "}";
    const auto tree = JsonTree::read(line);
    REQUIRE(tree);
    return number_of<double>(a_of(*tree));
  };
  CHECK(value("0.1") == 0.1);
  CHECK(value("5e-324") == 5e-324);
  CHECK(std::signbit(value("-0").value()));
  CHECK(std::signbit(value("-0.0").value()));

  const auto tree = JsonTree::read(R"({"a":18446744073709551615})");
  REQUIRE(tree);
  CHECK(number_of<std::uint64_t>(a_of(*tree)) == 18446744073709551615U);
  CHECK_FALSE(number_of<std::uint32_t>(a_of(*tree)));
  CHECK_FALSE(number_of<int>(tree->root()));
}

TEST_CASE("texts are what their escapes mean, as RFC 8259 has it", "[json_tree]") {
  const auto text = [](const std::string& written) {
    const std::string line = "{\"a\":\"" + written + "\"}";
    const auto tree = JsonTree::read(line);
    REQUIRE(tree);
    return text_of(a_of(*tree));
  };
  CHECK(text(R"(\"\\\/\b\f\n\r\t)") == "\"\\/\b\f\n\r\t");
  CHECK(text(R"(\u00e4\u20AC)") == "\xC3\xA4\xE2\x82\xAC");
  CHECK(text(R"(\ud834\udd1e)") == "\xF0\x9D\x84\x9E");
  CHECK_FALSE(text(R"(\ud834)"));
  CHECK_FALSE(text(R"(\udd1e)"));
  CHECK_FALSE(text(R"(\x)"));
  CHECK_FALSE(text(R"(\u12g4)"));
}

TEST_CASE("what is no JSON is an error with its column", "[json_tree]") {
  CHECK(error_of("") == "1: no JSON: a value is missing");
  CHECK(error_of(R"({"a":nan})") == "6: no JSON: a value is missing");
  CHECK(error_of(R"({"a":1e999})") == "6: no JSON: a value is missing");
  CHECK(error_of(R"({"a":1)") == "7: no JSON: a ',' or an end is missing");
  CHECK(error_of(R"({"a" 1})") == "6: no JSON: a ':' is missing");
  CHECK(error_of(R"({1})") == "2: no JSON: a name in quotes is missing");
  CHECK(error_of(R"({"a":"x)") == "8: no JSON: a text without its end");
  CHECK(error_of("{\"a\":\"\n\"}") == "7: no JSON: a text without its end");
  CHECK(error_of("{} {}") == "4: no JSON: one object a line, and nothing behind it");
  CHECK(error_of(std::string(17, '[')) == "18: no JSON: past json_nesting_max of 16");
}

TEST_CASE("a line has no more parts than a million", "[json_tree]") {
  std::string line = "[0";
  for (std::size_t i = 2; i < kJsonNodesMax; ++i) line += ",0";
  CHECK(JsonTree::read(line + "]"));
  CHECK(error_of(line + ",0]").ends_with("no JSON: past json_nodes_max of 1000000"));
}

}  // namespace kine::server::json_tree_test
