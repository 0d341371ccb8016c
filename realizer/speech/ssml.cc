#include "realizer/speech/ssml.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/utf8.h"
#include "realizer/xml/characters.h"

namespace kine::speech {
namespace {

constexpr auto kNone = std::string_view::npos;

struct Tag {
  enum class Kind : std::uint8_t { Open, Close, Empty };
  Kind kind = Kind::Open;
  std::string name;  // without its prefix
  std::vector<std::pair<std::string, std::string>> attributes;

  std::string_view attribute(std::string_view wanted) const {
    for (const auto& [known, value] : attributes) {
      if (known == wanted) return value;
    }
    return {};
  }
};

std::string_view without_prefix(std::string_view name) {
  const std::size_t colon = name.find(':');
  return colon == kNone ? name : name.substr(colon + 1);
}

std::size_t name_size(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && !xml::is_blank(text[size]) &&
         std::string_view("=/>\"'<").find(text[size]) == kNone) {
    ++size;
  }
  return size;
}

std::string_view without_blanks_before(std::string_view text) {
  while (!text.empty() && xml::is_blank(text.front())) text.remove_prefix(1);
  return text;
}

Error fault(std::string what) { return {.code = ErrorCode::Syntax, .message = std::move(what)}; }

/// What stands between '<' and '>'.
Result<Tag> read_tag(std::string_view inside) {
  Tag tag;
  if (inside.starts_with('/')) {
    tag.kind = Tag::Kind::Close;
    inside.remove_prefix(1);
  } else if (inside.ends_with('/')) {
    tag.kind = Tag::Kind::Empty;
    inside.remove_suffix(1);
  }
  const std::string_view whole = inside;
  tag.name = without_prefix(inside.substr(0, name_size(inside)));
  if (tag.name.empty()) return fault("a tag of the speech has no name: " + quoted(whole));
  inside.remove_prefix(name_size(inside));
  for (inside = without_blanks_before(inside); !inside.empty();
       inside = without_blanks_before(inside)) {
    const std::string_view name = inside.substr(0, name_size(inside));
    std::string_view rest = without_blanks_before(inside.substr(name.size()));
    if (name.empty() || !rest.starts_with('=')) {
      return fault("an attribute in the speech has no value: " + quoted(whole));
    }
    rest = without_blanks_before(rest.substr(1));
    const char quote = rest.empty() ? ' ' : rest.front();
    const std::size_t end = quote == '"' || quote == '\'' ? rest.find(quote, 1) : kNone;
    if (end == kNone) return fault("an attribute in the speech has no quotes: " + quoted(whole));
    tag.attributes.emplace_back(without_prefix(name),
                                with_entities_resolved(rest.substr(1, end - 1)));
    inside = rest.substr(end + 1);
  }
  return tag;
}

/// The '>' that ends the tag at the start of `text`, which quotes may hold.
std::size_t tag_end(std::string_view text) {
  char quote = 0;
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (quote != 0) {
      if (text[i] == quote) quote = 0;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '>') {
      return i;
    }
  }
  return kNone;
}

/// How many times as fast: "slow", "120%", "+20%", "1.2".
std::optional<double> rate_of(std::string_view text) {
  constexpr std::pair<std::string_view, double> kNamed[] = {
      {"x-slow", 0.5}, {"slow", 0.75},  {"medium", 1},
      {"fast", 1.3},   {"x-fast", 1.7}, {"default", 1},
  };
  for (const auto& [name, rate] : kNamed) {
    if (text == name) return rate;
  }
  const bool relative = text.starts_with('+') || text.starts_with('-');
  const bool percent = text.ends_with('%');
  if (percent) text.remove_suffix(1);
  auto number = parse_number(text);
  if (!number) return {};
  if (percent) *number /= 100;
  return relative ? 1 + *number : *number;
}

std::optional<Seconds> time_of(std::string_view text) {
  const bool milliseconds = text.ends_with("ms");
  if (!text.ends_with('s')) return {};
  const auto number = parse_number(text.substr(0, text.size() - (milliseconds ? 2 : 1)));
  if (!number || *number < 0) return {};
  return Seconds(milliseconds ? *number / 1000 : *number);
}

Seconds break_of(const Tag& tag) {
  constexpr std::pair<std::string_view, Seconds> kNamed[] = {
      {"none", Seconds(0)},     {"x-weak", Seconds(0.1)}, {"weak", Seconds(0.2)},
      {"medium", Seconds(0.4)}, {"strong", Seconds(0.8)}, {"x-strong", Seconds(1.2)},
  };
  if (const auto time = time_of(tag.attribute("time"))) return std::min(*time, kBreakMax);
  for (const auto& [name, pause] : kNamed) {
    if (tag.attribute("strength") == name) return pause;
  }
  return Seconds(0.4);
}

Emphasis emphasis_of(const Tag& tag) {
  const std::string_view level = tag.attribute("level");
  if (level == "strong") return Emphasis::Strong;
  if (level == "reduced") return Emphasis::Reduced;
  return level == "none" ? Emphasis::Plain : Emphasis::Moderate;
}

SayAs say_as_of(const Tag& tag) {
  constexpr std::array<std::string_view, 4> kOneByOne = {"characters", "spell-out", "digits",
                                                         "telephone"};
  return std::ranges::count(kOneByOne, tag.attribute("interpret-as")) != 0 ? SayAs::Characters
                                                                           : SayAs::Words;
}

/// The runs of a text, tag by tag.
class SsmlReader {
 public:
  explicit SsmlReader(std::string_view text) : text_(text) { open_.emplace_back(); }

  Result<std::vector<TextRun>> read() {
    while (at_ < text_.size()) {
      const std::size_t next = std::min(text_.find('<', at_), text_.size());
      add_words(next);
      if (next == text_.size()) break;
      if (auto fault = take_markup()) return *std::move(fault);
    }
    if (open_.size() > 1)
      return fault("an element of the speech is not closed: " + open_.back().name);
    return std::move(runs_);
  }

 private:
  struct Open {
    std::string name;
    Manner manner;
    std::optional<std::string> alias;
    std::size_t alias_run = 0;  // where that stands
  };

  void add_words(std::size_t end) {
    if (end > at_ && !open_.back().alias) {
      runs_.push_back(
          {.byte_begin = at_, .byte_end = end, .manner = open_.back().manner, .alias = {}});
    }
    at_ = end;
  }

  TextRun& add_between() {
    runs_.push_back(
        {.byte_begin = at_, .byte_end = at_, .manner = open_.back().manner, .alias = {}});
    return runs_.back();
  }

  /// What begins with '<'.
  std::optional<Error> take_markup() {
    constexpr std::pair<std::string_view, std::string_view> kSkipped[] = {
        {"<!--", "-->"}, {"<?", "?>"}, {"<!", ">"}};
    const std::string_view rest = text_.substr(at_);
    for (const auto& [begin, end] : kSkipped) {
      if (!rest.starts_with(begin)) continue;
      const std::size_t found = rest.find(end, begin.size());
      if (found == kNone) return fault("the speech ends within " + quoted(begin));
      at_ += found + end.size();
      return {};
    }
    const std::size_t end = tag_end(rest);
    if (end == kNone) return fault("the speech ends within a tag: " + quoted(rest));
    const auto tag = read_tag(rest.substr(1, end - 1));
    if (!tag) return tag.error();
    auto fault = tag->kind == Tag::Kind::Close ? close(*tag) : open(*tag);
    at_ += end + 1;
    return fault;
  }

  std::optional<Error> open(const Tag& tag) {
    if (open_.size() > kNestingMax) return fault("the speech nests deeper than 64 elements");
    Open opened = open_.back();
    opened.name = tag.name;
    if (tag.name == "break") add_between().pause = break_of(tag);
    if (tag.name == "p" || tag.name == "s") add_between().ends_sentence = true;
    if (tag.name == "emphasis") opened.manner.emphasis = emphasis_of(tag);
    if (tag.name == "say-as") opened.manner.say_as = say_as_of(tag);
    if (tag.name == "prosody") take_prosody(tag, opened.manner);
    if (tag.kind == Tag::Kind::Empty) return {};
    if (tag.name == "sub" && !opened.alias) {
      opened.alias = tag.attribute("alias");
      opened.alias_run = runs_.size();
      TextRun& run = add_between();
      run.alias = opened.alias;
      run.manner = opened.manner;
    }
    open_.push_back(std::move(opened));
    return {};
  }

  static void take_prosody(const Tag& tag, Manner& manner) {
    if (const auto rate = rate_of(tag.attribute("rate"))) {
      manner.rate = std::clamp(manner.rate * *rate, kRateMin, kRateMax);
    }
    if (const std::string_view pitch = tag.attribute("pitch"); !pitch.empty()) manner.pitch = pitch;
  }

  std::optional<Error> close(const Tag& tag) {
    if (open_.size() == 1 || open_.back().name != tag.name) {
      return fault("the speech closes an element that is not open: " + quoted(tag.name));
    }
    const Open closed = std::move(open_.back());
    open_.pop_back();
    if (closed.alias && !open_.back().alias) {
      runs_[closed.alias_run].byte_begin += opening_size(runs_[closed.alias_run].byte_begin);
      runs_[closed.alias_run].byte_end = at_;
    }
    if (tag.name == "p" || tag.name == "s") add_between().ends_sentence = true;
    return {};
  }

  std::size_t opening_size(std::size_t at) const { return tag_end(text_.substr(at)) + 1; }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<Open> open_;
  std::vector<TextRun> runs_;
};

constexpr std::pair<std::string_view, char32_t> kEntities[] = {
    {"amp", U'&'}, {"lt", U'<'}, {"gt", U'>'}, {"quot", U'"'}, {"apos", U'\''}};

/// What "amp" or "#x41" stands for.
std::optional<char32_t> entity(std::string_view name) {
  for (const auto& [known, point] : kEntities) {
    if (name == known) return point;
  }
  if (!name.starts_with('#')) return {};
  const bool hexadecimal = name.starts_with("#x");
  const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
  std::uint32_t point = 0;
  const auto [end, code] =
      std::from_chars(digits.data(), digits.data() + digits.size(), point, hexadecimal ? 16 : 10);
  const bool whole = code == std::errc() && end == digits.data() + digits.size();
  if (!whole || !xml::is_xml_character(point)) return {};
  return point;
}

}  // namespace

Result<std::vector<TextRun>> read_ssml(std::string_view text) { return SsmlReader(text).read(); }

std::string with_entities_resolved(std::string_view text) {
  constexpr std::size_t kLongest = 10;
  std::string resolved;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '&') {
      const std::size_t end = text.substr(0, std::min(i + kLongest, text.size())).find(';', i);
      const auto point = end == kNone ? std::nullopt : entity(text.substr(i + 1, end - i - 1));
      if (point) {
        resolved += utf8_of(*point);
        i = end;
        continue;
      }
    }
    resolved += text[i];
  }
  return resolved;
}

std::string escaped(std::string_view text) {
  std::string escaped;
  for (const char each : text) {
    const auto* found = std::ranges::find(kEntities, static_cast<char32_t>(each),
                                          &std::pair<std::string_view, char32_t>::second);
    if (found == std::end(kEntities)) {
      escaped += each;
    } else {
      escaped += "&" + std::string(found->first) + ";";
    }
  }
  return escaped;
}

}  // namespace kine::speech
