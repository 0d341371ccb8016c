#include "server/voices/json_object.h"

#include "server/base/json_text.h"
#include "tests/support/catch.h"

namespace kine::server::json_object_test {

TEST_CASE("fields of an object are found, and what is not there is the default", "[json_object]") {
  const auto object = JsonObject::read(R"({"a": "x", "n": 1.5, "list": [{"n": 2}, 3, {"n": 4}]})");

  REQUIRE(object);
  CHECK(object->text("a") == "x");
  CHECK(object->text("n").empty());
  CHECK(object->number("n", -1) == 1.5);
  CHECK(object->number("a", -1) == -1);
  CHECK(object->has("list"));
  CHECK_FALSE(object->has("b"));
  REQUIRE(object->objects("list").size() == 2);
  CHECK(object->objects("list")[1].number("n", -1) == 4);
  CHECK(object->objects("a").empty());
}

TEST_CASE("what is no object is an error, however deep it is", "[json_object]") {
  CHECK_FALSE(JsonObject::read(""));
  CHECK_FALSE(JsonObject::read("3"));
  CHECK_FALSE(JsonObject::read("{\"a\": "));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
  CHECK_FALSE(JsonObject::read(deep));
}

TEST_CASE("a text in its quotes is read as it was", "[json_object]") {
  const std::string text = "a \"b\" \\ \n\t\x01 ü";
  const auto object = JsonObject::read("{\"t\": " + json_quoted(text) + "}");
  REQUIRE(object);
  CHECK(object->text("t") == text);
}

TEST_CASE("an object of more parts than anybody says is refused", "[json_object]") {
  // A bracket and a colon stand before the commas, which count in a text as well.
  const auto commas = [](std::size_t count) {
    return "{\"t\": \"" + std::string(count, ',') + "\"}";
  };
  CHECK(JsonObject::read(commas(kJsonPartsMax - 2)));
  const auto refused = JsonObject::read(commas(kJsonPartsMax - 1));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::LimitExceeded);
}

}  // namespace kine::server::json_object_test
