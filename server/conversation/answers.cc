#include "server/conversation/answers.h"

#include <utility>

#include "protocol/codec.h"
#include "protocol/warning_kind.h"
#include "realizer/core/assert.h"
#include "server/ticks/speech_timing.h"

namespace kine::server {
namespace {

void add_timeline(const motion::Block& block, std::size_t& bytes_left,
                  kinesphere::Accepted& accepted) {
  for (const motion::SyncPoint& point : block.sync_points) {
    kinesphere::PlannedSync sync;
    sync.set_id(point.id);
    sync.set_time_s(point.time.count());
    sync.set_phase(std::string(point.phase));
    const std::size_t bytes = sync.ByteSizeLong();
    if (bytes > bytes_left) return;
    bytes_left -= bytes;
    *accepted.add_timeline() = std::move(sync);
  }
}

void add_speeches(const Prepared& prepared,
                  google::protobuf::RepeatedPtrField<kinesphere::Speech>& speeches) {
  std::size_t bytes = 0;
  for (const auto& block : prepared.blocks) {
    for (const motion::Utterance& said : block->utterances) {
      kinesphere::Speech speech;
      speech.set_id(block->id + ":" + said.id);
      speech.set_timing(static_cast<kinesphere::Timing>(timing_on_the_wire(said.track->timing)));
      bytes += speech.ByteSizeLong();
      if (bytes > kSpeechesBytesMax) return;
      *speeches.Add() = std::move(speech);
    }
  }
}

}  // namespace

kinesphere::Envelope accepted(const std::string& id, const Prepared& prepared,
                              const Diagnostics& diagnostics, Timeline timeline) {
  kinesphere::Envelope answer;
  kinesphere::Accepted& message = *answer.mutable_accepted();
  message.set_id(id);
  std::size_t bytes_left = kTimelineBytesMax;
  for (const auto& block : prepared.blocks) {
    message.add_blocks(block->id);
    if (timeline == Timeline::Told) add_timeline(*block, bytes_left, message);
  }
  add_speeches(prepared, *message.mutable_speeches());
  for (const Warning& warning : diagnostics.warnings()) {
    protocol::write_warning(warning, *message.add_warnings());
  }
  return answer;
}

kinesphere::Envelope refused(const std::string& id, const Error& error, WarningKind kind) {
  kinesphere::Envelope answer;
  kinesphere::Refused& message = *answer.mutable_refused();
  message.set_id(id);
  message.set_error(error.message);
  message.set_kind(protocol::kind_on_the_wire(kind));
  if (error.where.line != 0) {
    message.mutable_place()->set_line(error.where.line);
    message.mutable_place()->set_column(error.where.column);
  }
  return answer;
}

WarningKind kind_of_refusal(const Error& error, bool was_read) {
  if (!was_read) return WarningKind::ParsingFailure;
  switch (error.code) {
    case ErrorCode::Syntax:
      return WarningKind::ParsingFailure;
    case ErrorCode::UnknownName:
      return WarningKind::NoSuchTarget;
    case ErrorCode::Unsupported:
      return WarningKind::CannotCreateBehaviour;
    case ErrorCode::OutOfRange:
    case ErrorCode::LimitExceeded:
      return WarningKind::ImpossibleToSchedule;
  }
  KINE_ASSERT(false);
}

kinesphere::Envelope checked(const std::string& id, const Result<Prepared>& prepared,
                             const Diagnostics& diagnostics) {
  kinesphere::Envelope answer;
  kinesphere::Checked& message = *answer.mutable_checked();
  message.set_id(id);
  const auto add = [&](const Error& error) {
    protocol::write_warning({error.message, error.where}, *message.add_errors());
  };
  for (const Error& error : diagnostics.errors()) add(error);
  if (!prepared && diagnostics.errors().empty()) add(prepared.error());
  if (prepared) add_speeches(*prepared, *message.mutable_speeches());
  for (const Warning& warning : diagnostics.warnings()) {
    protocol::write_warning(warning, *message.add_warnings());
  }
  return answer;
}

kinesphere::Envelope recorded(const Recorder::Ended& ended) {
  kinesphere::Envelope answer;
  kinesphere::Recorded& message = *answer.mutable_recorded();
  message.set_name(ended.name);
  message.set_frames(ended.frames);
  message.set_error(ended.error);
  return answer;
}

kinesphere::Character character_of(const Roster::Entry& entry) {
  kinesphere::Character character;
  character.set_id(entry.id.value);
  character.set_name(entry.cast->name);
  character.set_body(entry.cast->body->name);
  character.set_skeleton_id(entry.skeleton_id);
  return character;
}

kinesphere::Envelope joined(const Roster::Entry& entry, Tick tick) {
  kinesphere::Envelope message;
  *message.mutable_joined()->mutable_character() = character_of(entry);
  message.mutable_joined()->set_tick(tick.index);
  return message;
}

kinesphere::Envelope left(const Roster::Entry& entry, Tick tick) {
  kinesphere::Envelope message;
  message.mutable_left()->set_character_id(entry.id.value);
  message.mutable_left()->set_character(entry.cast->name);
  message.mutable_left()->set_tick(tick.index);
  return message;
}

}  // namespace kine::server
