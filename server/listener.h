// Opens the ports, lets clients in and keeps count of them.
//
//   port --connection--> Reception --> Session, or a refusal and a close where a limit is passed
//   port of a bridge --connection--> Session with a transport of server/bridges
//
// It has a strand of its own; every call may come from any thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "realizer/core/result.h"
#include "server/services/services.h"

namespace boost::asio {
class io_context;
}

namespace kine::server {

class PortClients;

class Listener {
 public:
  /// Both outlive it and every session.
  Listener(boost::asio::io_context& io, Services& services);
  ~Listener();

  /// Binds to what the options say. Beyond loopback that takes a token, or that strangers are
  /// welcome. A bridge's clients have no token to show: its port is on this machine's loopback, and
  /// beyond where strangers are welcome. Where there are tenants, it is one tenant's, by a line of
  /// its own in their file.
  Result<Done> open();

  /// What open() bound to: the port, and "HOST:PORT".
  std::uint16_t port() const;
  std::string address() const;

  /// The same of the ports for BML and EMBRScript, in the order of the options; 0 and empty where
  /// there is none.
  std::uint16_t bml_port(std::size_t index = 0) const;
  std::string bml_address(std::size_t index = 0) const;
  std::uint16_t embr_port(std::size_t index = 0) const;
  std::string embr_address(std::size_t index = 0) const;

  /// The clients of a port for EMBRScript that is a tenant's; null where it is none.
  std::shared_ptr<const PortClients> embr_clients(std::size_t index) const;

  /// Before it starts: clients have later numbers than this one.
  void number_clients_behind(ClientId last);

  void start();
  void stop_accepting();

  /// Says goodbye to everybody; `on_all_gone` is called once, when the last one has left.
  void say_goodbye(std::string reason, std::function<void()> on_all_gone);

  /// Closes every connection as it stands.
  void cut_all();

 private:
  struct Strand;
  std::shared_ptr<Strand> strand_;
};

}  // namespace kine::server
