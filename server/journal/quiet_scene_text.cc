// The record of a quiet scene: JSON, each struct described once for both ways.
#include <utility>

#include "server/base/base64.h"
#include "server/journal/quiet_scene.h"
#include "server/session_log/fields.h"

namespace kine::server {

template <class Fields>
void fields(Fields& io, ToldBytes& told) {
  std::string text = told.bytes ? to_base64(*told.bytes) : std::string();
  io("base64", text);
  auto bytes = told.bytes ? std::nullopt : bytes_of_base64(text);
  if (bytes && !bytes->empty()) told.bytes = protocol::make_bytes(*std::move(bytes));
}
template <class Fields>
void fields(Fields& io, ToldFeedback& told) {
  auto& [tick, is_last_word, message] = told;
  io("tick", tick), io("last", is_last_word), io("message", message);
}
template <class Fields>
void fields(Fields& io, ToldScript& told) {
  auto& [id, blocks, last_words] = told;
  io("id", id), io("blocks", blocks), io("last_words", last_words);
}
template <class Fields>
void fields(Fields& io, ToldClient& told) {
  auto& [key, client, keeps_waiting, scripts, feedback] = told;
  io("key", key), io("client", client), io("keeps_waiting", keeps_waiting);
  io("scripts", scripts), io("feedback", feedback);
}
template <class Fields>
void fields(Fields& io, ToldChannel& told) {
  auto& [channel, times_s, values] = told;
  io("channel", channel), io("times_s", times_s), io("values", values);
}
template <class Fields>
void fields(Fields& io, ToldMotion& told) {
  auto& [producer, started, end, joints, times_s, rotations, channels, body_times_s, body] = told;
  io("producer", producer), io("started", started), io("end", end);
  io("joints", joints), io("times_s", times_s), io("rotations", rotations);
  io("channels", channels), io("body_times_s", body_times_s), io("body", body);
}
template <class Fields>
void fields(Fields& io, ToldMemory& told) {
  auto& [next, ended, where, begun, due] = told;
  io("next", next), io("ended", ended), io("where", where), io("begun", begun), io("due", due);
}
template <class Fields>
void fields(Fields& io, ToldFace& told) {
  auto& [from, to, since, over] = told;
  io("from", from), io("to", to), io("since", since), io("over_s", over);
}
template <class Fields>
void fields(Fields& io, ToldPosture& told) {
  auto& [from, to, since, over] = told;
  io("from", from), io("to", to), io("since", since), io("over_s", over);
}
template <class Fields>
void fields(Fields& io, ToldCharacter& told) {
  auto& [id, place_m, heading_rad, arrived, stance, posture, face, idle_amount, parameters,
         memories, motions, faces, is_turning, has_turned, blocks, stands] = told;
  io("character", id), io("place_m", place_m), io("heading_rad", heading_rad);
  io("arrived", arrived), io("stance", stance), io("posture", posture), io("face", face);
  io("idle_amount", idle_amount), io("life", parameters), io("memories", memories);
  io("motions", motions), io("faces", faces), io("is_turning", is_turning);
  io("has_turned", has_turned), io("blocks", blocks), io("stands", stands);
}
template <class Fields>
void fields(Fields& io, ToldPoint& told) {
  auto& [name, goal_m, at_m, velocity_m_s, since, unheard, beat, last_way_m_s, goal_velocity_m_s,
         destination_m, still_to_go] = told;
  io("name", name), io("goal_m", goal_m), io("at_m", at_m), io("velocity_m_s", velocity_m_s);
  io("since", since), io("unheard_s", unheard), io("beat_s", beat);
  io("last_way_m_s", last_way_m_s), io("goal_velocity_m_s", goal_velocity_m_s);
  io("destination_m", destination_m), io("still_to_go_s", still_to_go);
}
template <class Fields>
void fields(Fields& io, ToldTarget& told) {
  auto& [name, point_m] = told;
  io("name", name), io("point_m", point_m);
}
template <class Fields>
void fields(Fields& io, QuietScene& scene) {
  auto& [tick, last_block, last_client, characters, points, targets, clients] = scene;
  io("tick", tick), io("last_block", last_block), io("last_client", last_client);
  io("characters", characters), io("points", points), io("targets", targets);
  io("clients", clients);
}

std::string encode(QuietScene scene) {
  std::string text = "{";
  FieldWriter writer(text);
  fields(writer, scene);
  return text += '}';
}

Result<QuietScene> decode_quiet_scene(std::string_view text) {
  const auto tree = JsonTree::read(text);
  if (!tree) return tree.error();
  QuietScene scene;
  FieldReader reader(*tree, tree->root());
  fields(reader, scene);
  if (!reader.fault()) return scene;
  return Error{ErrorCode::Syntax, "a quiet scene: " + *reader.fault()};
}

}  // namespace kine::server
