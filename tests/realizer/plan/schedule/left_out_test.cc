// Tests for realizer/plan/schedule/left_out.h.
#include "realizer/plan/schedule/left_out.h"

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/plan/sync_blocks.h"

namespace kine::plan::left_out_test {
namespace {

using test::at;
using test::Block;
using test::head;
using Kind = script::SyncConstraint::Kind;

/// What is left out of a block when one of these owners has to go.
struct Choice {
  std::string words;  // what goes, in order
  std::optional<Error> error = {};
  std::uint64_t steps = 0;
};

Choice choice_of(const Block& block, const std::vector<std::size_t>& owners) {
  const auto demands = look_up_demands(block.written, block.wanted, {});
  REQUIRE(demands);
  Diagnostics diagnostics;
  WorkBudget work;
  LeftOut left_out(block.written, *demands, diagnostics, &work);
  const auto done = left_out.leave_out_one_of(owners, [] { return std::string("it must"); });
  Choice choice{.words = {}, .steps = work.spent()};
  if (!done) choice.error = done.error();
  for (const Warning& warning : diagnostics.warnings()) choice.words += warning.about + " ";
  return choice;
}

/// `a`, upon which two others hang; `d`, upon which one does; `f` alone.
Block family() {
  Block block;
  block.add("a", head());
  block.add("b", head(), {{"start", at("a", "end")}});
  block.add("c", head(), {{"start", at("b", "end")}});
  block.add("d", head());
  block.add("e", head(), {{"start", at("d", "end")}});
  block.add("f", head());
  return block;
}

}  // namespace

TEST_CASE("whoever takes the fewest along goes, and those go with it", "[left_out]") {
  const Block block = family();
  CHECK(choice_of(block, {0, 3}).words == "d e ");
  CHECK(choice_of(block, {0, 3, 5}).words == "f ");
  CHECK(choice_of(block, {0}).words == "a b c ");
  CHECK(choice_of(block, {0, 1}).words == "b c ");
}

TEST_CASE("of those that take as many the one that asks most goes, then the last", "[left_out]") {
  CHECK(choice_of(family(), {2, 4}).words == "e ");
  CHECK(choice_of(family(), {2, 5}).words == "c ");
}

TEST_CASE("a constraint goes before behaviours, the last of several", "[left_out]") {
  Block block = family();
  block.add(Kind::Before, {at("a", "end")}, at("b", "start")).id = {"c1"};
  block.add(Kind::Before, {at("a", "end")}, at("c", "start")).id = {"c2"};
  CHECK(choice_of(block, {0, 5, 6, 7}).words == "c2 ");
  block.written.constraints.back().required = true;
  CHECK(choice_of(block, {0, 5, 6, 7}).words == "c1 ");
}

TEST_CASE("what is required stays, with all that it hangs upon and names", "[left_out]") {
  Block block = family();
  block.written.behaviours[2].required = true;
  CHECK(choice_of(block, {0, 3}).words == "d e ");
  block.add(Kind::Before, {at("e", "start")}, at("f", "start")).required = true;
  const Choice none = choice_of(block, {0, 3, 5});
  REQUIRE(none.error);
  CHECK(none.error->message == "it must");
}

TEST_CASE("a choice among many that take many along costs little", "[left_out]") {
  Block block;
  std::vector<std::size_t> all;
  constexpr std::size_t kCount = 1000;
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::string id = std::to_string(10'000 + i);
    std::vector<script::Appointment> ties;
    if (i > 0) ties.push_back({"start", at(std::to_string(10'000 + i - 1), "end")});
    block.add(id, head(), std::move(ties));
    all.push_back(i);
  }
  const Choice choice = choice_of(block, all);
  CHECK(choice.words == std::to_string(10'000 + kCount - 1) + " ");
  CHECK(choice.steps < 10 * kCount);
}

}  // namespace kine::plan::left_out_test
