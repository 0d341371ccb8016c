// Every limit of what a stranger may ask of the server, with its reason. Past one the client is
// told its name and value. Operators set them by name (server/config/limit_settings.h).
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

#include "protocol/framing.h"
#include "realizer/core/time.h"

namespace kine::server {

/// How a client that passes one is told so.
inline std::string past(std::string_view limit, std::size_t value) {
  return "past " + std::string(limit) + " of " + std::to_string(value);
}

struct Limits {
  /// Open at once; each costs about 6 kB of memory and a file descriptor, of which a process often
  /// has 20,000.
  std::size_t connections_max = 15'000;

  /// Of one address, before they have said Hello: nobody fills the server without a name.
  std::size_t connections_without_hello_max = 64;

  /// Wrong tokens of one address: a client that mistypes has some, and one that guesses comes to
  /// 14,400 a day. Past it the address is not told whether its token is right.
  std::size_t token_guesses_per_minute_max = 10;

  /// Lines of the log a second, of each kind of what it says about connections: as many as a person
  /// reads.
  std::size_t guest_lines_per_second_max = 5;

  /// Open at once to each bridge, whose clients have no Hello to say.
  std::size_t bridge_connections_max = 256;

  /// Feedback as text that waits to be written to a port of a client's machine: what waits for any
  /// client, as the elements that it becomes.
  std::size_t bridge_feedback_bytes_max = std::size_t{2} << 20;

  /// From the first call to a client's feedback port to the last. AsapRealizer's client opens that
  /// port after it has connected, and feedback waits so long before it goes another way.
  std::chrono::milliseconds bridge_calls_max{5'000};

  /// From the end of the client's connection to the last byte of it, however slowly it is taken.
  std::chrono::milliseconds bridge_last_words_wait_max{60'000};

  /// Handshakes of TLS of one address: up to 1 ms of a processor each, before the client is known.
  /// What is past it waits, so that a class behind one address gets its pages, as long as a Hello.
  std::size_t tls_handshakes_per_second_max = 50;

  /// From the connection to its Hello, with the handshake of TLS.
  std::chrono::milliseconds hello_wait_max{5'000};

  /// From the first byte of a message to its last.
  std::chrono::milliseconds message_wait_max{10'000};

  /// From one HTTP answer, or the connection, to the end of the next request's head.
  std::chrono::milliseconds request_wait_max{5'000};

  /// Bytes of a request's head, and requests of a connection: a page has some twenty files.
  std::size_t http_head_bytes_max = std::size_t{8} << 10;
  std::size_t http_requests_max = 1'000;

  /// Bytes of answers to HTTP, of one address: six whole pages with their avatars a second. What is
  /// past it waits, so that a class behind one address gets its thirty pages, and is refused where
  /// it would wait longer than this.
  std::size_t http_bytes_per_second_max = std::size_t{16} << 20;
  std::chrono::milliseconds http_budget_wait_max{5'000};

  /// Without a byte that the client took while something waits for it.
  std::chrono::milliseconds write_wait_max{10'000};

  /// Bytes of messages of one client that are read in a second, each message counted as
  /// kMessageCountedBytesMin at least. Forty voices' sound, or as many scripts as may wait. What is
  /// past it is read later: the client's own network holds it back.
  std::size_t message_bytes_per_second_max = std::size_t{4} << 20;

  /// Control messages that wait for one client. Past it the client has lost the thread and goes.
  std::size_t control_bytes_max = std::size_t{256} << 10;

  /// Sound that waits for one client: twenty seconds of one voice, or a second ahead of twenty.
  /// Past it the client is told that it is lost.
  std::size_t audio_bytes_max = std::size_t{1} << 20;

  /// Memory that clients have the server hold, as their scripts, blocks and sound: of all of them,
  /// and of an address, for which it is an hour and a half of espeak's sound. A script of a
  /// kilobyte can have ten minutes of that. It counts until it is freed, even if its client has
  /// left. A token of a tenant has half of it, so that no tenant leaves the others without any.
  /// Clients with the operator's own token, or with none, may have all.
  std::size_t memory_bytes_max = std::size_t{512} << 20;
  std::size_t memory_bytes_per_address_max = std::size_t{256} << 20;
  std::size_t memory_bytes_per_token_max = std::size_t{256} << 20;

  /// Scripts of one client: a second, playing or waiting at once, and those not prepared yet. The
  /// last bound what one client can make the server remember as text.
  std::size_t scripts_per_second_max = 200;
  std::size_t scripts_at_once_max = 2'000;
  std::size_t scripts_unprepared_max = 256;
  std::size_t script_bytes_unprepared_max = std::size_t{4} << 20;

  /// Blocks that play or wait at once, of one client and of one character. Twice as many as
  /// scripts: one may have a block for each character. A tick looks at all that play on a
  /// character, and planning at all of it, so there are some for every behaviour that a body
  /// can show.
  std::size_t blocks_at_once_max = 4'000;
  std::size_t blocks_per_character_max = 512;

  /// Of a client that has left, so much of its scripts that are not prepared yet is prepared and
  /// played: a client that sends one and hangs up is heard, and one that leaves much work leaves it
  /// undone.
  std::size_t script_bytes_after_leaving_max = std::size_t{256} << 10;

  /// Record messages of one client, to start and to stop; how many files come of them is bounded by
  /// RecorderLimits.
  std::size_t records_per_second_max = 20;

  /// SetManner messages of one client: as many as a slider sends at 60 Hz, and somewhat more. Each
  /// may have what plays planned anew.
  std::size_t manners_per_second_max = 100;

  /// Push messages of one client: one a frame. How many act on a character at once is
  /// kPushesAtOnceMax.
  std::size_t pushes_per_second_max = 60;

  /// Characters of a server at once, where clients bring some in; a server that begins with more
  /// takes none. A tick of so many takes about 3 ms of a processor.
  std::size_t characters_max = 1'024;

  /// Join and Leave messages of one client: a whole audience in a minute. Each looks at all that
  /// plays.
  std::size_t joins_per_second_max = 20;

  /// AskPerformed messages of one client: one a tick. Each is answered with up to 64 KiB, and looks
  /// for each of its ids among all scripts of the client.
  std::size_t performed_asks_per_second_max = 60;
  std::size_t performed_ids_max = 64;

  /// Clients that name themselves across connections (Hello.resume). One whose connection is lost
  /// has what waits, and its claims, for so long; and is known for so long, which is what two
  /// minutes without a network take.
  std::size_t resume_clients_max = 1'024;
  std::chrono::milliseconds resume_wait_max{30'000};
  std::chrono::milliseconds resume_known_max{120'000};

  /// Of each: ids of its scripts that are answered and not played when they come again, the last
  /// ones; and feedback for when it comes back, less than control_bytes_max, as it is sent at once.
  std::size_t resume_ids_max = 1'000;
  std::size_t resume_feedback_bytes_max = std::size_t{128} << 10;

  /// Sound that characters move by. Of one client: the speakers of a small panel, in messages of
  /// 40 ms where there are four. Of all: each costs some 0.3 % of a processor.
  std::size_t sound_streams_per_client_max = 4;
  std::size_t sound_messages_per_second_max = 110;  // one may be sent each 10 ms by a quick clock
  std::size_t sound_streams_max = 64;
};

/// Messages of so many bytes are decoded on the thread that has read them, in some 10 us: as long
/// as it takes to hand them to another. What is longer is decoded on a thread of its own, so that
/// no frame waits for a megabyte of JSON.
inline constexpr std::size_t kDecodedInPlaceBytesMax = 1'024;

/// What a message costs whatever its length, in bytes of its client's budget: 2,048 messages a
/// second are some thirty for every frame.
inline constexpr std::size_t kMessageCountedBytesMin = 2'048;

/// Addresses whose budgets are remembered, 100 bytes each: more than visit a server at once. Of a
/// flood from more, those that are not remembered share one budget.
inline constexpr std::size_t kAddressesRememberedMax = 4'096;

/// Inputs that wait for the next tick, of all clients.
inline constexpr std::size_t kMailboxInputsMax = 65'536;

/// Characters of a server.
inline constexpr std::size_t kCharactersMax = 16'384;

/// Clips of the folder that the operator gave, and their bytes in all: the operator is no stranger,
/// but may name the wrong folder.
inline constexpr std::size_t kClipFilesMax = 1'024;
inline constexpr std::size_t kClipFolderBytesMax = std::size_t{512} << 20;

/// Files of a folder with gestures, bodies, styles or poses of the operator's own, and their bytes
/// in all, for the same reason; ours are thirty of 150 kB. And how many faults of them are told.
inline constexpr std::size_t kStockFilesMax = 1'024;
inline constexpr std::size_t kStockFolderBytesMax = std::size_t{64} << 20;
inline constexpr std::size_t kStockFaultsMax = 64;

/// Files of a folder that a batch looks at to know whether anything has changed: as many as a
/// folder of recorded speech with its labels may have.
inline constexpr std::size_t kBatchFolderFilesMax = 16'384;

/// How late the tick loop may be and still run every tick. What swings needs every tick, so a
/// machine that was busy for a moment shows no jump. Beyond, the loop skips to the present, which
/// everybody sees as one jump instead of a race.
inline constexpr std::chrono::milliseconds kCatchUpMax{500};

/// Subscribers that one phase of the tick takes before the next phase is opened: their writes take
/// about 0.4 ms. So few subscribers all hear of a tick at once, and many do not queue behind one
/// another.
inline constexpr std::size_t kSubscribersPerPhase = 64;
inline constexpr std::size_t kPhases = 16;

/// What the kernel may hold of a connection's output. Small, so that a client that cannot keep up
/// is noticed here, where frames are conflated, and not after seconds of old ones.
inline constexpr int kSendBufferBytes = 64 << 10;
inline constexpr int kUnsentBytesMax = 16 << 10;

/// Of a connection on which nothing is said the kernel asks after so long whether the other side is
/// there still, and so often before it is not: a client that lost the network without a word is
/// gone within two minutes, and keeps no place.
inline constexpr std::chrono::seconds kSilenceMax{60};
inline constexpr std::chrono::seconds kQuestionPause{10};
inline constexpr int kQuestionsMax = 6;

/// Frames on their way to a client that acknowledges them, and not acknowledged: more than any
/// network takes, and so little that a client that comes back does not look at the past for long.
inline constexpr std::chrono::milliseconds kUnacknowledgedMax{500};

static_assert(Limits{}.script_bytes_unprepared_max >= protocol::kEnvelopeBytesMax,
              "a script of the greatest length can be sent");
static_assert(Limits{}.message_bytes_per_second_max >= Limits{}.script_bytes_unprepared_max,
              "what may wait to be prepared can be sent at once");

/// For a client to take the last message and close its side.
inline constexpr std::chrono::milliseconds kLingerMax{1'000};

/// A demonstration that has given way comes back when nobody's scripts have played for so long: who
/// reads, types and tries again is not disturbed.
inline constexpr Seconds kDemonstrationPause{60};

/// The deadline of what waits for nothing.
inline constexpr std::chrono::microseconds kNever = std::chrono::microseconds::max();

}  // namespace kine::server
