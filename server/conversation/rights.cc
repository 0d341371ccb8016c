#include "server/conversation/rights.h"

#include <string>
#include <utility>

#include "protocol/codec.h"
#include "realizer/core/number.h"
#include "server/conversation/answers.h"
#include "server/conversation/script.h"

namespace kine::server {
namespace {

std::chrono::sys_seconds today() {
  return std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now());
}

/// Where a client waits for an answer, that is what says no.
void refuse_message(const Caller& caller, const kinesphere::Envelope& message,
                    const std::string& reason) {
  kinesphere::Envelope answer;
  switch (message.message_case()) {
    case kinesphere::Envelope::kSubmit:
      return refuse(caller, {message.submit().id(), traceparent_of(message.submit().traceparent())},
                    {ErrorCode::Unsupported, reason});
    case kinesphere::Envelope::kSay:
      return refuse(caller, {message.say().id(), traceparent_of(message.say().traceparent())},
                    {ErrorCode::Unsupported, reason});
    case kinesphere::Envelope::kClaim:
      answer.mutable_answer()->set_id(message.claim().id());
      break;
    case kinesphere::Envelope::kJoin:
      answer.mutable_answer()->set_id(message.join().id());
      break;
    case kinesphere::Envelope::kLeave:
      answer.mutable_answer()->set_id(message.leave().id());
      break;
    case kinesphere::Envelope::kRecord:
      answer.mutable_recorded()->set_name(message.record().name());
      answer.mutable_recorded()->set_error(reason);
      return caller.carrier.send(protocol::encode(answer));
    case kinesphere::Envelope::kAskPerformed:
      answer.mutable_performed()->set_id(message.ask_performed().id());
      answer.mutable_performed()->set_error(reason);
      return caller.carrier.send(protocol::encode(answer));
    case kinesphere::Envelope::kCheck: {
      answer.mutable_checked()->set_id(message.check().id());
      answer.mutable_checked()->add_errors()->set_message(reason);
      return caller.carrier.send(protocol::encode(answer));
    }
    default:
      return complain(caller, reason);
  }
  answer.mutable_answer()->set_error(reason);
  caller.carrier.send(protocol::encode(answer));
}

}  // namespace

Right right_for(const kinesphere::Envelope& message) {
  switch (message.message_case()) {
    case kinesphere::Envelope::kHello:
    case kinesphere::Envelope::kSubscribe:
    case kinesphere::Envelope::kAck:
    case kinesphere::Envelope::kPing:
    case kinesphere::Envelope::kAskPerformed:
      return Right::Subscribe;
    case kinesphere::Envelope::kSubmit:
    case kinesphere::Envelope::kSay:
    case kinesphere::Envelope::kSayMore:
    case kinesphere::Envelope::kInterrupt:
    case kinesphere::Envelope::kSetTarget:
    case kinesphere::Envelope::kSetTension:
    case kinesphere::Envelope::kSetManner:
    case kinesphere::Envelope::kSetDynamics:
    case kinesphere::Envelope::kPush:
    case kinesphere::Envelope::kSetLoad:
    case kinesphere::Envelope::kAudioIn:
    case kinesphere::Envelope::kClaim:
    case kinesphere::Envelope::kCheck:
      return Right::Perform;
    default:
      return Right::Operate;
  }
}

bool is_allowed(const Caller& caller, const kinesphere::Envelope& message) {
  // What keeps a connection alive takes no right.
  const bool is_upkeep = message.has_ping() || message.has_ack() || message.has_hello();
  const Right right = right_for(message);
  if (is_upkeep || caller.grant->may(right)) return true;
  refuse_message(caller, message,
                 std::string(caller.shown.kind()) + " of tenant " + quoted(caller.grant->tenant) +
                     " has not the right to " + std::string(name_of(right)));
  return false;
}

std::string reason_to_leave(Caller& caller) {
  if (!caller.grant->is_tenant()) return {};
  const ClientCertificate* const certificate = caller.carrier.certificate();
  if (certificate != nullptr && certificate->is_over(today())) return "the certificate is over";
  if (const auto version = caller.services.tenants.version(); version != caller.grant_version) {
    auto grant = caller.services.tenants.find_both(caller.shown);
    if (grant == nullptr) {
      if (!caller.shown.port.empty()) return "the line of this port was taken away";
      return caller.shown.certificate.empty() ? "the token was taken away"
                                              : "the line of the certificate was taken away";
    }
    if (!grant->may_join(caller.stage->name)) return "this scene was taken away";
    caller.grant = std::move(grant);
    caller.grant_version = version;
  }
  if (!caller.grant->is_over(today())) return {};
  if (!caller.shown.port.empty()) return "the line of this port is over";
  return caller.shown.token_digest.empty() ? "the line of this certificate is over"
                                           : "the token is over";
}

}  // namespace kine::server
