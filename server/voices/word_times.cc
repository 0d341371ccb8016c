#include "server/voices/word_times.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "server/voices/json_object.h"

namespace kine::server {
namespace {

using speech::Timing;
using Unsaid = std::optional<TimeUnit>;

constexpr double kMillisecondsOfSecond = 1e3;
constexpr double kTicksOfSecond = 1e7;

Seconds seconds_of(double number, TimeUnit unit) {
  if (unit == TimeUnit::Milliseconds) return Seconds(number / kMillisecondsOfSecond);
  return Seconds(unit == TimeUnit::Ticks ? number / kTicksOfSecond : number);
}

enum class Role : std::uint8_t { Text, Start, End, Length, Remark };

/// What a key of a word is. Without a unit of its own a number has the caller's, else seconds;
/// where that would be a guess, the caller has to say it.
struct Key {
  std::string_view name;
  Role role;
  Unsaid unit = {};
  bool is_ambiguous = false;
  Timing timing = Timing::Measured;
};

constexpr auto kMs = TimeUnit::Milliseconds;
constexpr auto kTicks = TimeUnit::Ticks;
constexpr auto kHeard = Timing::Aligned;  // by somebody who listened to it

constexpr std::array kKeys = {
    Key{"text", Role::Text},
    Key{"word", Role::Text, {}, false, kHeard},
    Key{"Text", Role::Text},
    Key{"Word", Role::Text, {}, false, kHeard},
    // Whisper, and our own.
    Key{"start", Role::Start},
    Key{"end", Role::End},
    // Google, mostly as "1.2s".
    Key{"startTime", Role::Start, {}, false, kHeard},
    Key{"endTime", Role::End, {}, false, kHeard},
    Key{"startOffset", Role::Start, {}, false, kHeard},
    Key{"endOffset", Role::End, {}, false, kHeard},
    Key{"start_time", Role::Start, {}, false, kHeard},
    Key{"end_time", Role::End, {}, false, kHeard},
    Key{"start_offset", Role::Start, {}, false, kHeard},
    Key{"end_offset", Role::End, {}, false, kHeard},
    // Azure: the SDK's events while it speaks, files of its batches, what it recognizes.
    Key{"audioOffset", Role::Start, kTicks},
    Key{"audio_offset", Role::Start, kTicks},
    Key{"AudioOffset", Role::Start, {}, true},
    Key{"duration", Role::Length, {}, true},
    Key{"Offset", Role::Start, kTicks, false, kHeard},
    Key{"Duration", Role::Length, {}, true},
    Key{"offset", Role::Start, {}, true, kHeard},
    Key{"offsetInTicks", Role::Start, kTicks, false, kHeard},
    Key{"durationInTicks", Role::Length, kTicks, false, kHeard},
    Key{"offsetMilliseconds", Role::Start, kMs, false, kHeard},
    Key{"durationMilliseconds", Role::Length, kMs, false, kHeard},
    // Keys that say it.
    Key{"start_ms", Role::Start, kMs},
    Key{"end_ms", Role::End, kMs},
    Key{"startMs", Role::Start, kMs},
    Key{"endMs", Role::End, kMs},
    // What is said beside it, by those who listen,
    Key{"probability", Role::Remark, {}, false, kHeard},
    Key{"confidence", Role::Remark, {}, false, kHeard},
    Key{"Confidence", Role::Remark, {}, false, kHeard},
    Key{"score", Role::Remark, {}, false, kHeard},
    Key{"logprob", Role::Remark, {}, false, kHeard},
    Key{"speaker", Role::Remark, {}, false, kHeard},
    Key{"speaker_id", Role::Remark, {}, false, kHeard},
    Key{"speakerTag", Role::Remark, {}, false, kHeard},
    Key{"speakerLabel", Role::Remark, {}, false, kHeard},
    // and by those who speak.
    Key{"id", Role::Remark},
    Key{"type", Role::Remark},
    Key{"textOffset", Role::Remark},
    Key{"text_offset", Role::Remark},
    Key{"TextOffset", Role::Remark},
    Key{"wordLength", Role::Remark},
    Key{"word_length", Role::Remark},
    Key{"WordLength", Role::Remark},
    Key{"boundaryType", Role::Remark},
    Key{"boundary_type", Role::Remark},
    Key{"BoundaryType", Role::Remark},
    Key{"privAudioOffset", Role::Start, kTicks},
    Key{"privDuration", Role::Length, kTicks},
    Key{"privText", Role::Text},
    Key{"privWordLength", Role::Remark},
    Key{"privTextOffset", Role::Remark},
    Key{"privBoundaryType", Role::Remark},
    Key{"resultId", Role::Remark},
    Key{"result_id", Role::Remark},
};

/// What stands beside the words of an answer, and says nothing of when they are.
constexpr std::array<std::string_view, 24> kBeside = {"task",
                                                      "language",
                                                      "duration",
                                                      "text",
                                                      "usage",
                                                      "audio_base64",
                                                      "audioBase64",
                                                      "audio",
                                                      "isFinal",
                                                      "is_final",
                                                      "audioContent",
                                                      "audioConfig",
                                                      "transcript",
                                                      "confidence",
                                                      "id",
                                                      "seek",
                                                      "start",
                                                      "end",
                                                      "tokens",
                                                      "temperature",
                                                      "avg_logprob",
                                                      "compression_ratio",
                                                      "no_speech_prob",
                                                      "language_probability"};

/// "1.2s", "250ms", or as a clock has it, "0:00:01.200".
std::optional<Seconds> time_of_text(std::string_view text, Unsaid unit) {
  if (text.ends_with("ms")) {
    const auto number = parse_number(text.substr(0, text.size() - 2));
    return number ? std::optional(seconds_of(*number, kMs)) : std::nullopt;
  }
  if (text.ends_with("s")) {
    const auto number = parse_number(text.substr(0, text.size() - 1));
    return number ? std::optional(Seconds(*number)) : std::nullopt;
  }
  if (text.find(':') == std::string_view::npos) {
    const auto number = unit ? parse_number(text) : std::nullopt;
    return number ? std::optional(seconds_of(*number, *unit)) : std::nullopt;
  }
  constexpr double kSixty = 60;
  double total = 0;
  for (int parts = 0; parts < 3; ++parts) {
    const std::size_t colon = text.find(':');
    const auto number = parse_number(text.substr(0, colon));
    if (!number || *number < 0) return {};
    total = total * kSixty + *number;
    if (colon == std::string_view::npos) return Seconds(total);
    text.remove_prefix(colon + 1);
  }
  return {};
}

/// As protobuf's Duration: seconds, perhaps as a text, and nanoseconds.
std::optional<Seconds> time_of_object(const JsonObject& object) {
  constexpr double kNanosecond = 1e-9;
  for (const std::string& name : object.names()) {
    if (name != "seconds" && name != "nanos") return {};
  }
  const auto text = object.find_text("seconds");
  const auto seconds = text ? parse_number(*text) : object.find_number("seconds");
  if (object.has("seconds") && !seconds) return {};
  return Seconds(seconds.value_or(0) + kNanosecond * object.number("nanos", 0));
}

bool is_in_range(Seconds time) {
  return std::isfinite(time.count()) && time >= Seconds{0} && time <= kBlockLengthMax;
}

std::string place_of(std::size_t index, const std::string& text) {
  return "word " + std::to_string(index + 1) + (text.empty() ? "" : " " + quoted(text));
}

Result<Seconds> time_at(const JsonObject& word, const Key& key, Unsaid unit,
                        const std::string& place) {
  const std::string name(key.name);
  const Unsaid its_unit = key.unit ? key.unit : unit;
  std::optional<Seconds> time;
  if (const auto number = word.find_number(name)) {
    if (key.is_ambiguous && !its_unit) {
      return unfit("the unit of " + quoted(name) + " must be said (s, ms or ticks of 100 ns), in " +
                   place);
    }
    time = seconds_of(*number, its_unit.value_or(TimeUnit::Seconds));
  } else if (const auto text = word.find_text(name)) {
    time = time_of_text(*text, its_unit);
  } else if (const auto object = word.find_object(name)) {
    time = time_of_object(*object);
  }
  if (!time) return unfit("no time under " + quoted(name) + " in " + place);
  if (!is_in_range(*time)) {
    return unfit("a time that is not between 0 and 600 s under " + quoted(name) + " in " + place +
                 ": " + quoted(format_number(time->count())) + " (is its unit another one?)");
  }
  return *time;
}

/// The length of an event has the unit of its start, where its key does not say one.
Unsaid unit_of_length(const JsonObject& word, Unsaid unit) {
  for (const Key& key : kKeys) {
    if (key.role == Role::Start && key.unit && word.has(std::string(key.name))) return key.unit;
  }
  return unit;
}

const Key* find_key(std::string_view name) {
  const auto found = std::ranges::find(kKeys, name, &Key::name);
  return found == kKeys.end() ? nullptr : &*found;
}

class WordTimesReader {
 public:
  explicit WordTimesReader(Unsaid unit) : unit_(unit) {}

  Result<Done> read_words(std::span<const JsonObject> words) {
    for (const JsonObject& word : words) {
      if (auto read = read_word(word); !read) return read;
    }
    return Done{};
  }

  Result<Done> read_marks(std::span<const JsonObject> marks) {
    for (const JsonObject& mark : marks) {
      const std::string place = "mark " + std::to_string(times_.marks.size() + 1);
      std::optional<Seconds> at;
      for (const std::string& name : mark.names()) {
        if (name == "markName" || name == "mark_name") continue;
        if (name != "timeSeconds" && name != "time_seconds") return unknown(name, place);
        const auto time = time_at(mark, {name, Role::Start, TimeUnit::Seconds}, {}, place);
        if (!time) return time.error();
        at = *time;
      }
      const std::string id = mark.text("markName") + mark.text("mark_name");
      // protobuf's JSON leaves out what is 0.
      times_.marks.push_back({.id = id, .at = at.value_or(Seconds{0})});
      if (id.empty()) return unfit("no 'markName' in " + place);
    }
    note(Timing::Marks);
    return is_bounded();
  }

  Result<Done> read_characters(const JsonObject& alignment) {
    for (const std::string& name : alignment.names()) {
      if (!is_of_characters(name)) return unknown(name, "an alignment");
    }
    const auto list = [&](const std::string& one, const std::string& other) {
      auto numbers = alignment.find_numbers(one);
      return numbers ? numbers : alignment.find_numbers(other);
    };
    auto texts = alignment.find_texts("characters");
    if (!texts) texts = alignment.find_texts("chars");
    const auto starts_s = list("character_start_times_seconds", "characterStartTimesSeconds");
    const auto ends_s = list("character_end_times_seconds", "characterEndTimesSeconds");
    const auto starts_ms = list("charStartTimesMs", "char_start_times_ms");
    const auto lengths_ms = list("charDurationsMs", "char_durations_ms");
    const auto& starts = starts_s ? starts_s : starts_ms;
    const auto& ends = starts_s ? ends_s : lengths_ms;
    const bool is_whole =
        texts && starts && ends && starts->size() == texts->size() && ends->size() == texts->size();
    if (!is_whole) return unfit("an alignment without a start and an end for each character");
    const auto unit = starts_s ? TimeUnit::Seconds : TimeUnit::Milliseconds;
    for (std::size_t i = 0; i < texts->size(); ++i) {
      const Seconds start = seconds_of((*starts)[i], unit);
      const Seconds end = starts_s ? seconds_of((*ends)[i], unit)
                                   : start + seconds_of((*ends)[i], TimeUnit::Milliseconds);
      if (!is_in_range(start) || !is_in_range(end)) {
        return unfit("a time that is not between 0 and 600 s for character " +
                     std::to_string(i + 1));
      }
      times_.words.push_back({.text = (*texts)[i], .start = start, .end = end});
    }
    times_.by_characters = true;
    times_.from_piece = !starts_s;
    note(Timing::Measured);
    return is_bounded();
  }

  static bool is_of_characters(std::string_view name) {
    static constexpr std::array<std::string_view, 10> kNames = {"characters",
                                                                "chars",
                                                                "character_start_times_seconds",
                                                                "characterStartTimesSeconds",
                                                                "character_end_times_seconds",
                                                                "characterEndTimesSeconds",
                                                                "charStartTimesMs",
                                                                "char_start_times_ms",
                                                                "charDurationsMs",
                                                                "char_durations_ms"};
    return std::ranges::find(kNames, name) != kNames.end();
  }

  /// Whose times are worse counts.
  void note(Timing timing) { worst_ = std::max(worst_.value_or(timing), timing); }

  Result<WordTimes> finished() && {
    const bool none = std::ranges::none_of(
        times_.words, [](const WordTimes::Word& word) { return word.start.has_value(); });
    if (!times_.words.empty() && none) return unfit("not one word says when it starts");
    times_.timing = worst_.value_or(Timing::Estimated);
    return std::move(times_);
  }

  static Error unknown(const std::string& name, const std::string& place) {
    return unfit("a key that says nothing known of a time, in " + place + ": " + quoted(name) +
                 "; keys are " + std::string(word_time_keys()));
  }

 private:
  Result<Done> is_bounded() const {
    if (times_.words.size() + times_.marks.size() <= kWordTimesMax) return Done{};
    return Error{ErrorCode::LimitExceeded,
                 "past word_times_max of " + std::to_string(kWordTimesMax)};
  }

  Result<Done> read_word(const JsonObject& word) {
    WordTimes::Word read;
    for (const char* const name : {"text", "word", "Text", "Word", "privText"}) {
      if (read.text.empty()) read.text = word.text(name);
    }
    const std::string place = place_of(times_.words.size(), read.text);
    std::optional<Seconds> length;
    bool has_text = false;
    for (const std::string& name : word.names()) {
      const Key* const key = find_key(name);
      if (key == nullptr) return unknown(name, place);
      note(key->timing);
      has_text = has_text || (key->role == Role::Text && word.find_text(name));
      if (key->role == Role::Text || key->role == Role::Remark) continue;
      const Unsaid unit = key->role == Role::Length ? unit_of_length(word, unit_) : unit_;
      const auto time = time_at(word, *key, unit, place);
      if (!time) return time.error();
      (key->role == Role::Start ? read.start : key->role == Role::End ? read.end : length) = *time;
    }
    if (!has_text) return unfit("no text in " + place);
    if (read.start && length && !read.end) read.end = *read.start + *length;
    times_.words.push_back(std::move(read));
    return is_bounded();
  }

  const Unsaid unit_;
  WordTimes times_;
  std::optional<Timing> worst_;
};

Result<Done> read_segments(const JsonObject& answer, WordTimesReader& reader) {
  const auto segments = answer.find_objects("segments");
  if (!segments) return unfit("segments that are no list");
  for (const JsonObject& segment : *segments) {
    const auto words = segment.find_objects("words");
    if (!words) return unfit("a segment without words: word times must be asked of the service");
    if (auto read = reader.read_words(*words); !read) return read;
  }
  reader.note(Timing::Aligned);
  return Done{};
}

/// Lists by their names; of one answer that has several, those of the words.
Result<Done> read_answer(const JsonObject& answer, WordTimesReader& reader) {
  static constexpr std::array<std::string_view, 8> kLists = {"words",
                                                             "Words",
                                                             "segments",
                                                             "timepoints",
                                                             "alignment",
                                                             "normalized_alignment",
                                                             "normalizedAlignment",
                                                             "word_boundaries"};
  for (const std::string& name : answer.names()) {
    const bool is_known = std::ranges::find(kLists, name) != kLists.end() ||
                          std::ranges::find(kBeside, name) != kBeside.end() ||
                          WordTimesReader::is_of_characters(name);
    if (!is_known) return WordTimesReader::unknown(name, "what has the words");
  }
  for (const char* const name : {"words", "Words", "word_boundaries"}) {
    if (!answer.has(name)) continue;
    const auto words = answer.find_objects(name);
    return words ? reader.read_words(*words) : unfit(quoted(name) + " that are no list of words");
  }
  if (answer.has("segments")) return read_segments(answer, reader);
  if (answer.has("timepoints")) {
    const auto marks = answer.find_objects("timepoints");
    return marks ? reader.read_marks(*marks) : unfit("timepoints that are no list");
  }
  for (const char* const name : {"alignment", "normalized_alignment", "normalizedAlignment"}) {
    if (const auto alignment = answer.find_object(name)) return reader.read_characters(*alignment);
  }
  if (answer.has("characters") || answer.has("chars")) return reader.read_characters(answer);
  // A piece of sound of a stream may come without any.
  if (answer.has("alignment") || answer.has("normalizedAlignment")) return Done{};
  return unfit("no words; keys are " + std::string(word_time_keys()));
}

}  // namespace

Error unfit(std::string what) { return {ErrorCode::Syntax, std::move(what)}; }

Result<WordTimes> read_word_times(std::string_view json, std::optional<TimeUnit> unit) {
  const std::size_t begin = json.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return WordTimes{};
  const bool is_list = json[begin] == '[';
  const auto answer =
      JsonObject::read(is_list ? "{\"words\": " + std::string(json) + "}" : std::string(json));
  if (!answer) return Error{answer.error().code, "words: " + answer.error().message};
  WordTimesReader reader(unit);
  // A list of marks is one as well.
  const auto marks = is_list ? answer->find_objects("words") : std::nullopt;
  const bool are_marks = marks && !marks->empty() &&
                         (marks->front().has("markName") || marks->front().has("mark_name"));
  const auto read = are_marks ? reader.read_marks(*marks) : read_answer(*answer, reader);
  if (!read) return Error{read.error().code, "words: " + read.error().message};
  auto times = std::move(reader).finished();
  if (!times) return Error{times.error().code, "words: " + times.error().message};
  return times;
}

std::string_view word_time_keys() {
  return "word or text with start and end (seconds), startTime and endTime (\"1.2s\"), audioOffset "
         "and duration (ticks of 100 ns), offsetMilliseconds and durationMilliseconds, start_ms "
         "and "
         "end_ms; alignment; timepoints";
}

std::vector<WordTimes::Word> words_of_characters(const std::vector<WordTimes::Word>& characters) {
  std::vector<WordTimes::Word> words;
  bool goes_on = false;
  for (const WordTimes::Word& character : characters) {
    const bool is_blank = character.text.find_first_not_of(" \t\r\n") == std::string::npos;
    if (is_blank) {
      goes_on = goes_on && character.text.empty();
      continue;
    }
    if (!std::exchange(goes_on, true)) {
      words.push_back(character);
      continue;
    }
    WordTimes::Word& word = words.back();
    word.text += character.text;
    if (!word.start) word.start = character.start;
    if (character.end) word.end = character.end;
  }
  return words;
}

}  // namespace kine::server
