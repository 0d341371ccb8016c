#include "server/guests/memory_account.h"

#include <algorithm>
#include <atomic>
#include <vector>

#include "server/base/peer_address.h"

namespace kine::server {

/// Never more than its bound is taken.
class MemoryPurse {
 public:
  /// `limit` is the name of a constant.
  MemoryPurse(std::string_view limit, std::size_t bytes_max)
      : limit_(limit), bytes_max_(bytes_max) {}

  bool take(std::size_t bytes) {
    std::size_t taken = taken_;
    do {
      if (bytes > bytes_max_ - taken) return false;
    } while (!taken_.compare_exchange_weak(taken, taken + bytes));
    return true;
  }
  void give_back(std::size_t bytes) { taken_ -= bytes; }

  std::size_t bytes() const { return taken_; }

  Error refusal() const {
    return {ErrorCode::LimitExceeded,
            "busy: " + past(limit_, bytes_max_) +
                "; wait until something of your address has been played, or interrupt it"};
  }

 private:
  const std::string_view limit_;
  const std::size_t bytes_max_;
  std::atomic<std::size_t> taken_{0};
};

/// The narrowest first: that is the one to be told of. None is null.
struct MemoryPurses {
  std::vector<std::shared_ptr<MemoryPurse>> all;

  Result<Done> take(std::size_t bytes) const {
    for (auto purse = all.begin(); purse != all.end(); ++purse) {
      if ((*purse)->take(bytes)) continue;
      for (auto before = all.begin(); before != purse; ++before) (*before)->give_back(bytes);
      return (*purse)->refusal();
    }
    return Done{};
  }
  void give_back(std::size_t bytes) const {
    for (const auto& purse : all) purse->give_back(bytes);
  }
};

MemoryShare::MemoryShare(MemoryShare&& other) noexcept
    : purses_(std::move(other.purses_)), bytes_(std::exchange(other.bytes_, 0)) {}

MemoryShare& MemoryShare::operator=(MemoryShare&& other) noexcept {
  const MemoryShare former(std::move(*this));
  purses_ = std::move(other.purses_);
  bytes_ = std::exchange(other.bytes_, 0);
  return *this;
}

MemoryShare::~MemoryShare() {
  if (purses_ != nullptr) purses_->give_back(bytes_);
}

Result<Done> MemoryShare::resize(std::size_t bytes) {
  if (purses_ != nullptr && bytes > bytes_) {
    if (auto taken = purses_->take(bytes - bytes_); !taken) return taken;
  } else if (purses_ != nullptr) {
    purses_->give_back(bytes_ - bytes);
  }
  bytes_ = bytes;
  return Done{};
}

Result<MemoryShare> MemoryHolder::take(std::size_t bytes) const {
  MemoryShare taken = share();
  if (auto fits = taken.resize(bytes); !fits) return fits.error();
  return taken;
}

MemoryAccount::MemoryAccount(const Limits& limits)
    : address_bytes_max_(limits.memory_bytes_per_address_max),
      token_bytes_max_(limits.memory_bytes_per_token_max),
      all_(std::make_shared<MemoryPurse>("memory_bytes_max", limits.memory_bytes_max)) {}

MemoryHolder MemoryAccount::holder(const boost::asio::ip::address& address,
                                   const std::string& token) {
  const std::lock_guard lock(mutex_);
  MemoryPurses purses;
  purses.all.push_back(
      purse_of(share_of(address), "memory_bytes_per_address_max", address_bytes_max_, addresses_));
  if (!token.empty()) {
    purses.all.push_back(purse_of(token, "memory_bytes_per_token_max", token_bytes_max_, tokens_));
  }
  purses.all.push_back(all_);
  return MemoryHolder(std::make_shared<const MemoryPurses>(std::move(purses)));
}

template <class Key>
std::shared_ptr<MemoryPurse> MemoryAccount::purse_of(const Key& key, std::string_view limit,
                                                     std::size_t bytes_max, Book<Key>& book) {
  std::weak_ptr<MemoryPurse>& known = book.purses[key];
  if (auto purse = known.lock()) return purse;
  auto purse = std::make_shared<MemoryPurse>(limit, bytes_max);
  known = purse;
  if (book.purses.size() > book.size_max) {
    std::erase_if(book.purses, [](const auto& each) { return each.second.expired(); });
    book.size_max = std::max(book.size_max, 2 * book.purses.size());
  }
  return purse;
}

std::size_t MemoryAccount::bytes() const { return all_->bytes(); }

std::size_t MemoryAccount::addresses() const {
  const std::lock_guard lock(mutex_);
  return addresses_.purses.size();
}

}  // namespace kine::server
