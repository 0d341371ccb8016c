// Tests for realizer/script/bml/bml_constraints.h.
#include "realizer/script/bml/bml_constraints.h"

#include <string>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/plan/blocks.h"

namespace kine::script::bml_constraints_test {
namespace {

const std::string kTwoNods = "<head id='n1' lexeme='NOD'/><head id='n2' lexeme='NOD'/>";

test::ReadBlock read_constraint_in(const std::string& inside) {
  return test::read_block(kTwoNods + "<constraint id='c'>" + inside + "</constraint>");
}

TEST_CASE("moments are synchronized, and numbers with them", "[bml_constraints]") {
  const auto read = read_constraint_in(
      "<synchronize><sync ref='n1:start+1'/><sync ref='n2:start-1'/><sync ref='2'/></synchronize>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  REQUIRE(read.block().constraints.size() == 1);
  const SyncConstraint& constraint = read.block().constraints[0];
  CHECK(constraint.kind == SyncConstraint::Kind::Synchronize);
  REQUIRE(constraint.points.size() == 3);
  CHECK(constraint.points[0].offset == Seconds(1));
  CHECK(constraint.points[1].behaviour.text == "n2");
  CHECK(constraint.points[2].is_absolute());
  CHECK(constraint.id.text == "c");
  CHECK_FALSE(constraint.required);
}

TEST_CASE("moments stand before and after a reference", "[bml_constraints]") {
  const auto read = read_constraint_in(
      "<before ref='n2:stroke'><sync ref='n1:end'/></before>"
      "<after ref='n1:start+1'><sync ref='n2:start'/><sync ref='n2:end'/></after>");
  CHECK(read.warnings.empty());
  CHECK(test::survives_writing(read));
  REQUIRE(read.block().constraints.size() == 2);
  CHECK(read.block().constraints[0].kind == SyncConstraint::Kind::Before);
  CHECK(read.block().constraints[0].reference.point == "stroke");
  CHECK(read.block().constraints[1].kind == SyncConstraint::Kind::After);
  CHECK(read.block().constraints[1].points.size() == 2);
}

TEST_CASE("a synchronize with a reference of its own has one moment more", "[bml_constraints]") {
  const auto read =
      read_constraint_in("<synchronize ref='n1:end'><sync ref='n2:start'/></synchronize>");
  CHECK(read.warnings.empty());
  CHECK(read.block().constraints.at(0).points.at(0).behaviour.text == "n1");
}

TEST_CASE("a constraint that cannot be is one warning, and the rest plays", "[bml_constraints]") {
  const auto bad = GENERATE(values<std::string>({
      "<synchronize><sync ref='n1:start'/></synchronize>",
      "<synchronize/>",
      "<synchronize><sync ref='n1:start'/><sync/></synchronize>",
      "<synchronize><sync ref='n1:start'/><sync ref='n2'/></synchronize>",
      "<synchronize><sync ref='n1:start'/><sync ref='n2:middle'/></synchronize>",
      "<before><sync ref='n1:start'/></before>",
      "<before ref='n1:start'/>",
      "<after ref='n1:never'><sync ref='n2:start'/></after>",
      "<during ref='n1:start'><sync ref='n2:start'/></during>",
  }));
  CAPTURE(bad);
  const auto read =
      read_constraint_in(bad + "<before ref='n1:end'><sync ref='n2:start'/></before>");
  CHECK(read.warnings.size() == 1);
  CHECK(read.warnings.at(0).about == "c");
  CHECK(read.block().constraints.size() == 1);
  CHECK(read.block().behaviours.size() == 2);
  const auto required =
      test::read_block(kTwoNods + "<required><constraint>" + bad + "</constraint></required>");
  CHECK(required.error);
}

TEST_CASE("a required constraint knows that it is", "[bml_constraints]") {
  const auto read =
      test::read_block(kTwoNods +
                       "<required><constraint><after ref='n1:end'><sync ref='n2:start'/></after>"
                       "</constraint></required>");
  CHECK(read.block().constraints.at(0).required);
  CHECK_FALSE(read.block().behaviours.at(0).required);
  CHECK(test::survives_writing(read));
}

TEST_CASE("constraints tie no more pairs than their limit", "[bml_constraints]") {
  const auto tied = [](std::size_t count) {
    std::string syncs;
    for (std::size_t i = 0; i < count; ++i) syncs += "<sync ref='n1:start'/>";
    return read_constraint_in("<synchronize>" + syncs + "</synchronize>");
  };
  CHECK(tied(kConstraintsMax + 1).document);
  REQUIRE(tied(kConstraintsMax + 2).error);
  CHECK(tied(kConstraintsMax + 2).error->message ==
        "the constraints of a block must be at most 1024, not '1025'");
}

}  // namespace
}  // namespace kine::script::bml_constraints_test
