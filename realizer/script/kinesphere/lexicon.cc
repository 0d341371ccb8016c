#include "realizer/script/kinesphere/lexicon.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/attributes.h"
#include "realizer/script/kinesphere/elements.h"
#include "realizer/script/kinesphere/kinesphere_constraints.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

constexpr std::string_view kHandsWords[] = {"one", "any", "both"};

/// Longer than this no gesture gives its hands back.
constexpr Bounds kFadeOut{0, 10, "s"};

struct LexiconReading : KinesphereReading {
  std::set<std::string, std::less<>> names;
};

using Lexemes = std::vector<Lexeme>;

void refuse(LexiconReading& reading, ErrorCode code, std::string message, Where where) {
  reading.error.add({code, std::move(message), where});
}

std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (text = xml::trimmed(text); !text.empty(); text = xml::trimmed(text)) {
    const std::size_t end = std::min(text.find_first_of(" \t\r\n"), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return words;
}

/// One line of text: what people read, so blanks are fine and control characters are not.
std::string take_line(Attributes& take, std::string_view attribute) {
  constexpr std::size_t kLineBytesMax = 256;
  const xml::Attribute* line = take.raw(attribute, Need::Required);
  if (line == nullptr) return {};
  const bool plain = std::none_of(line->value.begin(), line->value.end(), [](char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
  });
  if (!plain || xml::trimmed(line->value).empty() || line->value.size() > kLineBytesMax) {
    take.refuse(*line, ErrorCode::Syntax, "one line of at most 256 bytes");
  }
  return line->value;
}

/// The joint or group that a constraint moves; nothing for channels.
const Name* part_of(const Constraint& constraint) {
  if (const auto* position = std::get_if<Position>(&constraint)) return &position->joint;
  if (const auto* orientation = std::get_if<Orientation>(&constraint)) return &orientation->joint;
  if (const auto* swivel = std::get_if<Swivel>(&constraint)) return &swivel->group;
  if (const auto* shape = std::get_if<Shape>(&constraint)) return &shape->group;
  return nullptr;
}

void check_sides(const Lexeme& lexeme, LexiconReading& reading) {
  if (lexeme.hands == LexemeHands::Both) return;
  for (const Pose& pose : lexeme.poses) {
    for (const Constraint& constraint : pose.constraints) {
      const Name* part = part_of(constraint);
      if (part == nullptr || !part->text.starts_with("left")) continue;
      refuse(reading, ErrorCode::OutOfRange,
             "a lexeme of one hand is written for the right one, not " + quoted(part->text),
             part->where);
    }
  }
}

void check_times(const Lexeme& lexeme, LexiconReading& reading) {
  constexpr Seconds kRounding{1e-9};
  Seconds free_from{0};
  for (const Pose& pose : lexeme.poses) {
    if (pose.time.from != Time::From::Sequence || pose.time.seconds <= free_from - kRounding ||
        pose.time.seconds <= Seconds{0}) {
      refuse(reading, ErrorCode::OutOfRange,
             "a pose of a lexeme comes after the one before it and its hold, not at " +
                 quoted(format_number(pose.time.seconds.count())),
             pose.time.where);
    }
    free_from = pose.time.seconds + pose.hold;
  }
}

/// The points that are poses of the lexeme: all but start, relax and end, which follow.
void check_points(const Lexeme& lexeme, LexiconReading& reading) {
  std::size_t reached = 0;
  for (const Pose& pose : lexeme.poses) {
    const auto* word = std::ranges::find(kGesturePointWords, pose.id.text);
    if (word == std::end(kGesturePointWords)) continue;
    const auto point = static_cast<std::size_t>(word - std::begin(kGesturePointWords));
    if (point >= static_cast<std::size_t>(GesturePoint::Relax) || point < reached) {
      refuse(reading, ErrorCode::Syntax,
             "the poses of a lexeme go from ready over stroke-start and stroke to stroke-end, but "
             "not on to " +
                 quoted(pose.id.text),
             pose.id.where);
      continue;
    }
    reached = point;
  }
  if (reached != static_cast<std::size_t>(GesturePoint::StrokeEnd)) {
    refuse(reading, ErrorCode::Syntax,
           "a lexeme needs a pose stroke-end, and there is none in " + quoted(lexeme.name),
           lexeme.where);
  }
}

void read_lexeme(const xml::Element& element, Lexemes& lexemes, LexiconReading& reading) {
  Attributes take(element, reading.error);
  Lexeme lexeme;
  lexeme.where = element.where;
  lexeme.name = take.name("name", Need::Required).text;
  if (!lexeme.name.empty() && !reading.names.insert(lexeme.name).second) {
    take.refuse(*take.raw("name"), ErrorCode::Syntax, "another than those before it");
  }
  if (const auto hands = take.one_of("hands", kHandsWords, Need::Required)) {
    lexeme.hands = static_cast<LexemeHands>(*hands);
  }
  lexeme.tags = words_in(take_line(take, "tags"));
  lexeme.description = take_line(take, "description");
  lexeme.twin = take.name("twin");
  lexeme.contact = take.yes_no("contact").value_or(lexeme.contact);
  lexeme.fade_out = take.time("fade-out", kFadeOut);
  take.done();
  lexeme.poses = read_poses(element, reading);
  reading.poses_and_clips = 0;  // counted a lexeme, not a lexicon
  if (lexeme.poses.size() > kLexemePosesMax) {
    take.refuse(ErrorCode::LimitExceeded, "the poses of a lexeme must be at most " +
                                              std::to_string(kLexemePosesMax) + ", not " +
                                              quoted(std::to_string(lexeme.poses.size())));
  }
  check_times(lexeme, reading);
  check_points(lexeme, reading);
  check_sides(lexeme, reading);
  if (!lexeme.twin.empty() && lexeme.hands != LexemeHands::One) {
    take.refuse(*take.raw("twin"), ErrorCode::Syntax, "left to lexemes of one hand");
  }
  lexemes.push_back(std::move(lexeme));
}

constexpr ElementRow<Lexemes, LexiconReading> kInLexicon[] = {{"lexeme", read_lexeme}};

}  // namespace

Result<std::vector<Lexeme>> read_lexicon(std::string_view xml) {
  const auto root = xml::parse(xml);
  if (!root) return root.error();
  if (root->name != "lexicon" || root->namespace_uri != kNamespace) {
    return Error{ErrorCode::Unsupported,
                 "the root of a lexicon must be <lexicon xmlns=\"" + std::string(kNamespace) +
                     "\">, not " + quoted(root->name) + " of " + quoted(root->namespace_uri),
                 root->where};
  }
  LexiconReading reading;
  Attributes take(*root, reading.error);
  take.done();
  Lexemes lexemes;
  read_children<Lexemes, LexiconReading>(*root, kInLexicon, lexemes, reading);
  if (lexemes.size() > kLexemesMax) {
    take.refuse(ErrorCode::LimitExceeded, "a lexicon has at most " + std::to_string(kLexemesMax) +
                                              " lexemes, not " +
                                              quoted(std::to_string(lexemes.size())));
  }
  for (const Lexeme& lexeme : lexemes) {
    if (lexeme.twin.empty() || reading.names.contains(lexeme.twin.text)) continue;
    refuse(reading, ErrorCode::UnknownName, "unknown gesture: " + quoted(lexeme.twin.text),
           lexeme.twin.where);
  }
  if (reading.error.found()) return *reading.error.found();
  return lexemes;
}

bool takes_hand(const Lexeme& lexeme, Gesture::Hand hand) {
  const bool both = lexeme.hands == LexemeHands::Both;
  return lexeme.hands == LexemeHands::Any || (hand == Gesture::Hand::Both) == both;
}

std::string_view word_of(LexemeHands hands) { return word_of(kHandsWords, hands); }

}  // namespace kine::script
