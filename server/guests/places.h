// Which connections have a place: they are counted by address, so that no address keeps another one
// out.
//
//   Listener --a connection, its Hello, its end--> Places --> let in, who leaves for it, or a
//   refusal
//
// No I/O and no locks: it belongs to the listener's strand. Addresses are counted as share_of()
// says.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "realizer/core/ids.h"
#include "server/guests/guest.h"

namespace kine::server {

class Places {
 public:
  struct Bounds {
    std::size_t connections_max = 0;
    std::size_t without_hello_max = 0;  // of an address
  };

  /// The one that leaves for another one.
  struct Displaced {
    ClientId client;
    Parting parting = Parting::AtOnce;
    std::string reason;
  };

  /// What becomes of one more.
  struct Decision {
    std::optional<std::string> refusal;  // nothing: it has a place
    std::optional<Displaced> displaced;
  };

  explicit Places(Bounds bounds) : bounds_(bounds) {}

  /// Clients come in the order of their ids. Of an address with too many that have said no Hello
  /// the oldest leaves. Where all places are taken, one leaves of the address with the most of
  /// them, as long as the newcomer's has fewer.
  Decision admit(ClientId client, const boost::asio::ip::address& address);

  void note_hello(ClientId client);

  /// A proxy has said where this client is: it gives its place back and asks for one anew.
  Decision move(ClientId client, const boost::asio::ip::address& address);

  /// Nothing where it has no place.
  void leave(ClientId client);

  std::size_t size() const { return entries_.size(); }
  std::size_t size_of(const boost::asio::ip::address& address) const;

 private:
  using Address = boost::asio::ip::address;
  struct Share {
    std::set<ClientId> silent;  // they have said no Hello
    std::set<ClientId> others;  // they have, or leave when they are done
    std::size_t size() const { return silent.size() + others.size(); }
  };
  enum class Standing { Silent, Other };
  struct Entry {
    Address share;
    Standing standing;
  };

  std::optional<ClientId> find_oldest_of_too_many(const Address& share) const;
  std::optional<ClientId> find_who_leaves(const Address& share) const;
  void put(ClientId client, const Address& share, Standing standing);

  const Bounds bounds_;
  std::map<ClientId, Entry> entries_;
  std::map<Address, Share> shares_;
  std::set<std::pair<std::size_t, Address>> by_size_;  // of all shares
};

}  // namespace kine::server
