// One account of the memory that clients have the server hold: their scripts, blocks and sound.
//
//   Conversation --holder(address, token)--> MemoryHolder --take(bytes)--> MemoryShare
//
// A share lies beside what it accounts for and gives back when that is freed: what has left counts
// as long as any of it is there. An address past a bound is refused, and told its name.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/result.h"
#include "server/base/limits.h"

namespace kine::server {

class MemoryPurse;  // one bound, and how much of it is taken

/// The bounds of one holder.
struct MemoryPurses;

/// Bytes that count until it goes. No lock is taken for them.
class MemoryShare {
 public:
  MemoryShare() = default;  // of nobody: it has no bound
  MemoryShare(MemoryShare&& other) noexcept;
  MemoryShare& operator=(MemoryShare&& other) noexcept;
  ~MemoryShare();

  std::size_t bytes() const { return bytes_; }

  /// So many count from now on; or an error that names the limit, and as many as before.
  Result<Done> resize(std::size_t bytes);

 private:
  friend class MemoryHolder;
  explicit MemoryShare(std::shared_ptr<const MemoryPurses> purses) : purses_(std::move(purses)) {}

  std::shared_ptr<const MemoryPurses> purses_;  // null: nobody's
  std::size_t bytes_ = 0;
};

/// `what`, with which the share goes: it counts until the last owner of `what` has gone.
template <class T>
std::shared_ptr<const T> kept_with(MemoryShare share, std::shared_ptr<const T> what) {
  struct Kept {
    MemoryShare share;  // behind what it counts for, as members go
    std::shared_ptr<const T> what;
  };
  const T* const place = what.get();
  const auto kept = std::make_shared<const Kept>(Kept{std::move(share), std::move(what)});
  return std::shared_ptr<const T>(kept, place);
}

/// What has the server hold something. Copies are the same holder. Every call may come from any
/// thread.
class MemoryHolder {
 public:
  MemoryHolder() = default;  // nobody; that may hold any amount

  /// Whether anybody counts what it holds.
  bool counts() const { return purses_ != nullptr; }

  /// Nothing as yet.
  MemoryShare share() const { return MemoryShare(purses_); }

  /// An error that names the limit, where there is no room.
  Result<MemoryShare> take(std::size_t bytes) const;

  /// `what` for as long as anybody has it.
  template <class T>
  Result<std::shared_ptr<const T>> keep(std::shared_ptr<const T> what, std::size_t bytes) const {
    auto taken = take(bytes);
    if (!taken) return taken.error();
    return kept_with(*std::move(taken), std::move(what));
  }

 private:
  friend class MemoryAccount;
  explicit MemoryHolder(std::shared_ptr<const MemoryPurses> purses) : purses_(std::move(purses)) {}

  std::shared_ptr<const MemoryPurses> purses_;  // null: nobody
};

/// Every call may come from any thread. Shares may outlive it.
class MemoryAccount {
 public:
  explicit MemoryAccount(const Limits& limits);

  /// Addresses are counted as share_of() says. `token` is a tenant's; empty: of a client that came
  /// with the operator's own, or with none, which has no share beside that of its address.
  MemoryHolder holder(const boost::asio::ip::address& address, const std::string& token);

  /// Of all holders.
  std::size_t bytes() const;

  /// How many addresses are remembered, for tests: those that have a holder or a share, and no more
  /// than as many others, or 64.
  std::size_t addresses() const;

 private:
  /// The purses of those who are there.
  template <class Key>
  struct Book {
    std::map<Key, std::weak_ptr<MemoryPurse>> purses = {};
    std::size_t size_max = 64;  // before it is looked through for those who have gone
  };
  template <class Key>
  static std::shared_ptr<MemoryPurse> purse_of(const Key& key, std::string_view limit,
                                               std::size_t bytes_max, Book<Key>& book);

  const std::size_t address_bytes_max_;
  const std::size_t token_bytes_max_;
  const std::shared_ptr<MemoryPurse> all_;
  mutable std::mutex mutex_;  // of the books
  Book<boost::asio::ip::address> addresses_;
  Book<std::string> tokens_;
};

}  // namespace kine::server
