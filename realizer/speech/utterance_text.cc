#include "realizer/speech/utterance_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/speech/spelled.h"
#include "realizer/xml/characters.h"

namespace kine::speech {
namespace {

/// A character of the text and where it stands there.
struct Character {
  char32_t point = 0;
  std::size_t begin = 0;
  std::size_t end = 0;
};

bool is_blank(char32_t point) {
  return point == U' ' || (point >= U'\t' && point <= U'\r') || point == 0xA0 || point == 0x1680 ||
         (point >= 0x2000 && point <= 0x200B) || point == 0x2028 || point == 0x2029 ||
         point == 0x202F || point == 0x205F || point == 0x3000;
}

Sign sign_of(char32_t point) {
  constexpr std::u32string_view kSentence = U".!?…。！？｡؟।";
  constexpr std::u32string_view kComma = U",;:–—―、，；：،؛";
  if (kSentence.find(point) != std::u32string_view::npos) return Sign::Sentence;
  if (kComma.find(point) != std::u32string_view::npos) return Sign::Comma;
  return Sign::None;
}

/// Signs of these scripts end a word with no blank behind them.
bool ends_word(char32_t point) { return point >= 0x3000 && sign_of(point) != Sign::None; }

/// "Mr." ends no sentence, and no letter with a dot does.
bool is_abbreviation(std::string_view word) {
  constexpr std::array<std::string_view, 14> kKnown = {
      "mr", "mrs", "ms", "dr", "prof", "st", "vs", "cf", "jr", "e.g", "i.e", "no", "fig", "bzw"};
  const bool letter = word.size() == 1 && (word.front() < '0' || word.front() > '9');
  return letter || std::ranges::count(kKnown, lower_case(word)) != 0;
}

bool starts_lower_case(std::string_view word) {
  return !word.empty() && word.front() >= 'a' && word.front() <= 'z';
}

/// Puts the runs of a text together, token by token.
class UtteranceReader {
 public:
  explicit UtteranceReader(const Utterance& utterance) : utterance_(utterance) {}

  void take(const TextRun& run) {
    add_pause(run.pause);
    if (run.ends_sentence) end_sentence();
    if (run.alias) {
      take_alias(run);
    } else {
      take_words(run);
    }
  }

  UtteranceText finished() && {
    end_sentence();
    take_marks();
    return std::move(text_);
  }

 private:
  void add_pause(Seconds pause) {
    (text_.tokens.empty() ? text_.pause : text_.tokens.back().pause) += pause;
    if (pause > Seconds{0}) blank_before_ = true;
  }

  void end_sentence() {
    const std::size_t end = text_.tokens.size();
    const std::size_t begin = text_.sentence_ends.empty() ? 0 : text_.sentence_ends.back();
    if (end == begin) return;
    text_.tokens.back().sign = Sign::Sentence;
    text_.sentence_ends.push_back(end);
  }

  void take_alias(const TextRun& run) {
    add_token({.byte_begin = run.byte_begin, .byte_end = run.byte_end, .spoken = *run.alias},
              *run.alias, run.manner);
  }

  void take_words(const TextRun& run) {
    std::size_t at = run.byte_begin;
    while (at < run.byte_end) {
      std::vector<Character> characters;
      std::size_t next = at;
      while (next < run.byte_end) {
        const Character character = character_at(next, run.byte_end);
        next = character.end;
        if (is_blank(character.point)) break;
        characters.push_back(character);
        if (ends_word(character.point)) break;
      }
      const bool blank = characters.empty() || characters.back().end != next;
      take_written(characters, run.manner);
      if (blank) blank_before_ = true;
      at = next;
    }
  }

  Character character_at(std::size_t at, std::size_t end) const {
    const std::string_view rest = std::string_view(utterance_.text).substr(at, end - at);
    if (utterance_.ssml && rest.front() == '&') {
      const std::size_t semicolon = rest.substr(0, 10).find(';');
      const std::string_view entity = rest.substr(0, semicolon + 1);
      const std::string resolved = with_entities_resolved(entity);
      if (semicolon != std::string_view::npos && resolved != entity) {
        return {xml::decode(resolved).point, at, at + entity.size()};
      }
    }
    const xml::DecodedCharacter decoded = xml::decode(rest);
    if (decoded.bytes == 0) return {U' ', at, at + 1};
    return {decoded.point, at, at + decoded.bytes};
  }

  std::string text_between(std::size_t begin, std::size_t end) const {
    const std::string_view between = std::string_view(utterance_.text).substr(begin, end - begin);
    return utterance_.ssml ? with_entities_resolved(between) : std::string(between);
  }

  /// What stands between two blanks.
  void take_written(const std::vector<Character>& written, const Manner& manner) {
    const auto spoken = [](const Character& each) { return is_spoken(each.point); };
    const auto first = std::ranges::find_if(written, spoken);
    if (first == written.end()) {
      if (written.empty() || text_.tokens.empty()) return;
      take_signs(written);
      text_.tokens.back().spoken +=
          (blank_before_ ? " " : "") + text_between(written.front().begin, written.back().end);
      return;
    }
    auto last = written.end();
    while (!spoken(*(last - 1))) --last;
    const std::size_t begin = first->begin;
    const std::size_t end = (last - 1)->end;
    const std::string word = text_between(begin, end);
    begin_sentence_before(word);
    add_token({.byte_begin = begin,
               .byte_end = end,
               .spoken = text_between(written.front().begin, written.back().end)},
              word, manner);
    take_signs({last, written.end()});
  }

  /// Signs belong to the word before them.
  void take_signs(const std::vector<Character>& signs) {
    if (text_.tokens.empty()) return;
    Token& token = text_.tokens.back();
    for (const Character& each : signs) token.sign = std::max(token.sign, sign_of(each.point));
    if (token.sign == Sign::Sentence) sentence_may_end_ = true;
  }

  /// Whether what came before was a whole sentence shows in the word behind it.
  void begin_sentence_before(std::string_view word) {
    if (!std::exchange(sentence_may_end_, false)) return;
    Token& before = text_.tokens.back();
    if (is_abbreviation(before.word) || starts_lower_case(word)) {
      before.sign = before.spoken.ends_with('.') ? Sign::None : Sign::Comma;
    } else {
      end_sentence();
    }
  }

  void add_token(Token token, std::string word, const Manner& manner) {
    if (word.empty()) return;
    token.joined = !text_.tokens.empty() && !std::exchange(blank_before_, false);
    token.word = std::move(word);
    token.manner = manner;
    if (utterance_.pace && token.byte_begin >= utterance_.pace->byte) {
      const double rate = manner.rate * utterance_.pace->rate;
      token.manner.rate = std::clamp(rate, kRateMin, kRateMax);
    }
    while (next_mark_ < utterance_.marks.size() &&
           utterance_.marks[next_mark_].byte < token.byte_end) {
      token.marks.push_back(next_mark_++);
    }
    text_.tokens.push_back(std::move(token));
  }

  void take_marks() {
    while (next_mark_ < utterance_.marks.size()) text_.marks_at_end.push_back(next_mark_++);
  }

  const Utterance& utterance_;
  UtteranceText text_;
  std::size_t next_mark_ = 0;
  bool blank_before_ = false;
  bool sentence_may_end_ = false;
};

std::string_view level_of(Emphasis emphasis) {
  switch (emphasis) {
    case Emphasis::Reduced:
      return "reduced";
    case Emphasis::Strong:
      return "strong";
    case Emphasis::Plain:
    case Emphasis::Moderate:
      break;
  }
  return "moderate";
}

/// The elements that a manner opens, and those that close them again.
std::pair<std::string, std::string> elements_of(const Manner& manner) {
  std::string open;
  std::string close;
  const auto add = [&](const std::string& name, const std::string& attributes) {
    open += "<" + name + attributes + ">";
    close = "</" + name + ">" + close;
  };
  std::string prosody;
  if (manner.rate != 1) {
    prosody += " rate=\"" + std::to_string(std::lround(100 * manner.rate)) + "%\"";
  }
  if (!manner.pitch.empty()) prosody += " pitch=\"" + escaped(manner.pitch) + "\"";
  if (!prosody.empty()) add("prosody", prosody);
  if (manner.emphasis != Emphasis::Plain) {
    add("emphasis", " level=\"" + std::string(level_of(manner.emphasis)) + "\"");
  }
  if (manner.say_as == SayAs::Characters) add("say-as", " interpret-as=\"characters\"");
  return {open, close};
}

}  // namespace

Result<UtteranceText> read_utterance(const Utterance& utterance) {
  UtteranceReader reader(utterance);
  if (!utterance.ssml) {
    reader.take({.byte_begin = 0, .byte_end = utterance.text.size(), .manner = {}, .alias = {}});
    return std::move(reader).finished();
  }
  const auto runs = read_ssml(utterance.text);
  if (!runs) return runs.error();
  Seconds pauses{0};
  for (const TextRun& run : *runs) {
    reader.take(run);
    pauses += run.pause;
  }
  // A voice fills pauses with samples before anybody asks how long the whole is.
  if (pauses > kBlockLengthMax) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "the breaks of a speech last longer than a block may, 600 s"};
  }
  return std::move(reader).finished();
}

std::string write_ssml(std::span<const Token> sentence, std::size_t first) {
  std::string text = "<speak>";
  std::string close;
  const Manner* manner = nullptr;
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    const Token& token = sentence[i];
    const std::string blank = i > 0 && !token.joined ? " " : "";
    if (manner == nullptr || token.manner != *manner) {
      manner = &token.manner;
      const auto [open, closing] = elements_of(token.manner);
      text += std::exchange(close, closing) + blank + open;
    } else {
      text += blank;
    }
    text += "<mark name=\"w" + std::to_string(first + i) + "\"/>" + escaped(token.spoken);
    if (token.pause > Seconds{0} && i + 1 < sentence.size()) {
      const auto pause_ms = std::lround(token.pause.count() * 1000);
      text += "<break time=\"" + std::to_string(pause_ms) + "ms\"/>";
    }
  }
  return text + close + "</speak>";
}

}  // namespace kine::speech
