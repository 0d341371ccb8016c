#include "server/bridges/embr_feedback.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <cmath>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {

namespace asio = boost::asio;
using asio::ip::udp;

std::optional<std::string_view> find_embr_label(const Feedback& feedback) {
  if (feedback.kind != FeedbackKind::SyncPoint || !feedback.id.starts_with(kEmbrScript)) return {};
  std::string_view rest = feedback.id;
  for (int part = 0; part < 3; ++part) {  // "script:sequence:pose:label"
    const std::size_t colon = rest.find(':');
    if (colon == std::string_view::npos) return {};
    rest.remove_prefix(colon + 1);
  }
  return rest;
}

std::string embr_datagram(std::string_view label, Seconds time, double miss_m) {
  constexpr double kTenthsOfMillimetres = 1e4;
  const double miss = std::round(miss_m * kTenthsOfMillimetres) / kTenthsOfMillimetres;
  const auto ms = static_cast<long long>(std::llround(time.count() * 1'000));
  return "\n\n" + std::string(label) + "\ntime: " + std::to_string(ms) +
         "\nerror value: " + format_number(miss) + "\n";
}

void PortClients::add(ClientId client) {
  const std::lock_guard lock(mutex_);
  clients_.insert(client);
  if (clients_.size() > kRememberedMax) clients_.erase(clients_.begin());
}

bool PortClients::has(ClientId client) const {
  const std::lock_guard lock(mutex_);
  return clients_.contains(client);
}

EmbrFeedback::EmbrFeedback(asio::io_context& io, TickRate rate,
                           std::shared_ptr<const PortClients> clients)
    : rate_(rate), clients_(std::move(clients)), strand_(asio::make_strand(io)), socket_(strand_) {}

Result<std::shared_ptr<EmbrFeedback>> EmbrFeedback::open(
    asio::io_context& io, const client::Address& address, TickRate rate,
    std::shared_ptr<const PortClients> clients) {
  std::shared_ptr<EmbrFeedback> feedback(new EmbrFeedback(io, rate, std::move(clients)));
  boost::system::error_code error;
  udp::resolver resolver(io);
  const auto found = resolver.resolve(address.host, std::to_string(address.port), error);
  if (!error) feedback->socket_.connect(*found.begin(), error);
  if (!error) feedback->socket_.non_blocking(true, error);
  if (error) {
    return Error{ErrorCode::Unsupported, "cannot send EMBR's feedback, " + error.message() + ": " +
                                             quoted(client::to_string(address))};
  }
  return feedback;
}

void EmbrFeedback::offer_event(std::shared_ptr<const Event> event) {
  if (!find_embr_label(event->feedback)) return;
  if (clients_ && !clients_->has(event->feedback.client)) return;
  asio::post(strand_, [self = shared_from_this(), event = std::move(event)] {
    const std::string text =
        embr_datagram(*find_embr_label(event->feedback), self->rate_.time_of(event->feedback.tick),
                      event->feedback.miss_m);
    boost::system::error_code error;
    self->socket_.send(asio::buffer(text), 0, error);  // nobody there, or no room: it is lost
  });
}

}  // namespace kine::server
