// Datagrams as somebody receives them who listens on a port of this machine.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <cstdint>
#include <string>

namespace kine::test {

class Datagrams {
 public:
  std::uint16_t port() const { return socket_.local_endpoint().port(); }

  /// The next one; empty where none comes for a long time.
  std::string next();

 private:
  boost::asio::io_context io_;
  boost::asio::ip::udp::socket socket_{
      io_, boost::asio::ip::udp::endpoint(boost::asio::ip::address_v4::loopback(), 0)};
};

}  // namespace kine::test
