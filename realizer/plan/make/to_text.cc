#include <array>
#include <charconv>
#include <string_view>

#include "realizer/plan/make/tension_changes.h"
#include "realizer/plan/plan.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

std::string three_decimals(double value) {
  std::array<char, 64> text;
  const auto end = std::to_chars(text.begin(), text.end(), value, std::chars_format::fixed, 3).ptr;
  const std::string_view printed(text.begin(), end);
  return std::string(printed == "-0.000" ? printed.substr(1) : printed);
}

std::string to_text(Seconds time) { return three_decimals(time.count()); }

std::string to_text(const Vec3& v) {
  return three_decimals(v.x) + " " + three_decimals(v.y) + " " + three_decimals(v.z);
}

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

const char* to_text(script::Space space) {
  switch (space) {
    case script::Space::Character:
      return "character";
    case script::Space::Chest:
      return "chest";
    case script::Space::Hips:
      return "hips";
    case script::Space::World:
      return "world";
    case script::Space::HipsAtRest:
      break;
  }
  return "hips at rest";
}

const char* to_text(script::Phase phase) {
  switch (phase) {
    case script::Phase::Preparation:
      return "preparation";
    case script::Phase::PreStrokeHold:
      return "pre-stroke hold";
    case script::Phase::Stroke:
      return "stroke";
    case script::Phase::PostStrokeHold:
      return "post-stroke hold";
    case script::Phase::Retraction:
      break;
  }
  return "retraction";
}

/// One goal as a clause of its line.
struct Clause {
  const body::Body& body;

  std::string operator()(const Reach& reach) const {
    std::string text =
        "reach " + std::string(body::name_of(reach.joint)) + " " + to_text(reach.target_m);
    if (reach.touch) {
      text += " touching " + body.points[reach.touch->on].name + " by " +
              body.points[reach.touch->by].name;
    }
    if (reach.offset_m != Vec3{}) text += " offset " + to_text(reach.offset_m);
    if (reach.leans) text += " leaning";
    return text + (reach.keep ? " keep" : "");
  }
  std::string operator()(const Aim& aim) const {
    return "aim " + std::string(body::name_of(aim.joint)) + " " + to_text(aim.axis) + " to " +
           to_text(aim.direction);
  }
  std::string operator()(const Swivel& swivel) const {
    const bool spine = swivel.reference == script::SwivelReference::Spine;
    return "swivel " + three_decimals(swivel.angle_rad) + (spine ? " from spine" : "");
  }
  std::string operator()(const TakeShape& shape) const {
    std::string text =
        "shape " + body.shapes[shape.shape].name + " " + three_decimals(shape.influence);
    if (!shape.towards) return text;
    return text + " and " + body.shapes[*shape.towards].name + " " +
           three_decimals(shape.towards_share);
  }
  std::string operator()(const Lean&) const { return "lean"; }
  std::string operator()(const LookAt& look_at) const {
    const Vec3* point = std::get_if<Vec3>(&look_at.target);
    const std::string text =
        "look at " + (point != nullptr ? to_text(*point) : std::get<1>(look_at.target));
    if (look_at.share == script::LookShare::EyesFirst) return text + " eyes first";
    return text + (look_at.share == script::LookShare::BodyFirst ? " body first" : "");
  }
  std::string operator()(const Point& point) const {
    const Vec3* place = std::get_if<Vec3>(&point.target);
    return "point at " + (place != nullptr ? to_text(*place) : std::get<1>(point.target));
  }
  std::string operator()(const Turn& turn) const { return "turn " + to_text(turn.turn_rad); }
  std::string operator()(const Walk& walk) const {
    const Vec3* place = std::get_if<Vec3>(&walk.target);
    const std::string text = (walk.faces_rad ? "face " : "walk to ") +
                             (place != nullptr ? to_text(*place) : std::get<1>(walk.target));
    if (walk.faces_rad) return text + " beside " + three_decimals(*walk.faces_rad);
    return text + (walk.short_of_m ? " short of " + three_decimals(*walk.short_of_m) : "");
  }
  std::string operator()(const Stance& stance) const {
    std::string text = "stance";
    if (stance.kind) text += " " + std::string(word_of(script::kStanceWords, *stance.kind));
    for (std::size_t side = 0; side < stance.legs.size(); ++side) {
      if (!stance.legs[side]) continue;
      text += side == 0 ? " left " : " right ";
      text += word_of(script::kLegsWords, *stance.legs[side]);
    }
    return text;
  }
  std::string operator()(const GoBack&) const { return "go back"; }
};

std::string clip_clause(const Clip& clip) {
  std::string text = "clip " + clip.clip;
  if (clip.loop) text += " loop";
  if (clip.weight != 1) text += " weight " + three_decimals(clip.weight);
  if (clip.speed != 1) text += " speed " + three_decimals(clip.speed);
  return text;
}

std::string time_and_hold(Seconds time, Seconds hold) {
  return to_text(time) + (hold > Seconds{0} ? " hold " + to_text(hold) : "");
}

/// Everything of a line up to what is asked.
std::string key_start(std::string_view name, Seconds time, Seconds hold) {
  constexpr std::size_t kNameWidth = 18;
  constexpr std::size_t kTimeWidth = 24;
  return "  " + padded(std::string(name), kNameWidth) + " " +
         padded("key " + time_and_hold(time, hold), kTimeWidth) + " ";
}

std::string to_text(const script::TimeWarp& warp) {
  const bool exp = warp.kind == script::TimeWarp::Kind::Exp;
  return std::string("; warp ") + (exp ? "exp " : "tan ") + three_decimals(warp.symmetry) +
         (warp.recoil ? " recoil" : "");
}

std::string pose_line(const Pose& pose, const Plan& plan) {
  const std::string name = pose.goes_back    ? "way back"
                           : pose.id.empty() ? "put in"
                                             : "pose " + pose.id;
  std::string line = "  " + name + " " + time_and_hold(pose.time, pose.hold);
  if (pose.phase) line += std::string("; ") + to_text(*pose.phase);
  if (pose.nucleus) line += "; nucleus " + plan.nuclei[*pose.nucleus].id;
  if (pose.tension) line += "; tension " + plan.tensions[*pose.tension].id;
  if (pose.tension_from) line += "; tension from " + plan.tensions[*pose.tension_from].id;
  if (pose.sketch) line += "; sketch " + plan.sketches[*pose.sketch].id;
  for (std::size_t arm = 0; arm < pose.arm_sketches.size(); ++arm) {
    if (!pose.arm_sketches[arm]) continue;
    line += arm == 0 ? "; left arm " : "; right arm ";
    line += plan.sketches[*pose.arm_sketches[arm]].id;
  }
  if (pose.warp) line += to_text(*pose.warp);
  for (const script::Autonomous& autonomous : pose.autonomous) {
    line += "; " + autonomous.behaviour.text + " " + three_decimals(autonomous.value);
  }
  for (const script::PlaceTarget& place : pose.targets) {
    line += "; target " + place.target.text + " at " + to_text(place.point_m);
  }
  return line + "\n";
}

std::string sequence_line(const Sequence& sequence, const Plan& plan) {
  std::string line = "sequence " + sequence.id + " " + to_text(sequence.start) + " .. " +
                     to_text(sequence.end()) + "; fades " + to_text(sequence.fade_in) + " " +
                     to_text(sequence.gives_back_over()) + "; frame " + to_text(sequence.frame);
  if (sequence.lasts != Seconds{0}) line += "; lasts " + to_text(sequence.lasts);
  if (sequence.priority != 0) line += "; priority " + std::to_string(sequence.priority);
  if (sequence.warp) line += to_text(*sequence.warp);
  if (sequence.tension) line += "; tension " + plan.tensions[*sequence.tension].id;
  if (sequence.sketch) line += "; sketch " + plan.sketches[*sequence.sketch].id;
  return line + "\n";
}

std::string nucleus_line(const Nucleus& nucleus) {
  const script::Expressivity& manner = nucleus.expressivity;
  return "nucleus " + nucleus.id + "; spatial " + three_decimals(manner[script::kSpatialExtent]) +
         " temporal " + three_decimals(manner[script::kTemporalExtent]) + " power " +
         three_decimals(manner[script::kPower]) + " fluidity " +
         three_decimals(manner[script::kFluidity]) + "\n";
}

std::string transition_clause(const Transition& transition, const body::Body& body) {
  std::string said = "; transition";
  if (transition.phase) said += std::string(" of ") + to_text(*transition.phase);
  if (transition.group) said += " of " + std::string(body.groups[*transition.group].name);
  if (transition.curve) {
    const auto& [start_dt, start_dx, end_dt, end_dx] = *transition.curve;
    said += " curve " + three_decimals(start_dt) + " " + three_decimals(start_dx) + " " +
            three_decimals(end_dt) + " " + three_decimals(end_dx);
  }
  for (const script::Expressivity::Value& each : transition.parameters.values()) {
    said += " " + std::string(each.parameter->name) + " " + three_decimals(each.value);
  }
  if (transition.halt) {
    said += " halt " + std::string(script::word_of(script::kHaltWords, *transition.halt));
  }
  return said;
}

/// "sketch weary; posture -0.600 lean 0.400 lean-to apple", its parameters as scripts write them.
std::string sketch_line(const Sketch& sketch, const body::Body& body) {
  std::string said;
  for (const script::MannerElement element : script::kSketchElements) {
    for (const script::Parameter* const each : script::parameters(element)) {
      if (!sketch.expressivity.says(*each)) continue;
      said += " " + std::string(each->name) + " " + three_decimals(sketch.expressivity[*each]);
    }
  }
  if (!sketch.lean_to.empty()) said += " lean-to " + sketch.lean_to;
  for (const Transition& each : sketch.transitions) said += transition_clause(each, body);
  for (std::size_t i = 0; i < sketch.rhythm.size(); ++i) {
    said += (i == 0 ? " rhythm " : " ") + three_decimals(sketch.rhythm[i]);
  }
  return "sketch " + sketch.id + (said.empty() ? "" : ";" + said) + "\n";
}

std::string tension_line(const TensionChange& change) {
  std::string line = "tension from " + to_text(change.at) + " of " +
                     std::string(script::word_of(change.arms)) + " " +
                     (change.arms == ArmSet::Both ? "arms: " : "arm: ");
  line += !change.tension ? "off"
                          : "rest error " + three_decimals(change.tension->rest_error_m) +
                                " zeta " + three_decimals(change.tension->zeta);
  if (change.over > Seconds{0}) line += "; over " + to_text(change.over);
  if (change.lag == Lag::Keep) line += "; lag kept";
  if (change.frame != TensionFrame::Chest) {
    line += "; in " + std::string(script::word_of(script::kTensionFrameWords, change.frame));
  }
  return line + "\n";
}

/// When tension changes by its times as written, warps aside.
std::string tension_lines(const Plan& plan, const body::Body& body) {
  std::string lines;
  for (const TensionChange& change : in_order(plan, body, tension_changes(plan, body))) {
    lines += tension_line(change);
  }
  return lines;
}

std::string retraction_clause(const Track& track) {
  if (!track.retraction) return {};
  const auto& [from, over] = *track.retraction;
  return "; goes back from " + to_text(from) + " to " + to_text(from + over);
}

std::string track_lines(const Track& track, const body::Body& body) {
  std::string lines;
  for (const Key& key : track.keys) {
    if (key.goes_back()) continue;
    lines += key_start(body.groups[track.group].name, key.time, key.hold);
    for (std::size_t i = 0; i < key.goals.size(); ++i) {
      lines += (i == 0 ? "" : "; ") + std::visit(Clause{body}, key.goals[i]);
    }
    if (key.tcb != Tcb{}) {
      lines += "; tcb " + to_text(Vec3{key.tcb.tension, key.tcb.continuity, key.tcb.bias});
    }
    if (&key == &track.keys.back()) lines += retraction_clause(track);
    lines += "\n";
  }
  return lines;
}

/// What is said, in sounds: "  word 0.000 .. 0.400 h ə l oʊ".
std::string word_line(const speech::Word& word, const speech::SpeechTrack& track, Seconds start) {
  std::string line = "  word " + to_text(start + word.start) + " .. " + to_text(start + word.end);
  for (std::size_t i = word.phone_begin; i < word.phone_end; ++i) {
    line += " " + track.phones[i].ipa;
  }
  return line + "\n";
}

std::string speech_lines(const Sequence& sequence) {
  const speech::SpeechTrack& track = *sequence.speech;
  const Seconds start = sequence.start;
  std::string lines = "  speech " + to_text(start) + " .. " + to_text(start + track.length) + "; " +
                      std::string(speech::word_of(track.timing));
  if (track.audio.samples.empty()) lines += "; silent";
  const script::BodyLanguage& moves = sequence.body_language;
  const auto mode = moves.mode.value_or(script::BodyLanguageMode::None);
  if (mode != script::BodyLanguageMode::Small || moves.amount != 1) {
    lines += "; body language " + std::string(script::word_of(script::kBodyLanguageWords, mode)) +
             " " + three_decimals(moves.amount);
  }
  lines += "\n";
  for (const speech::Word& word : track.words) lines += word_line(word, track, start);
  for (const speech::Mark& mark : track.marks) {
    lines += "  mark " + mark.id + " " + to_text(start + mark.at) + "\n";
  }
  return lines;
}

std::string force_lines(const Forces& forces) {
  std::string lines;
  for (const Push& push : forces.pushes) {
    lines += "push " + to_text(push.start) + " .. " + to_text(push.start + push.duration) + " on " +
             std::string(body::name_of(push.joint)) + " by " + to_text(push.force_N) +
             (push.expected ? "; expected\n" : "\n");
  }
  for (const Load& load : forces.loads) {
    lines += "load " + to_text(load.start) + " .. " +
             (load.end == kUntilEnd ? "the end" : to_text(load.end)) + " in the " +
             std::string(script::word_of(script::kSideWords, load.hand)) + " hand of " +
             three_decimals(load.mass_kg) + " kg, taken for " + three_decimals(load.believed_kg) +
             "\n";
  }
  return lines;
}

}  // namespace

std::string to_text(const Plan& plan, const body::Body& body) {
  std::string text = "block " + plan.id + " for " + plan.character + " on " + body.name +
                     " 0.000 .. " + to_text(plan.end());
  if (plan.composition == Composition::Replace) text += "; replaces";
  if (plan.composition == Composition::Append) text += "; waits for all";
  if (plan.sketch) text += "; sketch " + plan.sketches[*plan.sketch].id;
  text += plan.compat == script::Compat::Embr2010 ? "; as EMBR 2010\n" : "\n";
  for (const Nucleus& nucleus : plan.nuclei) text += nucleus_line(nucleus);
  for (const Sketch& sketch : plan.sketches) text += sketch_line(sketch, body);
  for (const Sequence& sequence : plan.sequences) {
    text += sequence_line(sequence, plan);
    for (const Pose& pose : sequence.poses) {
      // The end of its sequence says when a way back is over; whose manner it has, only this.
      if (!pose.goes_back || !pose.appointed) text += pose_line(pose, plan);
    }
    for (const Track& track : sequence.tracks) text += track_lines(track, body);
    for (const ChannelTrack& track : sequence.channels) {
      for (const ChannelKey& key : track.keys) {
        text += key_start(body::channel_names()[track.channel.index], key.time, key.hold) +
                three_decimals(key.value) + "\n";
      }
    }
    for (const Clip& clip : sequence.clips) {
      text +=
          key_start(body.groups[clip.group].name, clip.time, clip.hold) + clip_clause(clip) + "\n";
    }
    if (sequence.speech) text += speech_lines(sequence);
  }
  return text + tension_lines(plan, body) + force_lines(plan.forces);
}

}  // namespace kine::plan
