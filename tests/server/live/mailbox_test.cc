// Tests for server/live/mailbox.h.
#include "server/live/mailbox.h"

#include <thread>

#include "tests/support/catch.h"

namespace kine::server::mailbox_test {
namespace {

Input interrupt_of(std::uint32_t character) { return Interrupt{CharacterId{character}, {}}; }

std::vector<std::uint32_t> characters_in(const std::vector<Input>& inputs) {
  std::vector<std::uint32_t> characters;
  for (const Input& input : inputs) {
    characters.push_back(std::get<Interrupt>(input).character.value);
  }
  return characters;
}

}  // namespace

TEST_CASE("inputs come out in the order in which they went in", "[mailbox]") {
  Mailbox mailbox(10);
  REQUIRE(mailbox.push({interrupt_of(1), interrupt_of(2)}));
  REQUIRE(mailbox.push({interrupt_of(3)}));

  std::vector<Input> inputs;
  mailbox.swap(inputs);

  CHECK(characters_in(inputs) == std::vector<std::uint32_t>{1, 2, 3});
}

TEST_CASE("what was swapped out does not come again", "[mailbox]") {
  Mailbox mailbox(10);
  CHECK(mailbox.is_empty());
  REQUIRE(mailbox.push({interrupt_of(1)}));
  CHECK_FALSE(mailbox.is_empty());
  std::vector<Input> inputs;
  mailbox.swap(inputs);
  CHECK(mailbox.is_empty());
  mailbox.swap(inputs);
  CHECK(inputs.empty());
}

TEST_CASE("a full mailbox takes all of a push or nothing", "[mailbox]") {
  Mailbox mailbox(3);
  REQUIRE(mailbox.push({interrupt_of(1), interrupt_of(2)}));

  CHECK_FALSE(mailbox.push({interrupt_of(3), interrupt_of(4)}));
  CHECK(mailbox.push({interrupt_of(5)}));

  std::vector<Input> inputs;
  mailbox.swap(inputs);
  CHECK(characters_in(inputs) == std::vector<std::uint32_t>{1, 2, 5});
}

TEST_CASE("many threads push and nothing is lost", "[mailbox]") {
  constexpr std::uint32_t kThreads = 4;
  constexpr std::uint32_t kEach = 1000;
  Mailbox mailbox(kThreads * kEach);
  std::vector<std::thread> threads;
  for (std::uint32_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&mailbox, t] {
      for (std::uint32_t i = 0; i < kEach; ++i) (void)mailbox.push({interrupt_of(t)});
    });
  }

  std::vector<std::size_t> counts(kThreads);
  std::vector<Input> inputs;
  const auto count = [&] {
    mailbox.swap(inputs);
    for (const std::uint32_t t : characters_in(inputs)) ++counts[t];
  };
  count();
  for (std::thread& thread : threads) thread.join();
  count();

  CHECK(counts == std::vector<std::size_t>(kThreads, kEach));
}

}  // namespace kine::server::mailbox_test
