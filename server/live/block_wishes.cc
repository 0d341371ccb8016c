#include "server/live/block_wishes.h"

#include <algorithm>
#include <utility>

#include "realizer/core/limits.h"

namespace kine::server {
namespace {

/// After that one is on a way that he has joined, whatever he was on before.
constexpr Seconds kJoined{0.3};

bool are_of_one(const plan::ParameterChange& a, const plan::ParameterChange& b) {
  return a.part == b.part && a.parameter == b.parameter;
}

bool is_rate(const plan::ParameterChange& change) { return change.parameter == "rate"; }

}  // namespace

void BlockWishes::take(const ParameterWish& wish, Tick at) {
  std::uint64_t& number = numbers_[{wish.change.part, wish.change.parameter}];
  wished_.erase(number);
  number = ++counted_;
  wished_.insert({number, {number, wish.change, wish.client, at}});
  ++news_;
}

bool BlockWishes::waits(const Wish& wish) const {
  return is_rate(wish.change) &&
         std::ranges::find(asked_, wish.change.part, &Asked::part) != asked_.end();
}

bool BlockWishes::has_ready() const {
  return std::ranges::any_of(wished_, [&](const auto& each) { return !waits(each.second); });
}

std::vector<BlockWishes::Wish> BlockWishes::ready() const {
  std::vector<Wish> ready;
  for (const auto& [number, wish] : wished_) {
    if (!waits(wish)) ready.push_back(wish);
  }
  return ready;
}

bool BlockWishes::wait_for_voice(const speech::Utterance& utterance) {
  Asked asked{utterance.id, utterance.pace->rate};
  if (std::ranges::find(asked_, asked) != asked_.end()) return false;
  asked_.push_back(std::move(asked));
  return true;
}

void BlockWishes::hear(KeptSpeech said) {
  std::erase(asked_, Asked{said.part, said.pace.rate});
  if (!said.said) ++failures_;
  if (asked_.empty()) failures_ = 0;
  keep(std::move(said));
  ++news_;
}

void BlockWishes::keep(KeptSpeech said) {
  std::erase_if(kept_, [&](const KeptSpeech& each) {
    return each.part == said.part && each.pace.rate == said.pace.rate;
  });
  const auto paces = std::ranges::count(kept_, said.part, &KeptSpeech::part);
  if (static_cast<std::size_t>(paces) >= kPacesMax) {
    kept_.erase(std::ranges::find(kept_, said.part, &KeptSpeech::part));
  }
  Seconds length = said.said ? (*said.said)->length : Seconds{0};
  for (const KeptSpeech& each : kept_) length += each.said ? (*each.said)->length : Seconds{0};
  if (said.said && length > kBlockLengthMax) {
    said.said = Error{.code = ErrorCode::LimitExceeded,
                      .message = "the speeches of a block last longer than it may, 600 s"};
  }
  kept_.push_back(std::move(said));
}

/// Whether it was still wished.
bool BlockWishes::take_off(const Wish& wish) {
  const bool is_there = wished_.erase(wish.number) > 0;
  if (is_there) numbers_.erase({wish.change.part, wish.change.parameter});
  // What its voice has said serves no other wish.
  if (is_there && is_rate(wish.change)) {
    std::erase_if(kept_, [&](const KeptSpeech& each) { return each.part == wish.change.part; });
  }
  return is_there;
}

std::vector<BlockWishes::Wish> BlockWishes::settle(std::span<const Wish> planned,
                                                   std::span<const std::string> in_vain) {
  std::vector<Wish> lost;
  for (const Wish& wish : planned) {
    const bool is_there = take_off(wish);
    if (std::ranges::find(in_vain, wish.change.part) != in_vain.end()) {
      if (is_there) lost.push_back(wish);
      continue;
    }
    make(wish.change);
  }
  return lost;
}

/// Where one had come to its end before this one, nothing before it counts any more.
void BlockWishes::make(const plan::ParameterChange& change) {
  const auto has_come_to_its_end = [&](const plan::ParameterChange& each) {
    return are_of_one(each, change) && each.at + each.over + kJoined <= change.at;
  };
  const auto last = std::find_if(made_.rbegin(), made_.rend(), has_come_to_its_end);
  if (last != made_.rend()) {
    const auto end =
        std::remove_if(made_.begin(), last.base() - 1,
                       [&](const plan::ParameterChange& each) { return are_of_one(each, change); });
    made_.erase(end, last.base() - 1);
  }
  if (made_.size() == kMadeMax) forget_one_made(change);
  made_.push_back(change);
}

/// The oldest, where there is one of the same parameter: a client that changes one again and again
/// does not take away others.
void BlockWishes::forget_one_made(const plan::ParameterChange& change) {
  const auto same = std::ranges::find_if(
      made_, [&](const plan::ParameterChange& each) { return are_of_one(each, change); });
  made_.erase(same == made_.end() ? made_.begin() : same);
}

std::vector<BlockWishes::Wish> BlockWishes::give_up(std::span<const Wish> wishes) {
  std::vector<Wish> lost;
  for (const Wish& wish : wishes) {
    if (take_off(wish)) lost.push_back(wish);
  }
  return lost;
}

std::vector<BlockWishes::Wish> BlockWishes::end() {
  asked_.clear();
  failures_ = 0;
  kept_.clear();
  numbers_.clear();
  std::vector<Wish> left;
  for (auto& [number, wish] : std::exchange(wished_, {})) left.push_back(std::move(wish));
  return left;
}

std::string in_vain(std::string_view parameter, std::string_view reason) {
  return "its " + std::string(parameter) + " stays as it is: " + std::string(reason);
}

}  // namespace kine::server
