#include "server/sinks/vmc.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/strand.hpp>
#include <string>
#include <utility>

#include "protocol/codec.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/number.h"
#include "server/sinks/vmc_packets.h"

namespace kine::server {
namespace {

namespace asio = boost::asio;
using asio::ip::udp;

/// Where VMC's marionettes listen.
constexpr std::uint16_t kVmcPort = 39539;

/// As often as its receivers draw.
constexpr std::uint32_t kVmcRateMax_hz = 60;

}  // namespace

Result<VmcTarget> parse_vmc_target(std::string_view text) {
  VmcTarget target;
  const std::size_t sign = text.find('=');
  if (sign != std::string_view::npos) {
    target.character = text.substr(0, sign);
    text = text.substr(sign + 1);
  }
  auto address = client::parse_address(text, kVmcPort);
  if (!address) return address.error();
  target.address = *std::move(address);
  return target;
}

VmcSink::VmcSink(asio::io_context& io, Roster::EntryPointer entry, TickRate rate)
    : entry_(std::move(entry)), rate_(rate), strand_(asio::make_strand(io)), socket_(strand_) {}

Result<std::shared_ptr<VmcSink>> VmcSink::open(asio::io_context& io, Roster::EntryPointer entry,
                                               const client::Address& address, TickRate rate) {
  std::shared_ptr<VmcSink> sink(new VmcSink(io, entry, rate));
  boost::system::error_code error;
  udp::resolver resolver(io);
  const auto found = resolver.resolve(address.host, std::to_string(address.port), error);
  if (!error) sink->socket_.connect(*found.begin(), error);
  if (!error) sink->socket_.non_blocking(true, error);
  if (error) {
    return Error{ErrorCode::Unsupported,
                 "cannot send VMC, " + error.message() + ": " + quoted(client::to_string(address))};
  }
  return sink;
}

Subscription VmcSink::subscription() const {
  return {.characters = {entry_->id},
          .parts = protocol::FrameParts::All,
          .events = false,
          .rate_hz_max = kVmcRateMax_hz};
}

void VmcSink::offer_frames(std::shared_ptr<const TickOutput> output) {
  asio::post(strand_,
             [self = shared_from_this(), output = std::move(output)] { self->send(*output); });
}

void VmcSink::send(const TickOutput& output) {
  const protocol::Bytes& bytes = output.frame(entry_->id, protocol::FrameParts::All);
  if (!bytes) return;
  const auto envelope = protocol::decode(std::string_view(*bytes).substr(protocol::kLengthBytes));
  const auto frame = envelope ? protocol::read_frame(envelope->frame()) : envelope.error();
  if (!frame) return;  // it is our own
  if (!first_) first_ = frame->tick;
  const Seconds time{static_cast<double>(frame->tick.index - first_->index) / rate_.hz()};
  for (const std::string& packet : vmc_packets(*entry_->cast->body, *frame, time)) {
    boost::system::error_code error;
    socket_.send(asio::buffer(packet), 0, error);  // nobody there, or no room: it is lost
  }
}

}  // namespace kine::server
