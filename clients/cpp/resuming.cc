#include "clients/cpp/resuming.h"

#include <algorithm>
#include <random>
#include <utility>

namespace kine::client {
namespace {

/// Of feedback, that is remembered to know it again: what comes twice comes within half a second.
constexpr std::size_t kHeardMax = 4'096;

}  // namespace

Resuming::Resuming(std::string word) : word_(std::move(word)) {
  if (is_on()) suffix_ = "-" + std::to_string(std::random_device()());
}

void Resuming::write(kinesphere::Hello& hello) const {
  hello.set_resume(word_);
  hello.set_heard_tick(heard_tick_);
}

void Resuming::read(const kinesphere::Hello& hello) {
  const auto& all = hello.capabilities();
  server_can_ = std::find(all.begin(), all.end(), "resume") != all.end();
}

bool Resuming::is_news(const kinesphere::Envelope& feedback) {
  if (!is_on()) return true;
  const auto [place, is_new] = heard_.insert(feedback.SerializeAsString());
  if (!is_new) return false;
  heard_last_.push_back(*place);
  if (heard_last_.size() > kHeardMax) {
    heard_.erase(heard_last_.front());
    heard_last_.pop_front();
  }
  heard_tick_ = std::max(heard_tick_, feedback.feedback().tick());
  return true;
}

std::vector<kinesphere::Envelope> Resuming::unanswered() const {
  return can_send_again() ? unanswered_ : std::vector<kinesphere::Envelope>();
}

}  // namespace kine::client
