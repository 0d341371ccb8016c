#include "server/session_log/rows.h"

#include <algorithm>
#include <utility>

#include "server/base/json_text.h"

namespace kine::server {

template <>
struct Words<autonomy::Liveliness> {
  static constexpr std::array<std::string_view, 2> kAll = {"still", "alive"};
};
template <>
struct Words<PlayBlock::Zero> {
  static constexpr std::array<std::string_view, 2> kAll = {"this tick", "last tick"};
};
template <>
struct Words<plan::ArmSet> {
  static constexpr std::array<std::string_view, 4> kAll = {"none", "left", "right", "both"};
};
template <>
struct Words<plan::Lag> {
  static constexpr std::array<std::string_view, 2> kAll = {"make-up", "keep"};
};
template <>
struct Words<plan::TensionFrame> {
  static constexpr std::array<std::string_view, 3> kAll = {"chest", "hips", "world"};
};
template <>
struct Words<script::Dynamics> {
  static constexpr std::array<std::string_view, 3> kAll = {"none", "torso", "body"};
};
template <>
struct Words<body::Side> {
  static constexpr std::array<std::string_view, 2> kAll = {"left", "right"};
};
template <>
struct Words<speech::Timing> {
  static constexpr std::array<std::string_view, 4> kAll = {"measured", "marks", "aligned",
                                                           "estimated"};
};

// What belongs to the realizer. A struct that gets another field does not compile here until the
// log has it.

template <class Fields>
void fields(Fields& io, Vec3& point) {
  auto& [x, y, z] = point;
  io("x", x), io("y", y), io("z", z);
}
template <class Fields>
void fields(Fields& io, body::Placement& placement) {
  auto& [position_m, heading_rad] = placement;
  io("at", position_m), io("heading_rad", heading_rad);
}
template <class Fields>
void fields(Fields& io, Located& located) {
  auto& [name, at] = located;
  io("name", name), io("place", at);
}
template <class Fields>
void fields(Fields& io, script::Expressivity& style) {
  for (const script::Parameter* const each : script::parameters(script::MannerElement::Nucleus)) {
    std::string name(each->name);
    std::ranges::replace(name, '-', '_');
    double value = style[*each];
    io(name, value);
    style.set(*each, value);
  }
  // What a sketch does not say is left out.
  for (const auto element : {script::MannerElement::Shape, script::MannerElement::Timing,
                             script::MannerElement::Idle, script::MannerElement::Clarity}) {
    for (const script::Parameter* const each : script::parameters(element)) {
      std::string name(each->name);
      std::ranges::replace(name, '-', '_');
      std::optional<double> value;
      if (style.says(*each)) value = style[*each];
      io(name, value);
      if (value) style.set(*each, *value);
    }
  }
}
template <class Fields>
void fields(Fields& io, plan::LiveManner& manner) {
  auto& [character, from, to, since, over] = manner;
  io("character", character), io("from", from), io("to", to);
  io("since_s", since), io("over_s", over);
}
template <class Fields>
void fields(Fields& io, GivenSketch& sketch) {
  auto& [character, style] = sketch;
  io("character", character), io("style", style);
}
template <class Fields>
void fields(Fields& io, plan::KnownPoint& point) {
  auto& [id, time] = point;
  io("id", id), io("time_s", time);
}
template <class Fields>
void fields(Fields& io, plan::ParameterChange& change) {
  auto& [part, parameter, value, from, over, at] = change;
  io("part", part), io("parameter", parameter), io("value", value), io("from", from);
  io("over_s", over), io("at_s", at);
}
template <class Fields>
void fields(Fields& io, Tension& tension) {
  auto& [rest_error_m, zeta] = tension;
  io("rest_error_m", rest_error_m), io("zeta", zeta);
}
template <class Fields>
void fields(Fields& io, plan::TensionChange& change) {
  auto& [at, arms, tension, over, lag, frame, from] = change;
  static_cast<void>(from);  // a script's own: no message has one
  io("at_s", at), io("arms", arms), io("tension", tension), io("over_s", over);
  io("lag", lag), io("frame", frame);
}
template <class Fields>
void fields(Fields& io, FaceChange& change) {
  auto& [channels, over] = change;
  io("channels", channels), io("over_s", over);
}
template <class Fields>
void fields(Fields& io, body::FootOffset& foot) {
  auto& [moved_m, yaw_rad] = foot;
  io("moved_m", moved_m), io("yaw_rad", yaw_rad);
}
template <class Fields>
void fields(Fields& io, body::BodyOffsets& offsets) {
  auto& [pelvis_m, pelvis_rad, spine_rad, clavicles_rad, centre_of_mass_m, feet] = offsets;
  io("pelvis_m", pelvis_m), io("pelvis_rad", pelvis_rad), io("spine_rad", spine_rad);
  io("clavicles_rad", clavicles_rad), io("centre_of_mass_m", centre_of_mass_m);
  io("feet", feet);
}
template <class Fields>
void fields(Fields& io, PostureChange& change) {
  auto& [offsets, over, idle_amount] = change;
  io("offsets", offsets), io("over_s", over), io("idle_amount", idle_amount);
}
template <class Fields>
void fields(Fields& io, LiveDrag& drag) {
  auto& [to_m, stiffness_N_m, most_N] = drag;
  io("to_m", to_m), io("stiffness_N_m", stiffness_N_m), io("most_N", most_N);
}
/// A joint stands by its name.
template <class Fields>
void fields(Fields& io, LivePush& push) {
  auto& [joint, duration, force_N, drag] = push;
  std::string name(body::name_of(joint));
  io("joint", name), io("duration_s", duration), io("force_N", force_N);
  io("drag", drag);
  joint = body::find_joint(name).value_or(body::Joint::Hips);  // which nobody can push
}
template <class Fields>
void fields(Fields& io, LiveLoad& load) {
  auto& [hand, mass_kg, believed_kg] = load;
  io("hand", hand), io("mass_kg", mass_kg), io("believed_kg", believed_kg);
}
template <class Fields>
void fields(Fields& io, autonomy::LifeOptions& life) {
  auto& [liveliness, seed] = life;
  io("life", liveliness), io("seed", seed);
}
template <class Fields>
void fields(Fields& io, speech::Word& word) {
  auto& [byte_begin, byte_end, start, end, phone_begin, phone_end] = word;
  io("byte", byte_begin), io("byte_end", byte_end), io("start_s", start), io("end_s", end);
  io("phone", phone_begin), io("phone_end", phone_end);
}
template <class Fields>
void fields(Fields& io, speech::Phone& phone) {
  auto& [ipa, start, end, stress] = phone;
  io("ipa", ipa), io("start_s", start), io("end_s", end), io("stress", stress);
}
template <class Fields>
void fields(Fields& io, speech::Mark& mark) {
  auto& [id, at] = mark;
  io("id", id), io("at_s", at);
}

// What is the log's own.

template <class Fields>
void fields(Fields& io, LoggedBlock& block) {
  io("prepared", block.prepared), io("block", block.block), io("tick", block.tick);
  io("nth", block.nth);
}
template <class Fields>
void fields(Fields& io, LoggedCast& cast) {
  io("cast", cast.cast), io("name", cast.name), io("body", cast.body);
  io("body_of", cast.body_of), io("place", cast.place);
}
template <class Fields>
void fields(Fields& io, LoggedClip& clip) {
  io("name", clip.name), io("length_s", clip.length);
}
template <class Fields>
void fields(Fields& io, LoggedTrack& track) {
  io("length_s", track.length), io("words", track.words), io("phones", track.phones);
  io("marks", track.marks), io("text", track.text), io("ssml", track.ssml),
      io("timing", track.timing);
  io("rate_hz", track.rate_hz), io("sounds", track.sounds);
}
template <class Fields>
void fields(Fields& io, LoggedAnswer& answer) {
  io("id", answer.id), io("text", answer.text), io("rate", answer.rate);
  io("track", answer.track), io("error", answer.error);
}
template <class Fields>
void fields(Fields& io, LoggedPoints& points) {
  io("points", points.points);
}
template <class Fields>
void fields(Fields& io, LoggedRevision& revision) {
  io("part", revision.part), io("track", revision.track);
}
template <class Fields>
void fields(Fields& io, LoggedSoFar& so_far) {
  io("block", so_far.block), io("from", so_far.from), io("changes", so_far.changes);
  io("made", so_far.made), io("revised", so_far.revised), io("remarks", so_far.remarks);
  io("new_manner", so_far.new_manner);
}

template <class Fields>
void fields(Fields& io, Stamp& stamp) {
  io("tick", stamp.tick), io("wall", stamp.wall), io("mono_us", stamp.mono_us);
}
template <class Fields>
void fields(Fields& io, HeadRow& row) {
  io("format", row.format), io("version", row.version), io("revision", row.revision);
  io("system", row.system), io("processor", row.processor), io("threads", row.threads);
  io("tick_rate_hz", row.tick_rate_hz), io("life", row.life), io("shards", row.shards);
  io("physical_max", row.physical_max);
  io("voice", row.voice), io("characters", row.characters), io("clips", row.clips);
  io("gestures", row.gestures), io("body_language", row.body_language);
}
template <class Fields>
void fields(Fields& io, CastRow& row) {
  io("cast", row.cast);
}
template <class Fields>
void fields(Fields& io, CompanyRow& row) {
  io("company", row.company), io("casts", row.casts);
}
template <class Fields>
void fields(Fields& io, MessageRow& row) {
  io("client", row.client), io("sound_bytes", row.sound_bytes), io("message", row.message);
}
template <class Fields>
void fields(Fields& io, GoneRow& row) {
  io("client", row.client);
}
template <class Fields>
void fields(Fields& io, ResumeRow& row) {
  io("client", row.client), io("key", row.key), io("keeps_waiting", row.keeps_waiting);
}
template <class Fields>
void fields(Fields& io, SoundRow& row) {
  io("sound", row.sound), io("samples", row.samples);
}
template <class Fields>
void fields(Fields& io, PrepareRow& row) {
  io("prepare", row.prepare), io("script", row.script), io("character", row.character);
  io("company", row.company), io("text", row.text), io("targets", row.targets);
  io("tension", row.tension), io("sketches", row.sketches), io("manners", row.manners);
  io("located", row.located);
  io("voice", row.voice), io("styles", row.styles), io("said", row.said), io("others", row.others);
  io("so_far", row.so_far), io("error", row.error);
  io("blocks", row.blocks);
}
template <class Fields>
void fields(Fields& io, PlayRow& row) {
  io("character", row.character), io("id", row.id), io("client", row.client);
  io("block", row.block), io("zero", row.zero), io("planned_zero", row.planned_zero);
}
template <class Fields>
void fields(Fields& io, Interrupt& row) {
  auto& [character, block, fade] = row;
  io("character", character), io("block", block), io("fade_s", fade);
}
template <class Fields>
void fields(Fields& io, SetTarget& row) {
  auto& [name, point_m, over] = row;
  io("name", name), io("point_m", point_m), io("over_s", over);
}
template <class Fields>
void fields(Fields& io, SetTension& row) {
  auto& [character, change] = row;
  io("character", character), io("change", change);
}
template <class Fields>
void fields(Fields& io, SetFace& row) {
  auto& [character, change, of_sound] = row;
  io("character", character), io("change", change);
  std::optional<bool> is_of_sound;
  if (of_sound) is_of_sound = true;
  io("of_sound", is_of_sound);
  of_sound = is_of_sound.value_or(false);
}
template <class Fields>
void fields(Fields& io, SetPosture& row) {
  auto& [character, change] = row;
  io("character", character), io("change", change);
}
template <class Fields>
void fields(Fields& io, DynamicsRow& row) {
  io("character", row.character), io("dynamics", row.dynamics);
}
template <class Fields>
void fields(Fields& io, PushJoint& row) {
  auto& [character, client, push] = row;
  io("character", character), io("client", client), io("push", push);
}
template <class Fields>
void fields(Fields& io, SetLoad& row) {
  auto& [character, load] = row;
  io("character", character), io("load", load);
}
template <class Fields>
void fields(Fields& io, JoinRow& row) {
  io("character", row.character), io("cast", row.cast), io("life", row.life);
}
template <class Fields>
void fields(Fields& io, Leave& row) {
  auto& [character] = row;
  io("character", character);
}
template <class Fields>
void fields(Fields& io, gesture::HeardNow& heard) {
  auto& [symbol, context, known_s, next_peak_s] = heard;
  io("symbol", symbol), io("context", context), io("known_s", known_s);
  io("next_peak_s", next_peak_s);
}
template <class Fields>
void fields(Fields& io, HearRow& row) {
  io("character", row.character), io("heard", row.heard);
}
template <class Fields>
void fields(Fields& io, ReplanRow& row) {
  io("character", row.character), io("id", row.id), io("from", row.from);
  io("before", row.before), io("next", row.next);
}
template <class Fields>
void fields(Fields& io, TicksRow& row) {
  io("first", row.first), io("hashes", row.hashes);
}
template <class Fields>
void fields(Fields& io, EndRow& row) {
  io("reason", row.reason);
}

namespace {

/// In the order of LogRow.
constexpr std::array<std::string_view, std::variant_size_v<LogRow>> kRowWords = {
    "head", "cast",      "company", "message", "gone",  "resume",  "sound",    "prepare",
    "play", "interrupt", "target",  "tension", "face",  "posture", "dynamics", "push",
    "load", "join",      "leave",   "replan",  "heard", "ticks",   "end"};

/// A row of the kind that has this place in LogRow.
template <std::size_t kPlace = 0>
LogRow row_at(std::size_t place) {
  if constexpr (kPlace + 1 < std::variant_size_v<LogRow>) {
    if (place != kPlace) return row_at<kPlace + 1>(place);
  }
  return LogRow(std::in_place_index<kPlace>);
}

}  // namespace

std::string_view word_of(const LogRow& row) { return kRowWords[row.index()]; }

std::string encode(LogLine line) {
  std::string text = "{\"row\":" + json_quoted(word_of(line.row));
  FieldWriter writer(text);
  fields(writer, line.stamp);
  std::visit([&](auto& row) { fields(writer, row); }, line.row);
  return text += "}\n";
}

Result<LogLine> decode_log_line(std::string_view line) {
  const auto tree = JsonTree::read(line);
  if (!tree) return tree.error();
  const JsonTree::Node* const word = tree->find(tree->root(), "row");
  if (word == nullptr) return Error{ErrorCode::Syntax, "no row: there is no field 'row'"};
  const auto found = std::find(kRowWords.begin(), kRowWords.end(), word->source);
  if (found == kRowWords.end()) {
    return Error{ErrorCode::UnknownName, "no kind of row is " + quoted(word->source)};
  }
  LogLine result{.stamp = {}, .row = row_at(static_cast<std::size_t>(found - kRowWords.begin()))};
  FieldReader reader(*tree, tree->root());
  fields(reader, result.stamp);
  std::visit([&](auto& row) { fields(reader, row); }, result.row);
  if (!reader.fault()) return result;
  return Error{ErrorCode::Syntax, "a row " + quoted(*found) + ": " + *reader.fault()};
}

}  // namespace kine::server
