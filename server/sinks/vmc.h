// Sends one character to whoever understands VMC: UDP, one way, to an address that the operator
// names.
//
//   Hub --frames--> VmcSink --packets--> HOST:PORT
//
// Nobody answers, so nothing waits: what the network does not take is lost, and the next frame is
// complete again.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/udp.hpp>
#include <memory>
#include <optional>
#include <string>

#include "clients/cpp/address.h"
#include "realizer/core/result.h"
#include "server/scene/roster.h"
#include "server/services/options.h"
#include "server/ticks/hub.h"

namespace boost::asio {
class io_context;
}

namespace kine::server {

/// "[CHARACTER=]HOST[:PORT]"; the port is that on which VMC's marionettes listen where it is left
/// out.
Result<VmcTarget> parse_vmc_target(std::string_view text);

class VmcSink final : public Subscriber, public std::enable_shared_from_this<VmcSink> {
 public:
  /// Resolves the address and opens a socket. The hub outlives the sink.
  static Result<std::shared_ptr<VmcSink>> open(boost::asio::io_context& io,
                                               Roster::EntryPointer entry,
                                               const client::Address& address, TickRate rate);

  /// What it asks the hub for.
  Subscription subscription() const;

  void offer_frames(std::shared_ptr<const TickOutput> output) override;
  void offer_event(std::shared_ptr<const Event>) override {}

 private:
  VmcSink(boost::asio::io_context& io, Roster::EntryPointer entry, TickRate rate);
  void send(const TickOutput& output);

  const Roster::EntryPointer entry_;  // never null; it may have left
  TickRate rate_;
  boost::asio::any_io_executor strand_;
  boost::asio::ip::udp::socket socket_;
  std::optional<Tick> first_;
};

}  // namespace kine::server
