// A client that names itself across connections (Hello.resume): how it comes back, how it leaves,
// and what it hears of a script that it sends again.
//
//   Hello --take_up--> Caller with a ResumedClient --attach--> what it has missed
//
// Where a client names nobody, its answers go to its connection, and all that it has leaves with
// that.
#pragma once

#include <string>

#include "protocol/kinesphere.pb.h"
#include "realizer/core/result.h"
#include "server/conversation/caller.h"
#include "server/conversation/script.h"
#include "server/resuming/resumed_client.h"

namespace kine::server {

inline constexpr const char* kGivesWay =
    "another connection of this client has come, with the same word in Hello.resume";

/// From here on it is the client that it was before. An error says why it cannot be.
Result<Done> take_up(Caller& caller, const kinesphere::Hello& hello);

/// All that concerns the client goes to this connection from here on.
ResumedClient::Returned attach(const Caller& caller, const kinesphere::Hello& hello,
                               ResumedConnection connection);

/// Its connection is over. What it has stays for some time where it may come back, and goes
/// otherwise.
void leave_scene(const Caller& caller);

/// It has left, and will not find what waits of it.
bool is_gone_for_good(const Caller& caller);

/// Whether a script of this id came before: then the client hears what became of it.
bool is_answered_again(const Caller& caller, const std::string& id);

/// What becomes of the script is remembered. False where it came before; an error where there is no
/// room.
Result<bool> expect_script(const Caller& caller, const std::string& id);

/// Of a script that is about to play.
void remember(const Caller& caller, const Script& script);

/// The client hears it by the connection that it has by now. A refusal by a limit is not
/// remembered: the script may be sent again.
void tell_accepted(const Caller& caller, const std::string& id, const kinesphere::Envelope& answer);
void tell_refused(const Caller& caller, const std::string& id, const kinesphere::Envelope& answer,
                  ErrorCode code);

}  // namespace kine::server
