#include "tests/support/movement/random_motions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "tests/support/draws.h"
#include "tests/support/movement/film.h"
#include "tests/support/movement/random_sketches.h"

// A compiler may draw the terms of a sum in any order.

namespace kine::test::movement {
namespace {

using Names = std::vector<std::string>;

/// Numbers where faults live: the ends of a range, nothing at all, nearly nothing.
class Extremes {
 public:
  explicit Extremes(std::uint32_t seed) : draws_(seed) {}

  Draws& draws() { return draws_; }
  bool one_in(std::size_t count) { return draws_.one_in(count); }
  std::string one_of(const Names& names) { return draws_.one_of(names); }

  std::string number(double least, double most) {
    switch (draws_.below(8)) {
      case 0:
        return format_number(least);
      case 1:
        return format_number(most);
      case 2:
        return format_number(std::clamp(0.0, least, most));
      case 3:
        return format_number(std::clamp(1e-9, least, most));
      default:
        return format_number(std::round(1000 * draws_.number(least, most)) / 1000);
    }
  }

  /// Mostly within reach of a hand; sometimes where a joint is, or as far as a place may be.
  std::string place() {
    switch (draws_.below(10)) {
      case 0:
        return "0 0 0";
      case 1:
        return three(-57, 57);  // within 100 m of the origin
      case 2:
        return "-0.18 1.4 0";
      default:
        return number(-0.5, 0.5) + " " + number(0.6, 1.8) + " " + number(-0.2, 0.7);
    }
  }

  std::string direction() {
    if (draws_.one_in(6)) return "0 0 1e-9";
    if (draws_.one_in(6)) return "1e6 -1e6 1e-6";
    return format_number(draws_.number(0.1, 1)) + " " + number(-1, 1) + " " + number(-1, 1);
  }

  std::string target() { return one_in(3) ? one_of({"camera", "cup"}) : place(); }

 private:
  std::string three(double least, double most) {
    return number(least, most) + " " + number(least, most) + " " + number(least, most);
  }

  Draws draws_;
};

std::string attribute(const std::string& name, const std::string& value) {
  return " " + name + "=\"" + value + "\"";
}

/// `text` in one of so many cases.
std::string maybe(Extremes& extremes, std::size_t one_in, const std::string& text) {
  return extremes.one_in(one_in) ? text : std::string();
}

std::string element(const std::string& name, const std::string& attributes,
                    const std::string& inside = {}) {
  return inside.empty() ? "<" + name + attributes + "/>"
                        : "<" + name + attributes + ">" + inside + "</" + name + ">";
}

const Names kManners = {"rigid", "tense", "neutral", "relaxed", "loose",
                        "limp",  "off",   "shaking", "own"};
const Names kPlaced = {"rightHand", "leftHand", "rightIndexDistal", "leftLowerArm", "rightUpperArm",
                       "head",      "neck",     "upperChest"};
const Names kTurned = {"rightHand", "leftHand", "head", "upperChest", "rightUpperArm", "chest"};
const Names kGroups = {"head-neck", "spine", "headNeck"};

std::string position(Extremes& e) {
  const std::string joint = e.one_of(kPlaced);
  std::string text = attribute("joint", joint) + attribute("target", e.place());
  if (joint.ends_with("Hand") || joint.ends_with("Distal")) {
    text += maybe(e, 3, attribute("swivel", e.number(-360, 360)));
    text += maybe(e, 4, attribute("chain", "arm-spine"));
    text += maybe(e, 4, attribute("keep", "yes"));
  }
  text += maybe(e, 5, attribute("offset", e.number(-1, 1) + " 0 " + e.number(-1, 1)));
  return element("position", text);
}

std::string orientation(Extremes& e) {
  return element("orientation", attribute("joint", e.one_of(kTurned)) +
                                    attribute("axis", e.one_of({"x", "-y", "z", "0 1 1"})) +
                                    attribute("direction", e.direction()));
}

std::string swivel(Extremes& e) {
  return element("swivel", attribute("side", e.one_of({"left", "right"})) +
                               attribute("angle", e.number(-360, 360)));
}

std::string hand_shape(Extremes& e) {
  return element("hand", attribute("side", e.one_of({"left", "right"})) +
                             attribute("shape", e.one_of({"open", "fist", "index", "pinch"})) +
                             attribute("influence", e.number(0, 1)));
}

std::string stored_pose(Extremes& e) {
  return element("stored-pose",
                 attribute("name", e.one_of({"arms-crossed", "head-bowed", "neutral", "joy"})) +
                     attribute("influence", e.number(0, 1)));
}

std::string look(Extremes& e) {
  return element("look-at", attribute("target", e.target()) +
                                attribute("with", e.one_of({"eyes", "head", "head-neck",
                                                            "head-thorax", "head-abdomen"})));
}

std::string pointing(Extremes& e) {
  return element("point",
                 attribute("side", e.one_of({"left", "right"})) + attribute("target", e.target()));
}

std::string turn(Extremes& e) {
  return element("turn", attribute("group", e.one_of(kGroups)) +
                             attribute("nod", e.number(-90, 90)) +
                             maybe(e, 2, attribute("turn", e.number(-90, 90))) +
                             maybe(e, 2, attribute("tilt", e.number(-90, 90))));
}

std::string walk(Extremes& e) {
  const std::string target = e.one_in(3) ? e.target() : e.number(-3, 3) + " 0 " + e.number(-3, 3);
  return element("walk",
                 attribute("target", target) + maybe(e, 2, attribute("distance", e.number(0, 10))));
}

std::string stance(Extremes& e) {
  return element("stance",
                 attribute("type", e.one_of({"standing", "sitting", "crouching", "lying"})) +
                     maybe(e, 3, attribute("legs", e.one_of({"neutral", "open", "crossed"}))));
}

std::string morph(Extremes& e) {
  return element("morph", attribute("name", e.one_of({"jawOpen", "ExpSmileOpen"})) +
                              attribute("weight", e.number(0, 1.5)));
}

std::string shader(Extremes& e) {
  return element("shader", attribute("name", "blushing") + attribute("value", e.number(0, 1.5)));
}

/// With the largest value that each takes.
std::string autonomous(Extremes& e) {
  struct Row {
    const char* name;
    double largest;
  };
  static constexpr std::array<Row, 8> kRows = {{{"blink-rate", 120},
                                                {"breath-rate", 90},
                                                {"breath-amplitude", 5},
                                                {"saccade-rate", 240},
                                                {"sway-amplitude", 5},
                                                {"weight-shift-rate", 12},
                                                {"balance-amplitude", 5},
                                                {"fidget-rate", 12}}};
  const Row row = e.draws().one_of(kRows);
  return element("autonomous",
                 attribute("name", row.name) + attribute("value", e.number(0, row.largest)));
}

std::string target_move(Extremes& e) {
  return element("target", attribute("name", "cup") + attribute("at", e.place()));
}

using Constraint = std::string (*)(Extremes& extremes);
constexpr std::array<Constraint, 15> kConstraints = {
    position, position, position, orientation, swivel, hand_shape, stored_pose, look,
    pointing, turn,     walk,     stance,      morph,  shader,     autonomous};

std::string pose(Extremes& e, double time_s) {
  std::string text = attribute("time", format_number(time_s));
  text += maybe(e, 3, attribute("hold", e.number(0, 0.5)));
  text += maybe(e, 4, attribute("phase", e.one_of({"preparation", "stroke", "retraction"})));
  text += maybe(e, 4, attribute("nucleus", e.one_of({"plain", "loud"})));
  text += maybe(e, 5, attribute("tension", e.one_of(kManners)));
  text += maybe(e, 5, attribute("sketch", e.one_of({"a", "b"})));
  text += maybe(e, 5, attribute("tcb", e.number(-1, 1) + " " + e.number(-1, 1) + " 1"));
  const std::string back =
      attribute("warp", "tan " + e.number(0.05, 20)) + attribute("recoil", "yes");
  const std::string warp = attribute("warp", "exp " + e.number(0.1459, 6.8541));
  text += maybe(e, 4, e.one_in(2) ? back : warp);
  std::string inside;
  std::vector<Constraint> asked;  // once each: a pose asks nothing twice
  for (std::size_t i = 1 + e.draws().below(3); i > 0; --i) {
    const Constraint constraint = e.draws().one_of(kConstraints);
    if (std::ranges::find(asked, constraint) != asked.end()) continue;
    asked.push_back(constraint);
    inside += constraint(e);
  }
  inside += maybe(e, 10, target_move(e));
  return element("pose", text, inside);
}

std::string clip(Extremes& e) {
  return element("clip", attribute("name", e.one_of({"nod-twice", "shift-weight", "crouch"})) +
                             attribute("time", "0") + attribute("weight", e.number(0, 1)) +
                             attribute("speed", e.number(0.1, 10)) + attribute("hold", "2"));
}

std::string sequence(Extremes& e) {
  std::string text = maybe(e, 2, attribute("start", e.number(0, 2)));
  text += maybe(e, 3, attribute("fade-in", e.number(0, 1)));
  text += maybe(e, 3, attribute("fade-out", e.number(0, 2)));
  text += maybe(e, 3, attribute("priority", e.one_of({"-1000", "1", "1000"})));
  text += maybe(e, 2, attribute("frame", e.one_of({"chest", "hips", "world", "hips-at-rest"})));
  text += maybe(e, 3, attribute("tension", e.one_of(kManners)));
  text += maybe(e, 4, attribute("sketch", e.one_of({"a", "b"})));
  text += maybe(e, 60, attribute("dynamics", e.one_of({"torso", "body"})));
  std::string inside = maybe(e, 12, clip(e));
  double time_s = 0;
  for (std::size_t i = 1 + e.draws().below(4); i > 0; --i) {
    time_s += e.one_in(5) ? 1e-6 : e.draws().number(0.01, 1.2);
    inside += pose(e, time_s);
    time_s += 0.5;  // behind its hold
  }
  return element("sequence", text, inside);
}

std::string manner(Extremes& e) {
  return element("nucleus", attribute("id", "loud") + attribute("power", e.number(-1, 1)) +
                                attribute("fluidity", e.number(-1, 1)) +
                                attribute("temporal-extent", e.number(-1, 1)) +
                                attribute("spatial-extent", e.number(-1, 1))) +
         element("tension", attribute("id", "own") + attribute("rest-error", e.number(0.0005, 1)) +
                                attribute("zeta", e.number(0.05, 2)) +
                                attribute("over", e.number(0, 1)));
}

std::string forces(Extremes& e) {
  return element("push",
                 attribute("start", e.number(0, 2)) + attribute("duration", e.number(0.01, 5)) +
                     attribute("joint", e.one_of({"upperChest", "leftHand", "head"})) +
                     attribute("force", e.number(-1000, 1000) + " 0 " + e.number(-1000, 1000))) +
         element("load", attribute("hand", "right") + attribute("mass", e.number(0, 50)));
}

constexpr std::size_t kCharacters = 16;
constexpr std::size_t kScriptsEach = 2;
constexpr std::uint64_t kLongest = 1200;  // ticks: 20 s

/// A character of the crowd, and what it is to play.
struct Player {
  std::shared_ptr<const Cast> cast;
  std::vector<std::string> scripts;
  std::vector<std::shared_ptr<const motion::Block>> blocks;
};

std::vector<Player> players_of(std::uint32_t seed, std::uint32_t end, Finiteness& sum) {
  std::vector<Player> players(kCharacters);
  for (std::size_t i = 0; i < players.size(); ++i) {
    Player& player = players[i];
    Cast cast = *two_casts()[i % two_casts().size()];
    cast.name += std::to_string(i);
    player.cast = std::make_shared<const Cast>(std::move(cast));
    const std::vector casts{player.cast};
    for (std::size_t k = 0; k < kScriptsEach && seed < end; ++k, ++seed) {
      const std::string text = "<script xmlns=\"urn:kinesphere:script:1\">" +
                               random_motions(seed, *player.cast->vocabulary) + "</script>";
      Diagnostics diagnostics;
      const auto prepared = prepare(text, {.casts = casts, .script_id = "x"}, diagnostics);
      ++(prepared ? sum.scripts : sum.refused);
      if (!prepared) continue;
      player.scripts.push_back(text);
      for (const auto& block : prepared->blocks) player.blocks.push_back(block);
    }
  }
  return players;
}

template <class Numbers>
std::uint64_t count_not_finite(const Numbers& numbers) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(numbers, [](float each) { return !std::isfinite(each); }));
}

void look_at(const Frame& frame, const Player& player, Finiteness& sum) {
  std::uint64_t bad = count_not_finite(frame.root) + count_not_finite(frame.hips_m) +
                      count_not_finite(frame.channels);
  for (const auto& turn : frame.parent_from_joint) bad += count_not_finite(turn);
  ++sum.frames;
  sum.numbers += frame.root.size() + frame.hips_m.size() + frame.channels.size() +
                 4 * frame.parent_from_joint.size();
  sum.not_finite += bad;
  if (bad == 0 || !sum.first.empty()) return;
  for (const std::string& script : player.scripts) sum.first += script + "\n";
}

/// The first block of each at once, the next ones when they are drawn.
std::vector<Input> begin_blocks(const std::vector<Player>& players, std::vector<std::size_t>& begun,
                                bool is_first, Draws& draws) {
  std::vector<Input> inputs;
  for (std::size_t i = 0; i < players.size(); ++i) {
    if (begun[i] == players[i].blocks.size() || (!is_first && !draws.one_in(20))) continue;
    const CharacterId id{static_cast<std::uint32_t>(i + 1)};
    if (!is_first && draws.one_in(8)) inputs.emplace_back(Interrupt{.character = id, .block = {}});
    inputs.emplace_back(PlayBlock{id, BlockId{1 + kScriptsEach * i + begun[i]}, ClientId{},
                                  players[i].blocks[begun[i]]});
    ++begun[i];
  }
  return inputs;
}

void play(const std::vector<Player>& players, std::uint32_t seed, Finiteness& sum) {
  Draws draws(~seed);
  Shard shard{TickRate(60)};
  std::size_t left = 0;
  for (std::size_t i = 0; i < players.size(); ++i) {
    const auto alive = draws.one_in(2) ? autonomy::Liveliness::Alive : autonomy::Liveliness::Still;
    shard.add_character(CharacterId{static_cast<std::uint32_t>(i + 1)}, players[i].cast,
                        {.liveliness = alive, .seed = seed + i});
    left += players[i].blocks.size();
  }
  std::vector<std::size_t> begun(players.size());
  // A tick may come late: then others were left out before it.
  for (std::uint64_t tick = 1; tick < kLongest && left > 0;
       tick += draws.one_in(4) ? 1 + draws.below(12) : 1) {
    shard.advance_to(Tick{tick}, begin_blocks(players, begun, tick == 1, draws));
    for (std::size_t i = 0; i < players.size(); ++i) look_at(shard.frames()[i], players[i], sum);
    left -= static_cast<std::size_t>(std::ranges::count_if(shard.feedback(), is_last_word));
  }
}

}  // namespace

std::string random_motions(std::uint32_t seed, const plan::Vocabulary& vocabulary) {
  Extremes extremes(seed ^ 0x5EEDU);
  std::string text = random_sketches(seed, vocabulary) + manner(extremes);
  for (std::size_t i = 1 + extremes.draws().below(3); i > 0; --i) text += sequence(extremes);
  return text + maybe(extremes, 40, forces(extremes));
}

Finiteness play_random_motions(std::uint32_t first_seed, std::uint32_t scripts) {
  Finiteness sum;
  const std::uint32_t end = first_seed + scripts;
  for (std::uint32_t seed = first_seed; seed < end; seed += kCharacters * kScriptsEach) {
    play(players_of(seed, end, sum), seed, sum);
  }
  return sum;
}

}  // namespace kine::test::movement
