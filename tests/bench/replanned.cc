// What it costs a tick that a block does not go on as it was begun: some of its parts are
// interrupted, or the rest of it was planned anew.
//
// Protects, and judges: ticks before and after it in which nothing is said allocate nothing; the
// tick itself allocates in proportion to the block and no more, for it copies what is left of it.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/allocations.h"

namespace {

using namespace kine;

constexpr std::uint64_t kThen = 70;  // ticks: the face shows, the gesture prepares
constexpr std::uint64_t kEnd = 300;
constexpr std::uint32_t kFew = 10;
constexpr std::uint32_t kMany = 40;
const TickRate kRate(60);

enum class Change { Cut, Retime };

/// A gesture that strikes with a point of another block, a face, and so many nods to come.
std::string text_with(std::uint32_t nods) {
  std::string text =
      R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">
    <gesture id="g" lexeme="BEAT" mode="RIGHT_HAND" start="0.5" stroke="o:x:stroke"/>
    <faceLexeme id="f" lexeme="RAISE_BROWS" start="0.2" end="4"/>)";
  for (std::uint32_t i = 0; i < nods; ++i) {
    const std::string start = std::to_string(8 + 2 * i);
    text += "<head id='h" + std::to_string(i) + "' lexeme='NOD' start='" + start + "' end='" +
            std::to_string(9 + 2 * i) + "'/>";
  }
  return text + "</bml>";
}

const std::string kInterrupts =
    R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="i"
            xmlns:a="http://www.asap-project.org/bmla">
      <a:interrupt id="i" target="b" include="f"/></bml>)";

using Casts = std::vector<std::shared_ptr<const Cast>>;

std::shared_ptr<const motion::Block> prepared(const Casts& casts, const std::string& text,
                                              Seconds stroke, const PlayedSoFar* so_far = nullptr) {
  Diagnostics diagnostics;
  const auto others = [stroke](const plan::OtherPointsWanted&) {
    return std::vector<plan::KnownPoint>{{"o:x:stroke", stroke}};
  };
  const auto result =
      prepare(text, {.casts = casts, .live = {.others = others, .so_far = so_far}}, diagnostics);
  if (result && result->blocks.size() == 1) return result->blocks.front();
  std::fprintf(stderr, "the script does not plan\n");
  return nullptr;
}

struct Allocated {
  std::uint64_t then = 0;   // by the tick of the change
  std::uint64_t quiet = 0;  // by all others in which nothing was said
};

std::optional<Allocated> allocated_by(Change change, std::uint32_t nods) {
  const auto casts = server::make_casts({*server::parse_character("ada")});
  if (!casts) return {};
  const std::string text = text_with(nods);
  const auto block = prepared(*casts, text, Seconds(2));
  if (block == nullptr) return {};
  const PlayBlock play{.character = {1}, .id = {1}, .client = {}, .block = block};
  std::vector<Input> at_then;
  if (change == Change::Cut) {
    at_then.push_back(PlayBlock{.character = {1},
                                .id = {2},
                                .client = {},
                                .block = prepared(*casts, kInterrupts, Seconds(2))});
  } else {
    const PlayedSoFar so_far{block, Tick{kThen}, kRate};
    at_then.push_back(Replan{.character = {1},
                             .id = {1},
                             .from = Tick{kThen},
                             .before = block,
                             .next = prepared(*casts, text, Seconds(3), &so_far)});
  }

  Shard shard(kRate);
  shard.add_character({1}, casts->front());
  shard.advance_to(Tick{0}, std::vector<Input>{play});
  Allocated allocated;
  bool changed = false;
  for (std::uint64_t tick = 1; tick <= kEnd; ++tick) {
    const std::uint64_t before = bench::allocations();
    shard.advance_to(Tick{tick},
                     tick == kThen ? std::span<const Input>(at_then) : std::span<const Input>());
    const std::uint64_t count = bench::allocations() - before;
    if (tick == kThen) {
      allocated.then = count;
      changed = !shard.replanned().empty();
    } else if (shard.feedback().empty()) {
      allocated.quiet += count;
    }
  }
  if (!changed) std::fprintf(stderr, "the block went on as it was\n");
  return changed ? std::optional(allocated) : std::nullopt;
}

bool judge(const char* what, Change change) {
  const auto few = allocated_by(change, kFew);
  const auto many = allocated_by(change, kMany);
  if (!few || !many) return false;
  std::printf("%-7s %u nods: %llu allocations then, %llu in all quiet ticks; %u nods: %llu, %llu\n",
              what, kFew, static_cast<unsigned long long>(few->then),
              static_cast<unsigned long long>(few->quiet), kMany,
              static_cast<unsigned long long>(many->then),
              static_cast<unsigned long long>(many->quiet));
  return few->quiet == 0 && many->quiet == 0 && many->then * kFew <= few->then * kMany;
}

}  // namespace

int main() {
  const bool cut = judge("cut", Change::Cut);
  const bool retime = judge("retime", Change::Retime);
  return cut && retime ? 0 : 1;
}
