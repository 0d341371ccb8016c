#include "server/net/relay.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <random>
#include <utility>

#include "protocol/envelope.h"
#include "protocol/outline.h"
#include "realizer/core/number.h"
#include "server/conversation/caller.h"
#include "server/net/socket_options.h"

namespace kine::server {

namespace asio = boost::asio;

namespace {

constexpr auto kAwaited = asio::as_tuple(asio::use_awaitable);
constexpr std::chrono::milliseconds kLooksForPlaceEach{250};

const std::function<void()> kNobodyCounts = [] {};

/// Of feedback: more than a scene says within the ticks that are said again.
constexpr std::size_t kToldKept = 512;

/// The name of a client that has given itself none: its scripts are known again all the same.
std::string random_name() {
  std::random_device device;
  std::string name = "relayed-";
  for (int i = 0; i < 4; ++i) name += std::to_string(device());
  return name;
}

/// Of a message that is answered by Accepted or Refused; empty: none, or it has no id.
const std::string& script_id_of(const kinesphere::Envelope& envelope) {
  static const std::string none;
  if (envelope.has_submit()) return envelope.submit().id();
  return envelope.has_say() ? envelope.say().id() : none;
}

/// Which script this answers; empty: none.
const std::string& answered_by(const kinesphere::Envelope& envelope) {
  static const std::string none;
  if (envelope.has_accepted()) return envelope.accepted().id();
  return envelope.has_refused() ? envelope.refused().id() : none;
}

bool is_to_be_noted(std::uint32_t number) {
  return number == kinesphere::Envelope::kAcceptedFieldNumber ||
         number == kinesphere::Envelope::kRefusedFieldNumber ||
         number == kinesphere::Envelope::kFeedbackFieldNumber;
}

}  // namespace

Relay::Relay(const asio::any_io_executor& strand, const Ways& ways, Led led, Client client,
             const RelayLimits& limits)
    : strand_(strand),
      ways_(ways),
      scene_(std::move(led.scene)),
      vouched_(std::move(led.vouched)),
      client_(std::move(client)),
      limits_(limits),
      pause_(strand),
      doorbell_(strand),
      room_(strand),
      splitter_(protocol::kEnvelopeBytesMax) {
  *hello_.mutable_hello() = std::move(led.hello);
  hello_.mutable_hello()->set_relayed(true);
  if (hello_.hello().resume().empty()) hello_.mutable_hello()->set_resume(random_name());
}

void Relay::start() {
  asio::co_spawn(
      strand_, [self = shared_from_this()] { return self->run(); }, asio::detached);
}

void Relay::take(kinesphere::Envelope envelope) {
  if (stopped_) return;
  protocol::Bytes message = protocol::encode(envelope);
  if (outgoing_bytes_ + unanswered_bytes_ + message->size() > limits_.bytes_waiting_max) {
    return give_up("busy: too much waits for the server that plays " + quoted(scene_));
  }
  if (envelope.has_subscribe()) subscribed_ = message;
  if (const std::string& id = script_id_of(envelope); !id.empty()) {
    unanswered_.push_back({id, message});
    unanswered_bytes_ += message->size();
  }
  push(std::move(message));
}

void Relay::push(protocol::Bytes message) {
  outgoing_bytes_ += message->size();
  outgoing_.push_back(std::move(message));
  doorbell_.cancel();
}

void Relay::stop() {
  stopped_ = true;
  hang_up();
  pause_.cancel();
}

void Relay::hang_up() {
  connected_ = false;
  if (wire_) wire_->close();
  doorbell_.cancel();
  room_.cancel();
}

void Relay::give_up(std::string problem) {
  if (stopped_) return;
  stop();
  client_.close_with(std::move(problem));
}

asio::awaitable<void> Relay::run() {
  const auto self = shared_from_this();
  auto until = std::chrono::steady_clock::now() + limits_.place_wait_max;
  while (!stopped_) {
    const auto place = co_await find_place(until);
    if (!place) co_return give_up(reason_to_give_up());
    const bool answered = co_await call(*place);
    if (!answered) {
      co_await pause();
      continue;
    }
    asio::co_spawn(
        strand_, [self] { return self->write_loop(); }, asio::detached);
    asio::co_spawn(
        strand_, [self, where = *place] { return self->watch_place(where); }, asio::detached);
    co_await read_loop();
    lost_ = std::chrono::steady_clock::now();
    until = lost_ + limits_.place_wait_max;
  }
}

/// Nothing where no server has played it for too long.
asio::awaitable<std::optional<client::Address>> Relay::find_place(
    std::chrono::steady_clock::time_point until) {
  while (!stopped_ && std::chrono::steady_clock::now() < until) {
    if (auto place = ways_.places.find(scene_)) co_return place;
    fault_.clear();
    co_await pause();
  }
  co_return std::nullopt;
}

std::string Relay::reason_to_give_up() const {
  return fault_.empty()
             ? "no server plays " + quoted(scene_) + " now: come again"
             : "the server that plays " + quoted(scene_) + " cannot be called by TLS: " + fault_;
}

/// A scene that is handed over is played elsewhere within some ticks.
asio::awaitable<void> Relay::pause() {
  const bool moves = std::chrono::steady_clock::now() - lost_ < limits_.move_wait;
  pause_.expires_after(moves ? limits_.first_call_pause : limits_.call_pause);
  co_await pause_.async_wait(kAwaited);
}

/// Whether the server there has taken the client.
asio::awaitable<bool> Relay::call(client::Address address) {
  Tcp::resolver resolver(strand_);
  const auto [unknown, endpoints] =
      co_await resolver.async_resolve(address.host, std::to_string(address.port), kAwaited);
  if (unknown || stopped_) co_return false;
  // Nobody waits for long: the place of a server that has just died is known for some seconds.
  asio::steady_timer deadline(strand_, limits_.call_wait_max);
  deadline.async_wait([self = weak_from_this()](boost::system::error_code cancelled) {
    const auto alive = self.lock();
    if (!cancelled && alive) alive->hang_up();
  });
  splitter_ = protocol::EnvelopeSplitter(protocol::kEnvelopeBytesMax);
  const auto wire = wire_ = std::make_shared<Wire>(Tcp::socket(strand_));
  const auto [error, endpoint] = co_await asio::async_connect(wire->socket(), endpoints, kAwaited);
  if (error || stopped_) co_return false;
  tune(wire->socket());
  bool greeted = co_await reach(*wire);
  if (greeted) greeted = co_await exchange_hellos(*wire);
  deadline.cancel();
  if (!greeted || stopped_) {
    hang_up();
    co_return false;
  }
  connected_ = true;
  say_again();
  ++calls_;
  co_return true;
}

/// By TLS, where this server takes it. Nobody hears of a client before it has proved that it is a
/// node.
asio::awaitable<bool> Relay::reach(Wire& wire) {
  const auto tls = ways_.tls.context();
  if (!tls) co_return true;
  fault_ = co_await wire.call_by_tls(*tls);
  if (fault_.empty() && !wire.peer().is_node) {
    fault_ = "its certificate has not the first DNS name of this server's own";
  }
  if (!fault_.empty()) co_return false;
  *hello_.mutable_hello()->mutable_vouched() = vouched_;
  co_return true;
}

/// The client hears the first Hello alone.
asio::awaitable<bool> Relay::exchange_hellos(Wire& wire) {
  const protocol::Bytes hello = protocol::encode(hello_);
  const Pieces pieces{asio::buffer(hello->data(), hello->size())};
  const bool is_said = co_await wire.write(pieces, kNobodyCounts);
  if (!is_said) co_return false;
  for (;;) {
    const auto message = splitter_.pop();
    if (!message) co_return false;
    if (*message) {
      if (stopped_) co_return false;
      const auto envelope = protocol::decode(**message);
      if (envelope && envelope->has_problem() && calls_ == 0) {
        give_up(envelope->problem().error());
        co_return false;
      }
      if (!envelope || !envelope->has_hello()) co_return false;
      if (calls_ == 0) client_.send(protocol::encode(*envelope));
      co_return true;
    }
    const bool more = co_await read_some(wire);
    if (!more) co_return false;
  }
}

/// What the server before may have taken without an answer, and what the client listens to.
void Relay::say_again() {
  if (calls_ == 0) return;
  const auto waits = std::exchange(outgoing_, {});
  outgoing_bytes_ = 0;
  if (subscribed_) push(subscribed_);
  for (const Unanswered& each : unanswered_) push(each.message);
  const auto is_said = [this](const protocol::Bytes& message) {
    return message == subscribed_ ||
           std::ranges::find(unanswered_, message, &Unanswered::message) != unanswered_.end();
  };
  for (const protocol::Bytes& message : waits) {
    if (!is_said(message)) push(message);
  }
}

asio::awaitable<bool> Relay::read_some(Wire& wire) {
  bool heard = false;
  while (!heard) {
    const bool readable = co_await wire.wait();
    if (!readable) co_return false;
    const auto error = wire.take_in([&](std::string_view bytes) {
      splitter_.push(bytes);
      heard = heard || !bytes.empty();
    });
    if (error) co_return false;
  }
  co_return true;
}

/// Until the connection is over.
asio::awaitable<void> Relay::read_loop() {
  const auto wire = wire_;
  while (connected_ && !stopped_) {
    for (;;) {
      const auto message = splitter_.pop();
      if (!message) co_return hang_up();
      if (!*message) break;
      if (!pass_on(**message)) co_return;
    }
    co_await wait_for_room();
    if (!connected_) co_return;
    const bool more = co_await read_some(*wire);
    if (!more) co_return hang_up();
  }
}

/// False where it was the last. A server that leaves says goodbye; its scene is played elsewhere.
bool Relay::pass_on(std::string_view message) {
  const auto number = protocol::first_message_of(message);
  if (number == kinesphere::Envelope::kGoodbyeFieldNumber) {
    hang_up();
    return false;
  }
  if (is_to_be_noted(number)) {
    const auto envelope = protocol::decode(message);
    if (envelope && !is_for_client(*envelope)) return true;
  }
  client_.send(protocol::with_length(message));
  return !stopped_;
}

/// What has its answer is not said again. What a server refuses because it leaves, the next one
/// answers.
bool Relay::is_for_client(const kinesphere::Envelope& said) {
  if (said.has_feedback()) return is_news(said.feedback());
  const auto answered = std::ranges::find(unanswered_, answered_by(said), &Unanswered::id);
  if (answered == unanswered_.end()) return true;
  if (said.has_refused() && said.refused().error() == kLeaving) return false;
  unanswered_bytes_ -= answered->message->size();
  unanswered_.erase(answered);
  return true;
}

/// A server to which a client comes back says again what it may not have heard.
bool Relay::is_news(const kinesphere::Feedback& feedback) {
  std::string told = feedback.SerializeAsString();
  const bool is_old = feedback.tick() <= hello_.hello().heard_tick();
  if (is_old && std::ranges::find(told_, told) != told_.end()) return false;
  if (!is_old) hello_.mutable_hello()->set_heard_tick(feedback.tick());
  told_.push_back(std::move(told));
  if (told_.size() > kToldKept) told_.pop_front();
  return true;
}

/// A server that stands still does not say that it is gone.
asio::awaitable<void> Relay::watch_place(client::Address where) {
  const auto call = calls_;
  asio::steady_timer timer(strand_);
  while (connected_ && call == calls_) {
    timer.expires_after(kLooksForPlaceEach);
    co_await timer.async_wait(kAwaited);
    if (!connected_ || call != calls_) co_return;
    const auto place = ways_.places.find(scene_);
    if (place && *place != where) co_return hang_up();
  }
}

asio::awaitable<void> Relay::wait_for_room() {
  while (connected_ && !client_.has_taken_all()) {
    room_.expires_at(asio::steady_timer::time_point::max());
    co_await room_.async_wait(kAwaited);
  }
}

asio::awaitable<void> Relay::write_loop() {
  const auto call = calls_;
  const auto wire = wire_;
  while (connected_ && call == calls_) {
    if (outgoing_.empty()) {
      doorbell_.expires_at(asio::steady_timer::time_point::max());
      co_await doorbell_.async_wait(kAwaited);
      continue;
    }
    const protocol::Bytes message = outgoing_.front();
    const Pieces pieces{asio::buffer(message->data(), message->size())};
    const bool is_said = co_await wire->write(pieces, kNobodyCounts);
    if (!is_said || call != calls_) co_return;
    outgoing_bytes_ -= message->size();
    outgoing_.pop_front();
  }
}

}  // namespace kine::server
