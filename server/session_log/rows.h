// The rows of a session log: a line of JSON each, with its kind, its tick, wall and steady time.
//
//   LogLine --encode--> {"row":"target","tick":12,"wall":…,"mono_us":…,"name":"cup",…} --decode-->
//
// What came in stands as it came; a block stands as what it was prepared from, and inputs name it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/session_log/fields.h"

namespace kine::server {

/// Of the form of rows: what reads another one says so.
inline constexpr std::uint32_t kSessionLogFormat = 1;

/// When something came, on three clocks.
struct Stamp {
  Tick tick;                 // the last that was over; of an input the one that took it in
  std::string wall;          // UTC, "2026-11-23T16:25:02.123456Z"
  std::int64_t mono_us = 0;  // of the machine's steady clock, as Hello and Pong have it

  friend bool operator==(const Stamp&, const Stamp&) = default;
};

/// A block, by what it comes from.
struct LoggedBlock {
  std::uint64_t prepared = 0;  // the preparation; 0: the block that played went on as another one …
  BlockId block = {};          // … this one, when a part of it was interrupted …
  Tick tick = {};              // … in this tick
  std::uint64_t nth = 0;       // of the preparation, or of that block in that tick

  friend auto operator<=>(const LoggedBlock&, const LoggedBlock&) = default;
};

struct LoggedCast {
  std::uint64_t cast = 0;  // counted from 1
  std::string name;
  std::string body;
  std::optional<std::uint64_t> body_of = {};  // the cast that has the same one
  body::Placement place;
};

struct LoggedClip {
  std::string name;
  Seconds length{0};
};

/// The first row.
struct HeadRow {
  std::uint32_t format = kSessionLogFormat;
  std::string version;
  std::string revision;
  std::string system;
  std::string processor;
  std::uint32_t threads = 0;
  std::uint32_t tick_rate_hz = 60;
  autonomy::LifeOptions life = {};
  std::uint64_t shards = 1;
  std::optional<std::uint64_t> physical_max = {};  // nothing: kPhysicalMax
  std::string voice;
  std::vector<LoggedCast> characters;             // with the ids 1, 2, …
  std::vector<LoggedClip> clips = {};             // that scripts could name
  std::vector<std::string> gestures = {};         // likewise: those of the operator's own
  std::optional<std::string> body_language = {};  // PlayableRepertoire::name; nothing: none
};

/// Somebody who may join, before the first row that names the cast.
struct CastRow {
  LoggedCast cast;
};

/// The characters that were there when scripts were read, before the first row that names it.
struct CompanyRow {
  std::uint64_t company = 0;         // counted from 1
  std::vector<std::uint64_t> casts;  // not empty
};

/// What a client said, without its token; of sound how much it was.
struct MessageRow {
  ClientId client;
  std::optional<std::uint64_t> sound_bytes = {};
  RawJson message;  // the envelope, in protobuf's JSON
};

struct GoneRow {
  ClientId client;
};

/// A client that names itself across connections has come: whose blocks are its own.
struct ResumeRow {
  ClientId client;
  std::string key;  // of its tenant and its word: SHA-256, in hexadecimal digits
  bool keeps_waiting = false;
};

/// A piece of sound, before the first row that names it.
struct SoundRow {
  std::string sound;    // its hash
  std::string samples;  // 16-bit numbers, the low byte first, in base64
};

struct LoggedTrack {
  Seconds length{0};
  std::vector<speech::Word> words = {};
  std::vector<speech::Phone> phones = {};
  std::vector<speech::Mark> marks = {};
  std::string text = {};
  bool ssml = false;
  speech::Timing timing = speech::Timing::Measured;
  std::uint32_t rate_hz = 0;
  std::vector<std::string> sounds = {};
};

/// What a voice was asked while a script was prepared, and what it answered.
struct LoggedAnswer {
  std::string id;
  std::string text;
  std::optional<double> rate = {};
  std::optional<LoggedTrack> track = {};
  std::optional<std::string> error = {};
};

struct LoggedPoints {
  std::vector<plan::KnownPoint> points;
};

struct LoggedRevision {
  std::string part;
  LoggedTrack track;
};

/// Of a block that plays and is planned anew.
struct LoggedSoFar {
  LoggedBlock block;
  Tick from;
  std::vector<plan::ParameterChange> changes = {};
  std::uint64_t made = 0;
  std::vector<LoggedRevision> revised = {};
  std::vector<std::string> remarks = {};  // for those who read the log
  bool new_manner = false;
};

/// All that a script was prepared by: it gives the same blocks again.
struct PrepareRow {
  std::uint64_t prepare = 0;  // counted from 1
  std::string script;         // the id that it was given
  std::string character;
  std::uint64_t company = 0;
  std::string text;
  std::vector<std::string> targets = {};
  std::string tension = {};
  std::vector<GivenSketch> sketches = {};
  std::vector<plan::LiveManner> manners = {};
  std::vector<Located> located = {};
  std::string voice = {};
  std::vector<GivenSketch> styles = {};   // whose dictionaries count
  std::vector<LoggedAnswer> said = {};    // in the order in which the voice was asked
  std::vector<LoggedPoints> others = {};  // of other blocks, in the order in which they were asked
  std::optional<LoggedSoFar> so_far = {};
  std::optional<std::string> error = {};  // then there is none
  std::vector<std::string> blocks = {};   // their ids
};

// The inputs, at the tick that took them in.

struct PlayRow {
  CharacterId character;
  BlockId id;
  ClientId client;
  LoggedBlock block;
  PlayBlock::Zero zero = PlayBlock::Zero::LastTick;
  std::optional<Tick> planned_zero = {};
};

struct DynamicsRow {
  CharacterId character;
  script::Dynamics dynamics = script::Dynamics::None;
};

struct JoinRow {
  CharacterId character;
  std::uint64_t cast = 0;
  autonomy::LifeOptions life = {};
};

struct HearRow {
  CharacterId character;
  gesture::HeardNow heard;
};

struct ReplanRow {
  CharacterId character;
  BlockId id;
  Tick from;
  std::optional<LoggedBlock> before = {};  // nothing: the block is over, and the input is late
  std::optional<LoggedBlock> next = {};
};

/// Ticks in a row and a hash of the frames of each. Those between two such rows were left out.
struct TicksRow {
  Tick first;
  std::vector<std::string> hashes;
};

/// The last row.
struct EndRow {
  std::string reason;
};

/// A row of each kind of input.
using InputRow = std::variant<PlayRow, Interrupt, SetTarget, SetTension, SetFace, SetPosture,
                              DynamicsRow, PushJoint, SetLoad, JoinRow, Leave, ReplanRow, HearRow>;
static_assert(std::variant_size_v<InputRow> == std::variant_size_v<Input>);

using LogRow =
    std::variant<HeadRow, CastRow, CompanyRow, MessageRow, GoneRow, ResumeRow, SoundRow, PrepareRow,
                 PlayRow, Interrupt, SetTarget, SetTension, SetFace, SetPosture, DynamicsRow,
                 PushJoint, SetLoad, JoinRow, Leave, ReplanRow, HearRow, TicksRow, EndRow>;

struct LogLine {
  Stamp stamp;
  LogRow row;
};

/// The word of a row's kind: "target".
std::string_view word_of(const LogRow& row);

/// With its line feed.
std::string encode(LogLine line);

/// Without its line feed. Fields that it does not know are passed over.
Result<LogLine> decode_log_line(std::string_view line);

}  // namespace kine::server
