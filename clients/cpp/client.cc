#include "clients/cpp/client.h"

#include <utility>

#include "clients/cpp/connection.h"
#include "protocol/kinesphere.pb.h"

namespace kine::client {
namespace {

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

Client::Client(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;
Client::~Client() = default;

Result<Client> Client::connect(const ConnectOptions& options) {
  auto connection = std::make_unique<Connection>(options);
  if (auto opened = connection->open(); !opened) return opened.error();
  return Client(std::move(connection));
}

const std::vector<Character>& Client::characters() const { return connection_->characters; }
std::uint32_t Client::tick_rate_hz() const { return connection_->tick_rate_hz; }
std::uint64_t Client::session_id() const { return connection_->session_id; }
const Clock& Client::clock() const { return connection_->clock; }
const std::optional<Stats>& Client::stats() const { return connection_->stats; }

Result<Submitted> Client::submit(std::string_view script, const SubmitOptions& options) {
  return connection_->submit(script, options);
}

Result<Done> Client::record(const std::string& name, const std::vector<std::string>& characters) {
  return connection_->record(name, characters);
}

Result<std::uint64_t> Client::stop_recording(const std::string& name) {
  return connection_->stop_recording(name);
}

Result<Checked> Client::check(std::string_view script, const std::string& character) {
  return connection_->check(script, character);
}

Result<Seconds> Client::ping() { return connection_->ping(); }

Result<Done> Client::subscribe(const SubscribeOptions& options) {
  return connection_->subscribe(options);
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

void Client::on_message(std::function<void(std::string_view)> call) {
  connection_->on_message = std::move(call);
}

void Client::on_feedback(std::function<void(const Feedback&)> call) {
  connection_->on_feedback = std::move(call);
}
void Client::on_skeleton(std::function<void(const Skeleton&)> call) {
  connection_->on_skeleton = std::move(call);
}
void Client::on_prediction(std::function<void(const Prediction&)> call) {
  connection_->on_prediction = std::move(call);
}

void Client::on_audio(std::function<void(const AudioPiece&)> call) {
  connection_->on_audio = std::move(call);
}

void Client::on_frame(std::function<void(const Skeleton&, const Frame&)> call) {
  connection_->on_frame = std::move(call);
}
void Client::on_state(std::function<void(State, const std::string&)> call) {
  connection_->on_state = std::move(call);
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
