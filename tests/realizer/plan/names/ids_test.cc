// Tests for realizer/plan/names/ids.h.
#include "realizer/plan/names/ids.h"

#include "tests/support/catch.h"

namespace kine::plan::ids_test {
namespace {

constexpr std::string_view kReserved[] = {"start", "end"};

Result<std::vector<std::string>> given(const std::vector<std::string>& written,
                                       script::Dialect dialect, Diagnostics& diagnostics) {
  std::vector<script::Name> names;
  for (const std::string& text : written) names.push_back({text, {5, 1}});
  std::vector<const script::Name*> pointers;
  for (const script::Name& name : names) pointers.push_back(&name);
  Faults faults(dialect, diagnostics);
  return give_ids(pointers, {.thing = "pose", .prefix = "p", .reserved = kReserved}, faults);
}

}  // namespace

TEST_CASE("what has no id gets one, counted from 1", "[ids]") {
  Diagnostics diagnostics;
  const auto ids = given({"", "", "ready", ""}, script::Dialect::Kinesphere, diagnostics);

  REQUIRE(ids);
  CHECK(*ids == std::vector<std::string>{"p1", "p2", "ready", "p3"});
}

TEST_CASE("a given id is not one that the script uses, wherever it stands", "[ids]") {
  Diagnostics diagnostics;
  const auto ids = given({"", "", "p1", "p3"}, script::Dialect::Kinesphere, diagnostics);

  REQUIRE(ids);
  CHECK(*ids == std::vector<std::string>{"p2", "p4", "p1", "p3"});
}

TEST_CASE("an id that is there twice, or reserved, refuses our own dialect", "[ids]") {
  Diagnostics diagnostics;

  const auto twice = given({"a", "b", "a"}, script::Dialect::Kinesphere, diagnostics);
  REQUIRE_FALSE(twice);
  CHECK(twice.error().message == "duplicate pose id 'a'");
  CHECK(twice.error().where == Where{5, 1});

  const auto reserved = given({"end"}, script::Dialect::Kinesphere, diagnostics);
  REQUIRE_FALSE(reserved);
  CHECK(reserved.error().message == "a pose cannot have the id 'end'");
}

TEST_CASE("in a classic dialect it gets a new one", "[ids]") {
  Diagnostics diagnostics;
  const auto ids = given({"a", "p1", "a", "start"}, script::Dialect::Animl, diagnostics);

  REQUIRE(ids);
  CHECK(*ids == std::vector<std::string>{"a", "p1", "p2", "p3"});
  CHECK(diagnostics.warnings().size() == 2);
}

}  // namespace kine::plan::ids_test
