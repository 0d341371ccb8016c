// Tests for realizer/core/result.h.
#include "realizer/core/result.h"

#include <memory>
#include <string>

#include "tests/support/catch.h"

namespace kine::result_test {
namespace {

Result<std::string> word(bool there) {
  if (there) return std::string("word");
  return Error{ErrorCode::UnknownName, "there is no word", {3, 4}};
}

TEST_CASE("a result is a value or an error", "[result]") {
  const auto value = word(true);
  REQUIRE(value);
  CHECK(value.has_value());
  CHECK(*value == "word");
  CHECK(value->size() == 4);
  CHECK(value.value() == "word");

  const auto error = word(false);
  CHECK_FALSE(error);
  CHECK(error.error() == Error{ErrorCode::UnknownName, "there is no word", {3, 4}});
}

TEST_CASE("a value can be changed and moved out", "[result]") {
  auto text = word(true);
  *text += "s";
  text->push_back('!');
  CHECK(*std::move(text) == "words!");

  Result<std::unique_ptr<int>> owner(std::make_unique<int>(7));
  const std::unique_ptr<int> taken = *std::move(owner);
  CHECK(*taken == 7);
}

TEST_CASE("what either works or does not has no other value", "[result]") {
  CHECK(*Result<Done>(Done{}) == Done{});
  CHECK_FALSE(Result<Done>(Error{ErrorCode::Syntax, "an error", {}}));
}

TEST_CASE("errors are equal if all of them is", "[result]") {
  const Error error{ErrorCode::Syntax, "a", {1, 2}};
  CHECK(error == Error{ErrorCode::Syntax, "a", {1, 2}});
  CHECK_FALSE(error == Error{ErrorCode::OutOfRange, "a", {1, 2}});
  CHECK_FALSE(error == Error{ErrorCode::Syntax, "b", {1, 2}});
  CHECK_FALSE(error == Error{ErrorCode::Syntax, "a", {1, 3}});
}

}  // namespace
}  // namespace kine::result_test
