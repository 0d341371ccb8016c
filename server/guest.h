// One connection, as the listener sees it: whatever it is used for. Every call may come from any
// thread.
#pragma once

#include <boost/asio/ip/address.hpp>
#include <chrono>
#include <string>

#include "realizer/core/ids.h"

namespace kine::server {

/// Who is at the other end.
struct Party {
  ClientId client;
  boost::asio::ip::address address;
};

class Guest {
 public:
  virtual ~Guest() = default;

  /// A timer a connection would cost more than the connection, so its listener asks from time to
  /// time.
  virtual void expire_if_late(std::chrono::microseconds now) = 0;
  virtual void say_goodbye(std::string reason) = 0;

  /// Closes it as it stands.
  virtual void cut() = 0;
};

}  // namespace kine::server
