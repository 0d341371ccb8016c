#include "clients/cpp/client.h"

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <map>
#include <optional>
#include <utility>

#include "clients/cpp/messages_from_wire.h"
#include "clients/cpp/utf8.h"
#include "protocol/codec.h"
#include "protocol/framing.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/number.h"

namespace kine::client {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr std::size_t kReadBytes = std::size_t{64} << 10;

/// A script may have to wait for others that are being prepared.
constexpr std::chrono::milliseconds kAnswerWaitMax{60'000};

Error gone(std::string why) { return {ErrorCode::Unsupported, std::move(why)}; }

kinesphere::Part on_the_wire(Part part) {
  switch (part) {
    case Part::Body:
      return kinesphere::PART_BODY;
    case Part::Face:
      return kinesphere::PART_FACE;
    case Part::Events:
      return kinesphere::PART_EVENTS;
  }
  return kinesphere::PART_UNSPECIFIED;
}

/// A message about the character's tension, but for the tension itself. The words of the client
/// have the order of the message's.
kinesphere::Envelope tension_for(const std::string& character, const TensionOptions& options) {
  using kinesphere::SetTension;
  kinesphere::Envelope envelope;
  SetTension& set = *envelope.mutable_set_tension();
  set.set_character(character);
  set.set_arms(static_cast<SetTension::Arms>(options.arms));
  set.set_lag(static_cast<SetTension::Lag>(options.lag));
  set.set_moves_in(static_cast<SetTension::MovesIn>(options.moves_in));
  if (options.over) set.set_over(options.over->count());
  return envelope;
}

}  // namespace

class Client::Connection {
 public:
  Result<Done> open(const ConnectOptions& options);
  Result<Submitted> submit(std::string_view script, const SubmitOptions& options);
  Result<Done> send(const kinesphere::Envelope& envelope);
  Result<bool> poll(std::chrono::milliseconds wait_max);
  void close();
  bool closed_by_us() const { return closed_by_us_; }

  std::vector<Character> characters;
  std::uint32_t tick_rate_hz = 0;
  std::function<void(const Feedback&)> on_feedback;
  std::function<void(const Skeleton&)> on_skeleton;
  std::function<void(const Skeleton&, const Frame&)> on_frame;
  std::function<void(const std::string&)> on_problem;

 private:
  using Deadline = std::chrono::steady_clock::time_point;

  void read();
  bool take_in_messages();
  void take_in(const kinesphere::Envelope& envelope);
  void take_in_frame(const kinesphere::Frame& message);

  asio::io_context io_;
  tcp::socket socket_{io_};
  std::array<char, kReadBytes> bytes_{};
  protocol::EnvelopeSplitter splitter_{protocol::kEnvelopeBytesMax};
  std::map<std::uint32_t, Skeleton> skeletons_;  // by character
  bool hello_came_ = false;
  bool heard_ = false;
  bool closed_by_us_ = false;
  std::optional<Error> closed_;
  std::optional<Result<Submitted>> answer_;  // to the script that waits for one
};

Result<Done> Client::Connection::open(const ConnectOptions& options) {
  const std::string place = to_string(options.address);
  boost::system::error_code error = asio::error::timed_out;
  tcp::resolver resolver(io_);
  boost::system::error_code resolve_error;
  const auto found =
      resolver.resolve(options.address.host, std::to_string(options.address.port), resolve_error);
  if (resolve_error) return gone("no such server: " + quoted(place));

  const Deadline deadline = std::chrono::steady_clock::now() + options.wait_max;
  asio::async_connect(socket_, found, [&](auto result, const tcp::endpoint&) { error = result; });
  io_.run_until(deadline);
  if (error) return gone("no server answers (" + error.message() + "): " + quoted(place));
  socket_.set_option(tcp::no_delay(true), error);

  kinesphere::Envelope envelope;
  kinesphere::Hello& hello = *envelope.mutable_hello();
  hello.set_version_major(protocol::kVersionMajor);
  hello.set_version_minor(protocol::kVersionMinor);
  hello.set_name(options.name);
  hello.set_token(options.token);
  if (auto sent = send(envelope); !sent) return sent;

  io_.restart();
  read();
  while (!hello_came_ && !closed_ && io_.run_one_until(deadline) > 0) {
  }
  if (closed_) return *closed_;
  if (!hello_came_) return gone("no Hello from the server at " + quoted(place));
  return Done{};
}

Result<Done> Client::Connection::send(const kinesphere::Envelope& envelope) {
  if (closed_) return *closed_;
  boost::system::error_code error;
  asio::write(socket_, asio::buffer(*protocol::encode(envelope)), error);
  if (!error) return Done{};
  // What the server said before it closed, if it did, is better than the name of a broken pipe.
  io_.poll();
  return closed_ ? *closed_ : gone("the connection is broken: " + error.message());
}

void Client::Connection::read() {
  socket_.async_read_some(asio::buffer(bytes_), [this](auto error, std::size_t size) {
    if (error) {
      if (!closed_) closed_ = gone("the server closed the connection");
      return;
    }
    splitter_.push({bytes_.data(), size});
    if (take_in_messages()) read();
  });
}

bool Client::Connection::take_in_messages() {
  while (!closed_) {
    const auto message = splitter_.pop();
    if (!message) {
      closed_ = message.error();
    } else if (!*message) {
      return true;
    } else if (const auto envelope = protocol::decode(**message)) {
      take_in(*envelope);
    } else {
      closed_ = envelope.error();
    }
  }
  return false;
}

void Client::Connection::take_in(const kinesphere::Envelope& envelope) {
  heard_ = true;
  switch (envelope.message_case()) {
    case kinesphere::Envelope::kHello:
      hello_came_ = true;
      tick_rate_hz = envelope.hello().tick_rate_hz();
      characters = characters_of(envelope.hello());
      return;
    case kinesphere::Envelope::kSkeleton: {
      Skeleton skeleton = skeleton_of(envelope.skeleton());
      if (!is_sound(skeleton)) return;
      const Skeleton& kept = skeletons_[skeleton.character_id] = std::move(skeleton);
      if (on_skeleton) on_skeleton(kept);
      return;
    }
    case kinesphere::Envelope::kFrame:
      return take_in_frame(envelope.frame());
    case kinesphere::Envelope::kFeedback:
      if (on_feedback) on_feedback(feedback_of(envelope.feedback(), tick_rate_hz));
      return;
    case kinesphere::Envelope::kAccepted:
      answer_ = submitted_of(envelope.accepted());
      return;
    case kinesphere::Envelope::kRefused:
      answer_ = error_of(envelope.refused());
      return;
    case kinesphere::Envelope::kProblem:
      if (envelope.problem().closing()) {
        closed_ = gone(envelope.problem().error());
      } else if (on_problem) {
        on_problem(envelope.problem().error());
      }
      return;
    case kinesphere::Envelope::kGoodbye:
      closed_ = gone("the server said goodbye: " + envelope.goodbye().reason());
      return;
    default:
      return;  // of a newer minor version
  }
}

void Client::Connection::take_in_frame(const kinesphere::Frame& message) {
  const auto skeleton = skeletons_.find(message.character_id());
  if (!on_frame || skeleton == skeletons_.end()) return;
  const std::optional<Frame> frame = frame_of(message, skeleton->second, tick_rate_hz);
  if (frame) on_frame(skeleton->second, *frame);
}

Result<Submitted> Client::Connection::submit(std::string_view script,
                                             const SubmitOptions& options) {
  if (const auto where = find_bad_utf8(script)) {
    return Error{ErrorCode::Syntax, "a byte that is no UTF-8", *where};
  }
  kinesphere::Envelope envelope;
  kinesphere::Submit& submit = *envelope.mutable_submit();
  submit.set_id(options.id);
  submit.set_script(std::string(script));
  submit.set_character(options.character);
  if (envelope.ByteSizeLong() > protocol::kEnvelopeBytesMax) {
    return Error{ErrorCode::LimitExceeded,
                 "a script of more than 1 MiB: '" + std::to_string(script.size()) + "'"};
  }
  answer_.reset();
  if (auto sent = send(envelope); !sent) return sent.error();
  const Deadline deadline = std::chrono::steady_clock::now() + kAnswerWaitMax;
  while (!answer_ && !closed_ && io_.run_one_until(deadline) > 0) {
  }
  if (answer_) return *std::exchange(answer_, {});
  return closed_ ? *closed_ : gone("the server does not answer");
}

Result<bool> Client::Connection::poll(std::chrono::milliseconds wait_max) {
  heard_ = false;
  if (!closed_) io_.poll();
  const Deadline deadline = std::chrono::steady_clock::now() + wait_max;
  while (!heard_ && !closed_ && io_.run_one_until(deadline) > 0) {
  }
  if (!heard_ && closed_) return *closed_;
  return heard_;
}

void Client::Connection::close() {
  closed_by_us_ = true;
  closed_ = gone("closed");
  boost::system::error_code ignored;
  socket_.shutdown(tcp::socket::shutdown_both, ignored);
  socket_.close(ignored);
}

Client::Client(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;
Client::~Client() = default;

Result<Client> Client::connect(const ConnectOptions& options) {
  auto connection = std::make_unique<Connection>();
  if (auto opened = connection->open(options); !opened) return opened.error();
  return Client(std::move(connection));
}

const std::vector<Character>& Client::characters() const { return connection_->characters; }
std::uint32_t Client::tick_rate_hz() const { return connection_->tick_rate_hz; }

Result<Submitted> Client::submit(std::string_view script, const SubmitOptions& options) {
  return connection_->submit(script, options);
}

Result<Done> Client::subscribe(const SubscribeOptions& options) {
  kinesphere::Envelope envelope;
  kinesphere::Subscribe& subscribe = *envelope.mutable_subscribe();
  for (const std::string& name : options.characters) {
    const auto& all = characters();
    std::size_t i = 0;
    while (i < all.size() && all[i].name != name) ++i;
    if (i == all.size()) {
      return Error{ErrorCode::UnknownName, "the server has no such character: " + quoted(name)};
    }
    subscribe.add_characters(all[i].id);
  }
  subscribe.set_max_rate_hz(options.max_rate_hz);
  for (const Part part : options.parts) subscribe.add_parts(on_the_wire(part));
  return connection_->send(envelope);
}

Result<Done> Client::interrupt(const std::vector<std::string>& ids, Seconds fade) {
  kinesphere::Envelope envelope;
  for (const std::string& id : ids) envelope.mutable_interrupt()->add_ids(id);
  envelope.mutable_interrupt()->set_fade(static_cast<float>(fade.count()));
  return connection_->send(envelope);
}

Result<Done> Client::interrupt_character(const std::string& character, Seconds fade) {
  kinesphere::Envelope envelope;
  envelope.mutable_interrupt()->set_character(character);
  envelope.mutable_interrupt()->set_fade(static_cast<float>(fade.count()));
  return connection_->send(envelope);
}

Result<Done> Client::set_target(const std::string& name, const std::array<float, 3>& point) {
  kinesphere::Envelope envelope;
  envelope.mutable_set_target()->set_name(name);
  for (const float each : point) envelope.mutable_set_target()->add_point(each);
  return connection_->send(envelope);
}

Result<Done> Client::set_tension(const std::string& character, const std::string& manner,
                                 const TensionOptions& options) {
  kinesphere::Envelope envelope = tension_for(character, options);
  envelope.mutable_set_tension()->set_manner(manner);
  return connection_->send(envelope);
}

Result<Done> Client::set_tension(const std::string& character, double rest_error_m, double zeta,
                                 const TensionOptions& options) {
  kinesphere::Envelope envelope = tension_for(character, options);
  envelope.mutable_set_tension()->set_rest_error(rest_error_m);
  envelope.mutable_set_tension()->set_zeta(zeta);
  return connection_->send(envelope);
}

void Client::on_feedback(std::function<void(const Feedback&)> call) {
  connection_->on_feedback = std::move(call);
}
void Client::on_skeleton(std::function<void(const Skeleton&)> call) {
  connection_->on_skeleton = std::move(call);
}
void Client::on_frame(std::function<void(const Skeleton&, const Frame&)> call) {
  connection_->on_frame = std::move(call);
}
void Client::on_problem(std::function<void(const std::string&)> call) {
  connection_->on_problem = std::move(call);
}

Result<bool> Client::poll(std::chrono::milliseconds wait_max) {
  return connection_->poll(wait_max);
}

Result<Done> Client::run() {
  constexpr std::chrono::milliseconds kAtOnce{1'000};
  for (;;) {
    const auto heard = connection_->poll(kAtOnce);
    if (connection_->closed_by_us()) return Done{};
    if (!heard) return heard.error();
  }
}

void Client::close() { connection_->close(); }

}  // namespace kine::client
