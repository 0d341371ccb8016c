#include "server/answers.h"

#include "protocol/codec.h"
#include "protocol/warning_kind.h"
#include "realizer/core/assert.h"

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

}  // namespace kine::server
