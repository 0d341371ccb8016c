// Tests for realizer/script/dictionary.h.
#include "realizer/script/dictionary.h"

#include "tests/support/catch.h"

namespace kine::script::dictionary_test {

TEST_CASE("a meaning is found by its name, letter by letter", "[dictionary]") {
  const Dictionary dictionary{
      {.name = {"greeting"}, .choices = {{.lexeme = {"wave"}}}},
      {.name = {"farewell"}, .choices = {{.lexeme = {"nod"}}, {.lexeme = {"wave"}}}}};
  REQUIRE(find_meaning(dictionary, "farewell") != nullptr);
  CHECK(find_meaning(dictionary, "farewell")->choices.size() == 2);
  CHECK(find_meaning(dictionary, "Farewell") == nullptr);
  CHECK(find_meaning({}, "farewell") == nullptr);
}

}  // namespace kine::script::dictionary_test
