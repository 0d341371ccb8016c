// Feedback as the first EMBR sends it: a datagram a labelled constraint that was reached, to one
// address, whatever client sent the script. Of a tenant's port it tells of that port's clients
// alone: an id proves nothing.
//
//   Hub --sync points of scripts of the port for EMBR--> EmbrFeedback --UDP--> 127.0.0.1:5556
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/ip/udp.hpp>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "clients/cpp/address.h"
#include "realizer/core/result.h"
#include "server/ticks/hub.h"

namespace boost::asio {
class io_context;
}

namespace kine::server {

/// What the ids of scripts begin with that come by the port for EMBR.
inline constexpr std::string_view kEmbrScript = "embr-";

/// The FEEDBACK_ID that was reached; nothing of any other feedback.
std::optional<std::string_view> find_embr_label(const Feedback& feedback);

/// "\n\nLABEL\ntime: 1250\nerror value: 0.0312\n", in metres.
std::string embr_datagram(std::string_view label, Seconds time, double miss_m);

/// The clients that came by one port: the newest 4,096. Each sends one script. Every call may come
/// from any thread.
class PortClients {
 public:
  static constexpr std::size_t kRememberedMax = 4'096;

  /// Clients come in the order of their numbers.
  void add(ClientId client);
  bool has(ClientId client) const;

 private:
  mutable std::mutex mutex_;
  std::set<ClientId> clients_;
};

class EmbrFeedback final : public Subscriber, public std::enable_shared_from_this<EmbrFeedback> {
 public:
  /// `clients` are those that it tells of; null: of all with such an id.
  static Result<std::shared_ptr<EmbrFeedback>> open(
      boost::asio::io_context& io, const client::Address& address, TickRate rate,
      std::shared_ptr<const PortClients> clients = {});

  void offer_frames(std::shared_ptr<const TickOutput>) override {}
  void offer_event(std::shared_ptr<const Event> event) override;

 private:
  EmbrFeedback(boost::asio::io_context& io, TickRate rate,
               std::shared_ptr<const PortClients> clients);

  TickRate rate_;
  const std::shared_ptr<const PortClients> clients_;  // null: of all with such an id
  boost::asio::any_io_executor strand_;
  boost::asio::ip::udp::socket socket_;
};

}  // namespace kine::server
