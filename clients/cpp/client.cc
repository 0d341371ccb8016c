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

kinesphere::Envelope manner_for(const std::string& character, std::optional<Seconds> over) {
  kinesphere::Envelope envelope;
  envelope.mutable_set_manner()->set_character(character);
  if (over) envelope.mutable_set_manner()->set_over(over->count());
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

Result<Submitted> Client::say(std::string_view text, std::string_view audio, std::string_view words,
                              const SayOptions& options) {
  return connection_->say(text, audio, words, options);
}

Result<std::string> Client::begin_saying(const SayOptions& options) {
  return connection_->begin_saying(options);
}

Result<Done> Client::say_more(const std::string& id, const SayPiece& piece) {
  return connection_->say_more(id, piece, Connection::Last::No);
}

Result<Submitted> Client::end_saying(const std::string& id) { return connection_->end_saying(id); }

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

Result<std::vector<PerformedBlock>> Client::performed(const std::vector<std::string>& ids) {
  kinesphere::Envelope envelope;
  for (const std::string& id : ids) envelope.mutable_ask_performed()->add_ids(id);
  return connection_->performed(std::move(envelope));
}

Result<std::vector<PerformedBlock>> Client::performed_by(const std::string& character) {
  kinesphere::Envelope envelope;
  envelope.mutable_ask_performed()->set_character(character);
  return connection_->performed(std::move(envelope));
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

Result<Done> Client::set_style(const std::string& character, const std::string& style,
                               std::optional<Seconds> over) {
  NucleusOptions nucleus;
  nucleus.style = style;
  nucleus.over = over;
  return set_nucleus(character, nucleus);
}

Result<Done> Client::set_nucleus(const std::string& character, const NucleusOptions& nucleus) {
  kinesphere::Envelope envelope = manner_for(character, nucleus.over);
  kinesphere::SetManner::Nucleus& set = *envelope.mutable_set_manner()->mutable_nucleus();
  set.set_style(nucleus.style);
  if (nucleus.spatial_extent) set.set_spatial_extent(*nucleus.spatial_extent);
  if (nucleus.temporal_extent) set.set_temporal_extent(*nucleus.temporal_extent);
  if (nucleus.power) set.set_power(*nucleus.power);
  if (nucleus.fluidity) set.set_fluidity(*nucleus.fluidity);
  return connection_->send(envelope);
}

Result<Done> Client::set_sketch(const std::string& character, const SketchOptions& sketch) {
  kinesphere::Envelope envelope = manner_for(character, sketch.over);
  kinesphere::SetManner::Sketch& set = *envelope.mutable_set_manner()->mutable_sketch();
  set.set_style(sketch.style);
  set.mutable_numbers()->insert(sketch.numbers.begin(), sketch.numbers.end());
  return connection_->send(envelope);
}

Result<Done> Client::set_face(const std::string& character, const std::string& face,
                              const FaceOptions& options) {
  kinesphere::Envelope envelope = manner_for(character, options.over);
  kinesphere::SetManner::Face& set = *envelope.mutable_set_manner()->mutable_face();
  set.set_name(face);
  set.set_amount(options.amount);
  for (const FaceShape& shape : options.shapes) {
    kinesphere::SetManner::Shape& each = *set.add_shapes();
    each.set_name(shape.name);
    each.set_weight(shape.weight);
  }
  return connection_->send(envelope);
}

Result<Done> Client::claim(const std::vector<std::string>& characters,
                           const ClaimOptions& options) {
  return connection_->claim(characters, options.grace);
}

Result<Done> Client::release(const std::vector<std::string>& characters) {
  return connection_->release(characters);
}

Result<Character> Client::join(const std::string& name, const JoinOptions& options) {
  kinesphere::Envelope envelope;
  kinesphere::Join& join = *envelope.mutable_join();
  join.set_name(name);
  join.set_body(options.body);
  for (const double each : options.place) join.add_place(each);
  join.set_heading(options.heading);
  return connection_->change_company(envelope);
}

Result<Done> Client::leave(const std::string& name) {
  kinesphere::Envelope envelope;
  envelope.mutable_leave()->set_character(name);
  const auto left = connection_->change_company(envelope);
  if (!left) return left.error();
  return Done{};
}

void Client::on_joined(std::function<void(const Character&)> call) {
  connection_->on_joined = std::move(call);
}
void Client::on_left(std::function<void(const Character&)> call) {
  connection_->on_left = std::move(call);
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

Result<Done> Client::on_audio(std::function<void(const AudioPiece&)> call) {
  return connection_->on_audio(std::move(call));
}

void Client::on_frame(std::function<void(const Skeleton&, const Frame&)> call) {
  connection_->on_frame = std::move(call);
}
void Client::on_state(std::function<void(State, const std::string&)> call) {
  connection_->on_state = std::move(call);
}
void Client::on_heard(std::function<void(const HeardSound&)> call) {
  connection_->on_heard = std::move(call);
}

void Client::on_kept(std::function<void(const std::string&)> call) {
  connection_->on_kept = std::move(call);
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
