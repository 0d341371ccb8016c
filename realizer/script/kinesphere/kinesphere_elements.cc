#include "realizer/script/kinesphere/kinesphere_elements.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/kinesphere/kinesphere_tension.h"
#include "realizer/script/symmetry.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

constexpr Bounds kWeight{0, 1};
constexpr Bounds kSpeed{0.1, 10};
constexpr Bounds kPriority{-1000, 1000};
constexpr Bounds kLength{0, kBlockLengthMax.count(), "s"};
constexpr Bounds kTimeInScript{0, (kStartAheadMax + kBlockLengthMax).count(), "s"};

/// Where times may run backwards; converted scripts carry what they had.
constexpr Bounds kRecoilSymmetry{0.05, 20};
constexpr Bounds kConvertedSymmetry{0, 1e308, "", true};

Time take_time(Attributes& take) {
  Time time;
  const auto from = take.one_of("from", kFromWords);
  time.from = from ? static_cast<Time::From>(*from) : Time::From::Sequence;
  const Bounds bounds = time.from == Time::From::Sequence ? kLength : kTimeInScript;
  time.seconds = take.time("time", bounds, Need::Required).value_or(Seconds{0});
  time.where = take.where_of("time");
  return time;
}

/// Whether there is room for one more; the error names the limit.
bool count_one_more(Attributes& take, std::size_t& count, std::size_t limit,
                    std::string_view what) {
  if (++count <= limit) return true;
  take.refuse(ErrorCode::LimitExceeded,
              "the " + std::string(what) + " of a script must be at most " + std::to_string(limit) +
                  ", not " + quoted(std::to_string(count)));
  return false;
}

/// "exp 3": how, a blank, and how far from even.
std::optional<TimeWarp> parse_warp(std::string_view text, bool recoil, bool converted) {
  text = xml::trimmed(text);
  const std::size_t blank = text.find_first_of(" \t\r\n");
  if (blank == text.npos) return {};
  const std::string_view word = text.substr(0, blank);
  const auto symmetry = parse_number(xml::trimmed(text.substr(blank)));
  const bool tan = word == word_of(kWarpWords, TimeWarp::Kind::Tan);
  if (!symmetry || !(tan || word == word_of(kWarpWords, TimeWarp::Kind::Exp))) return {};
  const TimeWarp::Kind kind = tan ? TimeWarp::Kind::Tan : TimeWarp::Kind::Exp;
  const SymmetryRange even = even_symmetries(kind);
  const Bounds bounds = converted ? kConvertedSymmetry
                        : recoil  ? kRecoilSymmetry
                                  : Bounds{even.least, even.most};
  if (!bounds.contains(*symmetry)) return {};
  return TimeWarp{kind, *symmetry, recoil, {}};
}

std::optional<TimeWarp> take_warp(Attributes& take, const KinesphereReading& reading) {
  const bool recoil = take.yes_no("recoil").value_or(false);
  const xml::Attribute* attribute = take.raw("warp");
  if (attribute == nullptr) return {};
  auto warp = parse_warp(attribute->value, recoil, reading.is_converted());
  if (warp) {
    warp->where = attribute->value_where;
  } else {
    take.refuse(*attribute, ErrorCode::OutOfRange,
                recoil ? "exp or tan and a number from 0.05 to 20"
                       : "exp and a number from 0.1459 to 6.8541, or tan and one from 0.3334 to "
                         "5.3951, or time runs backwards, which needs recoil=\"yes\"");
  }
  return warp;
}

void read_pose(const xml::Element& element, Sequence& sequence, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!count_one_more(take, reading.poses_and_clips, kPosesMax, "poses and clips")) return;
  Pose pose;
  pose.where = element.where;
  pose.id = take.name("id");
  pose.time = take_time(take);
  pose.hold = take.time("hold", kLength).value_or(pose.hold);
  if (const auto phase = take.one_of("phase", kPhaseWords)) {
    pose.phase = static_cast<Phase>(*phase);
  }
  pose.nucleus = take.name("nucleus");
  pose.tension = take.name("tension");
  pose.tension_from = take.name("tension-from");
  pose.sketch = take.name("sketch");
  pose.warp = take_warp(take, reading);
  pose.tcb = take.tcb("tcb");
  take.done();
  read_children(element, kinesphere_constraints(), pose, reading);
  sequence.poses.push_back(std::move(pose));
}

void read_clip(const xml::Element& element, Sequence& sequence, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  if (!count_one_more(take, reading.poses_and_clips, kPosesMax, "poses and clips")) return;
  Clip clip;
  clip.where = element.where;
  clip.clip = take.name("name", Need::Required);
  clip.group = take.name("group");
  clip.time = take_time(take);
  clip.hold = take.time("hold", kLength).value_or(clip.hold);
  clip.loop = take.yes_no("loop").value_or(clip.loop);
  clip.weight = take.number("weight", kWeight).value_or(clip.weight);
  clip.speed = take.number("speed", kSpeed).value_or(clip.speed);
  take.done();
  expect_no_children(element, reading);
  sequence.clips.push_back(std::move(clip));
}

/// Two poses of one id would be one sync point; `start` and `end` are the sequence's own.
void check_pose_ids(const Sequence& sequence, KinesphereReading& reading) {
  if (reading.is_converted()) return;
  std::set<std::string_view> ids = {"start", "end"};
  for (const Pose& pose : sequence.poses) {
    if (pose.id.empty()) continue;
    const bool fine =
        pose.id.text.find(':') == std::string::npos && ids.insert(pose.id.text).second;
    if (fine) continue;
    reading.error.add({ErrorCode::Syntax,
                       "id of <pose> must be a name without a colon, unique in its sequence and "
                       "neither start nor end, not " +
                           quoted(pose.id.text),
                       pose.id.where});
  }
}

/// Which gesture it is, or what it is to mean.
void take_lexeme_or_meaning(Attributes& take, Gesture& gesture) {
  gesture.lexeme = take.name("lexeme");
  gesture.meaning = take.name("meaning");
  if (!take.has("lexeme") && !take.has("meaning")) {
    take.refuse(ErrorCode::Syntax, "<gesture> needs the attribute 'lexeme' or 'meaning'");
  }
  if (take.has("lexeme") && take.has("meaning")) {
    take.refuse(*take.raw("meaning"), ErrorCode::Syntax, "left to gestures without a lexeme");
  }
}

constexpr ElementRow<Sequence, KinesphereReading> kInSequence[] = {{"pose", read_pose},
                                                                   {"clip", read_clip}};

constexpr ElementRow<Sequence, KinesphereReading> kPosesOnly[] = {{"pose", read_pose}};

}  // namespace

/// An id, which must not be `ids` already. A feedback message is id:id:id, so none has a colon.
Name take_id(Attributes& take, Need need, std::set<std::string>& ids,
             const KinesphereReading& reading) {
  Name id = take.name("id", need);
  if (id.empty() || reading.is_converted()) return id;
  const xml::Attribute& attribute = *take.raw("id");
  if (id.text.find(':') != std::string::npos) {
    take.refuse(attribute, ErrorCode::Syntax, "a name without a colon");
  }
  if (!ids.insert(id.text).second) {
    take.refuse(attribute, ErrorCode::Syntax, "another than those before it");
  }
  return id;
}

namespace {

/// "head arms": which sections there are, each once at most; without the attribute all.
MovedSections take_sections(Attributes& take) {
  constexpr std::string_view kSections = "some of head, arms and lower, between blanks";
  const xml::Attribute* const written = take.raw("sections");
  if (written == nullptr) return {};
  MovedSections sections{.head = false, .arms = false, .lower = false};
  bool* const each[] = {&sections.head, &sections.arms, &sections.lower};
  for (const std::string_view word : words_in(written->value)) {
    const auto* const found = std::ranges::find(kSectionWords, word);
    if (found == std::end(kSectionWords)) {
      take.refuse(*written, ErrorCode::Syntax, kSections);
      return {};
    }
    *each[found - std::begin(kSectionWords)] = true;
  }
  if (!sections.any()) take.refuse(*written, ErrorCode::Syntax, kSections);
  return sections;
}

}  // namespace

std::optional<Dynamics> take_dynamics(Attributes& take) {
  const auto word = take.one_of("dynamics", kDynamicsWords);
  return word ? std::optional(static_cast<Dynamics>(*word)) : std::nullopt;
}

std::optional<BodyLanguageMode> take_body_language(Attributes& take, std::string_view attribute) {
  const auto mode = take.one_of(attribute, kBodyLanguageWords);
  return mode ? std::optional(static_cast<BodyLanguageMode>(*mode)) : std::nullopt;
}

BodyLanguage read_body_language(Attributes& take) {
  constexpr Bounds kAmount{0, 1};
  constexpr Bounds kDelay_s{kDelayMin.count(), kDelayMax.count()};
  BodyLanguage read;
  read.mode = take_body_language(take, "mode");
  read.amount = take.number("amount", kAmount).value_or(read.amount);
  read.sections = take_sections(take);
  read.delay = take.time("delay", kDelay_s).value_or(read.delay);
  if (take.has("delay") && read.mode != BodyLanguageMode::Delayed) {
    take.refuse(*take.raw("delay"), ErrorCode::Syntax, "absent where the mode is not 'delayed'");
  }
  return read;
}

Speech read_sound(Attributes& take, std::string_view attribute) {
  Speech sound;
  sound.where = take.where();
  const Name file = take.name(attribute, Need::Required);
  const std::string_view name =
      std::string_view(file.text).substr(file.text.find_last_of("/\\:") + 1);
  const std::string_view stem = name.substr(0, name.rfind('.'));
  if (stem.empty() && take.has(attribute)) {
    take.refuse(*take.raw(attribute), ErrorCode::Syntax, "the name of a file");
  }
  sound.voice = {"file:" + std::string(stem), file.where};
  return sound;
}

Speech read_moving_sound(const xml::Element& element, Attributes& take,
                         KinesphereReading& reading) {
  Speech sound = read_sound(take, "audio");
  sound.body_language = read_body_language(take);
  if (!take.has("mode")) {
    take.refuse(ErrorCode::Syntax,
                "<bodylanguage> of a sound needs a mode: live, delayed or planned");
  }
  take.done();
  expect_no_children(element, reading);
  return sound;
}

bool count_sequence(Attributes& take, KinesphereReading& reading) {
  return count_one_more(take, reading.sequences, kSequencesMax, "sequences and gestures");
}

void read_character(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  Character character;
  character.where = element.where;
  character.name = take.name("name");
  character.nucleus = take.name("nucleus");
  character.tension = take.name("tension");
  character.sketch = take.name("sketch");
  character.dynamics = take_dynamics(take);
  character.body_language = take_body_language(take, "bodylanguage");
  take.done();
  expect_no_children(element, reading);
  const Name& of = character.name.empty() ? document.character : character.name;
  const auto [first, is_new] = reading.character_names.try_emplace(of.text, element.where);
  if (!is_new) {
    take.refuse(ErrorCode::Syntax, "duplicate <character> of " + quoted(of.text) +
                                       ": what it is to be was said at " +
                                       std::to_string(first->second.line) + ":" +
                                       std::to_string(first->second.column));
  }
  document.characters.push_back(std::move(character));
}

void read_nucleus(const xml::Element& element, Document& document, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  Nucleus nucleus;
  nucleus.where = element.where;
  nucleus.id = take_id(take, Need::Required, reading.nucleus_ids, reading);
  for (const Parameter* const each : parameters(MannerElement::Nucleus)) {
    const auto value = take.number(each->name, Bounds{each->least, each->most});
    nucleus.parameters.set(*each, value.value_or(0));
  }
  nucleus.style = take.name("style");
  take.done();
  expect_no_children(element, reading);
  document.nuclei.push_back(std::move(nucleus));
}

void read_named_tension(const xml::Element& element, Document& document,
                        KinesphereReading& reading) {
  Attributes take(element, reading.error);
  Name id = take_id(take, Need::Required, reading.tension_ids, reading);
  document.tensions.push_back(read_tension(element, std::move(id), take, reading));
}

Sequence read_sequence(const xml::Element& element, Attributes& take, KinesphereReading& reading) {
  Sequence sequence;
  sequence.where = element.where;
  sequence.fade_in = take.time("fade-in", kLength).value_or(sequence.fade_in);
  sequence.fade_out = take.time("fade-out", kLength);
  sequence.priority = take.whole_number("priority", kPriority).value_or(sequence.priority);
  if (const auto frame = take.one_of("frame", kSpaceWords)) {
    sequence.frame = static_cast<Space>(*frame);
  }
  sequence.warp = take_warp(take, reading);
  sequence.nucleus = take.name("nucleus");
  sequence.tension = take.name("tension");
  sequence.sketch = take.name("sketch");
  sequence.dynamics = take_dynamics(take);
  take.done();
  read_children<Sequence, KinesphereReading>(element, kInSequence, sequence, reading);
  check_pose_ids(sequence, reading);
  return sequence;
}

Gesture read_gesture(const xml::Element& element, Attributes& take, KinesphereReading& reading) {
  Gesture gesture;
  gesture.where = element.where;
  take_lexeme_or_meaning(take, gesture);
  if (const auto hand = take.one_of("hand", kGestureHandWords)) {
    gesture.hand = static_cast<Gesture::Hand>(*hand);
  }
  gesture.hand_where = take.where_of("hand");
  gesture.nucleus = take.name("nucleus");
  gesture.tension = take.name("tension");
  gesture.sketch = take.name("sketch");
  gesture.dynamics = take_dynamics(take);
  gesture.fade_in = take.time("fade-in", kLength).value_or(gesture.fade_in);
  gesture.fade_out = take.time("fade-out", kLength);
  if (gesture.fade_out && take.has("end")) {
    take.refuse(*take.raw("fade-out"), ErrorCode::Syntax, "left to the end that is given");
  }
  gesture.priority = take.whole_number("priority", kPriority).value_or(gesture.priority);
  take.done();
  expect_no_children(element, reading);
  return gesture;
}

std::vector<Pose> read_poses(const xml::Element& parent, KinesphereReading& reading) {
  Sequence sequence;
  read_children<Sequence, KinesphereReading>(parent, kPosesOnly, sequence, reading);
  check_pose_ids(sequence, reading);
  return std::move(sequence.poses);
}

}  // namespace kine::script
