// The kinds of feedback as they travel, and back.
//
//   FeedbackKind <--> kinesphere::Feedback::Kind
//
// The realizer and the C++ client, which knows nothing of the realizer's types, each have an enum
// of them, with the same names: `Kind` is either.
#pragma once

#include <optional>

#include "protocol/kinesphere.pb.h"

namespace kine::protocol {

template <class Kind>
kinesphere::Feedback::Kind kind_on_the_wire(Kind kind) {
  switch (kind) {
    case Kind::Started:
      return kinesphere::Feedback::STARTED;
    case Kind::SyncPoint:
      return kinesphere::Feedback::SYNC;
    case Kind::Ended:
      return kinesphere::Feedback::ENDED;
    case Kind::Interrupted:
      return kinesphere::Feedback::INTERRUPTED;
    case Kind::Warning:
      return kinesphere::Feedback::WARNING;
  }
  return kinesphere::Feedback::KIND_UNSPECIFIED;
}

/// Nothing for a kind of a newer version: what it tells of cannot be told in words of this one.
template <class Kind>
std::optional<Kind> find_kind(kinesphere::Feedback::Kind on_the_wire) {
  switch (on_the_wire) {
    case kinesphere::Feedback::STARTED:
      return Kind::Started;
    case kinesphere::Feedback::SYNC:
      return Kind::SyncPoint;
    case kinesphere::Feedback::ENDED:
      return Kind::Ended;
    case kinesphere::Feedback::INTERRUPTED:
      return Kind::Interrupted;
    case kinesphere::Feedback::WARNING:
      return Kind::Warning;
    default:
      return {};
  }
}

}  // namespace kine::protocol
