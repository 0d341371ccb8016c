// The calls of a Client about the body of a character.
#include <cmath>

#include "clients/cpp/client.h"
#include "clients/cpp/connection.h"
#include "protocol/kinesphere.pb.h"

namespace kine::client {
namespace {

kinesphere::Envelope push_for(const std::string& character, const std::string& joint,
                              Seconds duration) {
  kinesphere::Envelope envelope;
  kinesphere::Push& push = *envelope.mutable_push();
  push.set_character(character);
  push.set_joint(joint);
  push.set_duration(duration.count());
  return envelope;
}

}  // namespace

Result<Done> Client::set_dynamics(const std::string& character, Dynamics dynamics) {
  kinesphere::Envelope envelope;
  envelope.mutable_set_dynamics()->set_character(character);
  envelope.mutable_set_dynamics()->set_dynamics(
      static_cast<kinesphere::SetDynamics::Dynamics>(dynamics));
  return connection_->send(envelope);
}

Result<Done> Client::push(const std::string& character, const std::string& joint,
                          const std::array<double, 3>& force_N, Seconds duration) {
  kinesphere::Envelope envelope = push_for(character, joint, duration);
  for (const double each : force_N) envelope.mutable_push()->add_force(each);
  return connection_->send(envelope);
}

Result<Done> Client::drag(const std::string& character, const std::string& joint,
                          const std::array<double, 3>& point, Seconds duration,
                          const DragOptions& options) {
  kinesphere::Envelope envelope = push_for(character, joint, duration);
  kinesphere::Push::Drag& drag = *envelope.mutable_push()->mutable_towards();
  for (const double each : point) drag.add_point(each);
  if (options.stiffness_N_m) drag.set_stiffness(*options.stiffness_N_m);
  if (options.limit_N) drag.set_limit(*options.limit_N);
  return connection_->send(envelope);
}

Result<Done> Client::set_load(const std::string& character, Hand hand, double mass_kg,
                              std::optional<double> believed_kg) {
  kinesphere::Envelope envelope;
  kinesphere::SetLoad& set = *envelope.mutable_set_load();
  set.set_character(character);
  set.set_hand(hand == Hand::Left ? kinesphere::SetLoad::LEFT : kinesphere::SetLoad::RIGHT);
  set.set_mass(mass_kg);
  if (believed_kg) set.set_believed(*believed_kg);
  return connection_->send(envelope);
}

Result<Done> Client::send_sound(const SoundPiece& piece) {
  kinesphere::Envelope envelope;
  kinesphere::AudioIn& sound = *envelope.mutable_audio_in();
  sound.set_stream(piece.stream);
  sound.set_character(piece.character);
  sound.set_first_sample(piece.first_sample);
  sound.set_rate_hz(piece.rate_hz);
  sound.set_flags((piece.last ? kinesphere::AudioIn::END : 0U) |
                  (piece.tells ? kinesphere::AudioIn::TELL : 0U));
  sound.set_samples(std::string(piece.samples));
  if (piece.codec == SoundCodec::Opus) sound.set_codec(kinesphere::AUDIO_CODEC_OPUS);
  sound.set_sample_count(piece.sample_count);
  sound.set_delay_ms(static_cast<std::uint32_t>(std::lround(1'000 * piece.delay_s)));
  return connection_->send(envelope);
}

}  // namespace kine::client
