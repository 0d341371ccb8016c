// What a conversation answers about scripts and recordings, as envelopes. Pure functions.
//
//   Prepared, Diagnostics, or an Error --> Accepted, Refused, Checked
#pragma once

#include <cstddef>
#include <string>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/prepare/prepare.h"
#include "server/recordings/recorder.h"
#include "server/scene/roster.h"

namespace kine::server {

/// Of the sync points that an answer tells beforehand; past it the later ones are left out.
/// Feedback tells of each all the same, and an answer must not fill what may wait for a client.
inline constexpr std::size_t kTimelineBytesMax = std::size_t{64} << 10;

/// Of the speeches that an answer names, for the same reason.
inline constexpr std::size_t kSpeechesBytesMax = std::size_t{16} << 10;

/// Whether an answer tells the sync points; predictions do so as well.
enum class Timeline { Told, LeftOut };

/// Of a script that plays.
kinesphere::Envelope accepted(const std::string& id, const Prepared& prepared,
                              const Diagnostics& diagnostics, Timeline timeline = Timeline::Told);

kinesphere::Envelope refused(const std::string& id, const Error& error,
                             WarningKind kind = WarningKind::Other);

/// What BML calls it when a script is refused for that: the text is bad, or its plan is.
WarningKind kind_of_refusal(const Error& error, bool was_read);

/// Of a script that was only looked at: the errors that were collected, else the one that there is.
kinesphere::Envelope checked(const std::string& id, const Result<Prepared>& prepared,
                             const Diagnostics& diagnostics);

kinesphere::Envelope recorded(const Recorder::Ended& ended);

/// As Hello lists it, but for its claimant.
kinesphere::Character character_of(const Roster::Entry& entry);

/// For everybody who knows who was there before.
kinesphere::Envelope joined(const Roster::Entry& entry, Tick tick);
kinesphere::Envelope left(const Roster::Entry& entry, Tick tick);

}  // namespace kine::server
