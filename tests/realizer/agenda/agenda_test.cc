// Tests for realizer/agenda/agenda.h.
#include "realizer/agenda/agenda.h"

#include <algorithm>
#include <string>

#include "tests/support/catch.h"

namespace kine::agenda::agenda_test {
namespace {

using Keys = std::vector<Key>;

const TickRate kRate(60);

motion::Block block_named(const std::string& id) {
  motion::Block block;
  block.id = id;
  block.relaxed = Seconds(0.5);
  block.end = Seconds(1);
  return block;
}

Keys sorted(Keys keys) {
  std::ranges::sort(keys);
  return keys;
}

/// a plays; b waits for it; c waits to be activated; d waits for c.
struct Four {
  motion::Block a = block_named("a");
  motion::Block b = block_named("b");
  motion::Block c = block_named("c");
  motion::Block d = block_named("d");
  Waits of_b{.after_end = {1}};
  Waits of_c{.activation = true};
  Waits of_d{.after_relax = {3}};

  std::vector<Entry> there() const {
    return {{.key = 1, .block = &a, .start = Tick{60}},
            {.key = 2, .block = &b, .waits = &of_b},
            {.key = 3, .block = &c, .waits = &of_c},
            {.key = 4, .block = &d, .waits = &of_d}};
  }
};

}  // namespace

TEST_CASE("asleep is what was not activated, and what waits for such a one", "[agenda]") {
  const Four four;
  CHECK(asleep({}).empty());
  CHECK(sorted(asleep(four.there())) == Keys{3, 4});
  // One that came later may be what an earlier one waits for.
  Four turned;
  turned.of_b.after_end = {4};
  CHECK(sorted(asleep(turned.there())) == Keys{2, 3, 4});
}

TEST_CASE("an appended block waits for all that are awake, and for those that it names",
          "[agenda]") {
  const Four four;
  const std::vector<Entry> there = four.there();
  motion::Block coming = block_named("e");
  CHECK(waits_of(Coming::of(coming), there).nothing());
  coming.composition = plan::Composition::Append;
  CHECK(sorted(waits_of(Coming::of(coming), there).after_end) == Keys{1, 2});
  coming.entrance.after_end = {"d", "nobody"};
  CHECK(sorted(waits_of(Coming::of(coming), there).after_end) == Keys{1, 2, 4});
  coming.composition = plan::Composition::Merge;
  coming.entrance.after_relax = {"a"};
  coming.entrance.waits_for_activation = true;
  CHECK(waits_of(Coming::of(coming), there) ==
        Waits{.activation = true, .after_end = {4}, .after_relax = {1}});
}

TEST_CASE("a block is put before one that waits, and not before one that has begun", "[agenda]") {
  Four four;
  motion::Block coming = block_named("e");
  coming.entrance.before_end = {"b"};
  CHECK(begun_too_early(Coming::of(coming), four.there()) == nullptr);
  CHECK(put_before(Coming::of(coming), 5, four.b, four.of_b));
  CHECK(four.of_b.after_end == Keys{1, 5});
  CHECK_FALSE(put_before(Coming::of(coming), 5, four.d, four.of_d));
  coming.entrance.before_relax = {"a"};
  CHECK(begun_too_early(Coming::of(coming), four.there())->id == "a");
}

TEST_CASE("two that wait for each other are found, be it by way of others", "[agenda]") {
  const Four four;
  motion::Block coming = block_named("e");
  coming.entrance.after_end = {"d"};
  coming.entrance.before_end = {"c"};  // d waits for c
  const std::vector<Entry> there = four.there();
  const Waits waits = waits_of(Coming::of(coming), there);
  const motion::Block* const other = deadlocked(Coming::of(coming), waits, there);
  REQUIRE(other != nullptr);
  CHECK(other->id == "c");
  coming.entrance.before_end = {"b"};
  CHECK(deadlocked(Coming::of(coming), waits, there) == nullptr);
}

TEST_CASE("there is room for 64 that wait, however many play", "[agenda]") {
  const motion::Block block = block_named("a");
  const Waits waits{.after_end = {1}};
  std::vector<Entry> there(100, Entry{.key = 1, .block = &block});
  there.insert(there.end(), 63, Entry{.key = 2, .block = &block, .waits = &waits});
  CHECK_FALSE(is_full(there));
  there.push_back(there.back());
  CHECK(is_full(there));
  motion::Block coming = block_named("b");
  CHECK_FALSE(surely_waits(Coming::of(coming), there));
  coming.composition = plan::Composition::Append;
  CHECK(surely_waits(Coming::of(coming), there));
  CHECK_FALSE(surely_waits(Coming::of(coming), std::span(there).subspan(100)));
}

TEST_CASE("what has ended, or relaxed, is waited for no more", "[agenda]") {
  const Four four;
  const std::vector<Entry> there = four.there();
  Waits waits{.after_end = {1, 9}, .after_relax = {1}};
  let_go(waits, there, kRate, Tick{89});
  CHECK(waits == Waits{.after_end = {1}, .after_relax = {1}});
  let_go(waits, there, kRate, Tick{90});  // half a second after its start
  CHECK(waits == Waits{.after_end = {1}});
  let_go(waits, {}, kRate, Tick{91});
  CHECK(waits.nothing());
  CHECK(relaxed_at(kRate, Tick{60}, four.a) == Tick{90});
  CHECK(ended_at(kRate, Tick{60}, four.a) == Tick{120});
}

}  // namespace kine::agenda::agenda_test
