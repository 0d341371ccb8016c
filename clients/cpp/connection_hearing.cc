// What the server says: what is done with it as it is read, and what waits to be handed on.
#include <algorithm>
#include <utility>

#include "clients/cpp/connection.h"
#include "clients/cpp/messages_from_wire.h"
#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/core/number.h"

namespace kine::client {
namespace {

/// Up while it lives, whatever is thrown.
class Flag {
 public:
  explicit Flag(bool& flag) : flag_(flag) { flag_ = true; }
  ~Flag() { flag_ = false; }
  Flag(const Flag&) = delete;
  Flag& operator=(const Flag&) = delete;

 private:
  bool& flag_;
};

}  // namespace

void Connection::take_in(kinesphere::Envelope envelope) {
  heartbeat_.heard();
  if (on_message) on_message(envelope.SerializeAsString());
  switch (envelope.message_case()) {
    case kinesphere::Envelope::kHello:
      return take_in_hello(envelope.hello());
    case kinesphere::Envelope::kAccepted:
      return take_in_answer(envelope.accepted().id(), submitted_of(envelope.accepted()));
    case kinesphere::Envelope::kRefused:
      return take_in_answer(envelope.refused().id(), error_of(envelope.refused()));
    case kinesphere::Envelope::kChecked:
      if (envelope.checked().id() == "check" + std::to_string(asked_)) {
        checked_ = checked_of(envelope.checked());
      }
      return;
    case kinesphere::Envelope::kPerformed:
      return take_in_performed(envelope.performed());
    case kinesphere::Envelope::kRecorded:
      return take_in_recorded(envelope.recorded());
    case kinesphere::Envelope::kAnswer:
      return take_in_answer(envelope.answer());
    case kinesphere::Envelope::kAudioHeard:
      if (const auto heard = heard_of(envelope.audio_heard()); heard && on_heard) on_heard(*heard);
      return;
    case kinesphere::Envelope::kJoined:
      if (!take_in_joined(character_of(envelope.joined().character()))) return;
      return inbox_.push(std::move(envelope));
    case kinesphere::Envelope::kLeft:
      if (!take_in_left(envelope.left().character_id())) return;
      return inbox_.push(std::move(envelope));
    case kinesphere::Envelope::kPong:
      return take_in_pong(envelope.pong());
    case kinesphere::Envelope::kStats:
      stats = stats_of(envelope.stats());
      return;
    case kinesphere::Envelope::kProblem:
      if (!envelope.problem().closing()) return inbox_.push(std::move(envelope));
      unwanted_ = true;
      return link_->close(gone(envelope.problem().error()));
    case kinesphere::Envelope::kGoodbye:
      return link_->close(gone("the server said goodbye: " + envelope.goodbye().reason()));
    case kinesphere::Envelope::kFeedback:
      if (!resuming_.is_news(envelope)) return;
      return inbox_.push(std::move(envelope));
    case kinesphere::Envelope::kFrame:
      newest_ = std::max(newest_.value_or(0), envelope.frame().tick());
      return inbox_.push(std::move(envelope));
    case kinesphere::Envelope::MESSAGE_NOT_SET:
      return;  // of a newer minor version
    default:
      return inbox_.push(std::move(envelope));
  }
}

/// Whether anything waited. From within a function that it calls it hands on nothing: so one comes
/// behind the other.
bool Connection::hand_on_next() {
  if (handing_on_) return false;
  const auto message = inbox_.pop();
  if (!message) return false;
  heard_ = true;
  const Flag flag(handing_on_);
  hand_on(*message);
  return true;
}

void Connection::hand_on(const kinesphere::Envelope& envelope) {
  switch (envelope.message_case()) {
    case kinesphere::Envelope::kSkeleton:
      return hand_on(envelope.skeleton());
    case kinesphere::Envelope::kFrame:
      return hand_on(envelope.frame());
    case kinesphere::Envelope::kFeedback:
      return hand_on(envelope.feedback());
    case kinesphere::Envelope::kPrediction:
      return hand_on(envelope.prediction());
    case kinesphere::Envelope::kAudioOpen:
      if (on_audio_) on_audio_(audio_of(envelope.audio_open()));
      return;
    case kinesphere::Envelope::kAudioChunk:
      if (on_audio_) on_audio_(audio_of(envelope.audio_chunk()));
      return;
    case kinesphere::Envelope::kAudioClose:
      if (on_audio_) on_audio_(audio_of(envelope.audio_close()));
      return;
    case kinesphere::Envelope::kJoined:
      if (on_joined) on_joined(character_of(envelope.joined().character()));
      return;
    case kinesphere::Envelope::kLeft:
      return hand_on(envelope.left());
    case kinesphere::Envelope::kProblem:
      if (on_problem) on_problem(envelope.problem().error());
      return;
    case kinesphere::Envelope::kKept:
      if (on_kept) on_kept(envelope.kept().id());
      return;
    default:
      return;
  }
}

void Connection::take_in_hello(const kinesphere::Hello& message) {
  if (message.version_major() != protocol::kVersionMajor) {
    unwanted_ = true;
    return link_->close(gone("the server speaks version " +
                             std::to_string(message.version_major()) + ", this client version " +
                             std::to_string(protocol::kVersionMajor)));
  }
  hello_came_ = true;
  tick_rate_hz = message.tick_rate_hz();
  session_id = message.session_id();
  resuming_.read(message);
  characters = characters_of(message);
  skeletons_.clear();
  newest_.reset();
  acknowledgement_.clear();
  clock = {};
  stats.reset();
}

void Connection::hand_on(const kinesphere::Skeleton& message) {
  Skeleton skeleton = skeleton_of(message);
  if (!is_sound(skeleton)) return;
  const Skeleton& kept = skeletons_[skeleton.character_id] = std::move(skeleton);
  if (on_skeleton) on_skeleton(kept);
}

void Connection::hand_on(const kinesphere::Frame& message) {
  const auto skeleton = skeletons_.find(message.character_id());
  if (!on_frame || skeleton == skeletons_.end()) return;
  const std::optional<Frame> frame = frame_of(message, skeleton->second, tick_rate_hz);
  if (frame) on_frame(skeleton->second, *frame);
}

void Connection::hand_on(const kinesphere::Feedback& message) {
  const auto feedback = feedback_of(message, tick_rate_hz);
  if (feedback && on_feedback) on_feedback(*feedback);
}

void Connection::hand_on(const kinesphere::Prediction& message) {
  const auto prediction = prediction_of(message, tick_rate_hz);
  if (prediction && on_prediction) on_prediction(*prediction);
}

void Connection::take_in_pong(const kinesphere::Pong& message) {
  const Clock::Sample sample{
      .sent = static_cast<std::int64_t>(message.client_time_us()),
      .received = client_us(),
      .server = static_cast<std::int64_t>(message.server_time_us()),
      .server_tick = static_cast<std::int64_t>(message.server_tick_time_us())};
  clock.add(sample);
  round_trip_ = Seconds(static_cast<double>(sample.received - sample.sent) / 1e6);
}

void Connection::take_in_performed(const kinesphere::Performed& message) {
  if (message.id() != "performed" + std::to_string(asked_)) return;
  if (message.error().empty()) {
    performed_ = performed_blocks_of(message, tick_rate_hz);
  } else {
    performed_ = Error{ErrorCode::Unsupported, message.error()};
  }
}

void Connection::take_in_recorded(const kinesphere::Recorded& message) {
  if (!recording_.empty() && message.name() == recording_) {
    if (message.error().empty()) {
      recorded_ = message.frames();
    } else {
      recorded_ = Error{ErrorCode::Unsupported, message.error()};
    }
  } else if (!message.error().empty()) {
    kinesphere::Envelope problem;
    problem.mutable_problem()->set_error("recording " + quoted(message.name()) + ": " +
                                         message.error());
    inbox_.push(std::move(problem));
  }
}

}  // namespace kine::client
