#include "server/voices/given_speech.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/speech/ssml.h"
#include "server/voices/wave_file.h"

namespace kine::server {
namespace {

Error past_limit(std::string_view name, std::size_t value) {
  return {ErrorCode::LimitExceeded, "past " + std::string(name) + " of " + std::to_string(value)};
}

/// Control characters, of which XML takes few and nobody says any, as blanks.
std::string spoken_text(std::string_view text) {
  std::string spoken(text);
  for (char& c : spoken) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
  }
  return spoken;
}

/// Times are read as text, and samples counted: a word that begins with one is behind its gap.
constexpr Seconds kGapRounding{1e-4};

/// In order, also with those that came before.
Result<Done> append(const WordTimes& times, Seconds offset, std::vector<WordTimes::Word>& words) {
  std::optional<Seconds> before;
  for (const WordTimes::Word& word : words) before = word.start ? word.start : before;
  for (WordTimes::Word word : times.words) {
    if (word.start) *word.start += offset;
    if (word.end) *word.end += offset;
    if (word.start && before && *word.start < *before) {
      return unfit("words: " + quoted(word.text) + " begins at " +
                   format_number(word.start->count()) + " s, before one that stands before it");
    }
    before = word.start ? word.start : before;
    words.push_back(std::move(word));
  }
  if (words.size() > kWordTimesMax) return past_limit("word_times_max", kWordTimesMax);
  return Done{};
}

}  // namespace

Result<std::shared_ptr<GivenSpeech>> GivenSpeech::open(const Opening& opening) {
  const bool is_rate = opening.rate_hz == 0 ||
                       (opening.rate_hz >= kWaveRateMin_hz && opening.rate_hz <= kWaveRateMax_hz);
  if (!is_rate) {
    return Error{ErrorCode::OutOfRange,
                 "rate_hz is not within 8000 and 48000: '" + std::to_string(opening.rate_hz) + "'"};
  }
  return std::shared_ptr<GivenSpeech>(new GivenSpeech(opening));
}

Result<Done> GivenSpeech::add(const Piece& piece, std::chrono::microseconds now,
                              std::optional<Seconds> heard) {
  const std::lock_guard lock(mutex_);
  if (*over_) return unfit("it is over: nobody hears more of it");
  if (is_whole_) return unfit("its last piece has come already");
  if (pieces_ >= kGivenPiecesMax) return past_limit("given_pieces_max", kGivenPiecesMax);
  if (opening_.has_script && !piece.text.empty()) {
    return unfit("a text beside a script, which has its own");
  }
  if (text_.size() + piece.text.size() > kGivenTextBytesMax) {
    return past_limit("given_text_bytes_max", kGivenTextBytesMax);
  }
  // A word takes more as a value than as text.
  constexpr std::size_t kBytesOfText = 4;
  const std::size_t comes =
      piece.audio.size() + kBytesOfText * piece.words.size() + piece.text.size();
  const std::size_t before = share_.bytes();
  if (auto fits = share_.resize(bytes_held() + comes); !fits) return fits;
  if (auto taken = take(piece, now, heard); !taken) {
    [[maybe_unused]] const auto as_before = share_.resize(before);  // less than it has
    return taken;
  }
  // Its words may take less, and silence more, for which there need not be room.
  [[maybe_unused]] const auto exactly = share_.resize(bytes_held());
  return Done{};
}

Result<Done> GivenSpeech::take(const Piece& piece, std::chrono::microseconds now,
                               std::optional<Seconds> heard) {
  auto sound = decoded(piece.audio, piece.last);
  if (!sound) return sound.error();
  GivenWords words = words_;
  std::vector<WordTimes::Word> characters = characters_;
  if (auto added = add_words(piece, words, characters); !added) return added;

  ++pieces_;
  {
    const std::lock_guard text_lock(text_mutex_);
    text_ += spoken_text(piece.text);
  }
  const auto samples = std::move(sound->samples);
  if (!samples.empty()) wait_for(heard);
  sound->samples = std::move(sound_.samples);
  sound->samples.insert(sound->samples.end(), samples.begin(), samples.end());
  sound_ = *std::move(sound);
  words_ = std::move(words);
  characters_ = std::move(characters);
  is_whole_ = piece.last;
  hand_on(now);
  return Done{};
}

/// The samples of these bytes alone, and what is left of them.
Result<GivenSpeech::Sound> GivenSpeech::decoded(std::string_view audio, bool is_last) const {
  Sound sound{.samples = {},
              .bytes_left = sound_.bytes_left + std::string(audio),
              .data_left = sound_.data_left,
              .channels = sound_.channels,
              .rate_hz = sound_.rate_hz};
  if (opening_.rate_hz != 0) {
    if (sound_.samples.empty() && sound.bytes_left.starts_with("RIFF")) {
      return unfit("audio is a .wav, which says its rate itself: leave rate_hz out");
    }
    sound.rate_hz = opening_.rate_hz;
  } else if (sound.rate_hz == 0 && !sound.bytes_left.empty()) {
    if (auto read = decode_head(is_last, sound); !read) return read.error();
  }
  if (sound.rate_hz == 0) return sound;
  const std::size_t frame_bytes = sound.channels * sizeof(std::int16_t);
  std::size_t usable = sound.bytes_left.size();
  if (sound.data_left) usable = std::min(usable, *sound.data_left);
  usable -= usable % frame_bytes;
  sound.samples =
      mixed_samples(std::string_view(sound.bytes_left).substr(0, usable), sound.channels);
  sound.bytes_left.erase(0, usable);
  if (sound.data_left && (*sound.data_left -= usable) < frame_bytes) sound.bytes_left.clear();
  const Seconds length(static_cast<double>(sound_.samples.size() + sound.samples.size()) /
                       sound.rate_hz);
  if (length > kBlockLengthMax) {
    return Error{ErrorCode::LimitExceeded, "its sound lasts longer than a block may, 600 s"};
  }
  return sound;
}

/// Of a .wav, once all of its head is there.
Result<Done> GivenSpeech::decode_head(bool is_last, Sound& sound) const {
  const auto head = read_wave_head(sound.bytes_left);
  if (!head) {
    const std::string_view begins = std::string_view(sound.bytes_left).substr(0, 4);
    const bool may_become_one = std::string_view("RIFF").starts_with(begins) && !is_last &&
                                sound.bytes_left.size() < kWaveHeadBytesMax;
    if (may_become_one) return Done{};
    return unfit("audio: " + head.error().message + "; give rate_hz with samples of 16 bits");
  }
  sound.channels = head->channels;
  sound.rate_hz = head->rate_hz;
  // A program that writes one while it is made does not know how long it will be.
  constexpr std::uint32_t kUnknown = std::numeric_limits<std::uint32_t>::max();
  const bool is_known = head->data_bytes != 0 && head->data_bytes != kUnknown;
  if (is_known) sound.data_left = head->data_bytes;
  sound.bytes_left.erase(0, head->data_at);
  return Done{};
}

Result<Done> GivenSpeech::add_words(const Piece& piece, GivenWords& words,
                                    std::vector<WordTimes::Word>& characters) const {
  const auto times = read_word_times(piece.words, opening_.unit);
  if (!times) return times.error();
  if (times->words.empty() && times->marks.empty()) {
    if (piece.last && opening_.timing && words.words.empty() && words.marks.empty() &&
        *opening_.timing != speech::Timing::Estimated) {
      return unfit("its timing is said to be " + std::string(word_of(*opening_.timing)) +
                   ", and no words came");
    }
    return Done{};
  }
  const bool is_first = words.words.empty() && words.marks.empty();
  const bool are_alike = is_first || (times->by_characters == !characters.empty() &&
                                      times->marks.empty() == words.marks.empty());
  if (!are_alike) return unfit("words: they are of another kind than those that came before");
  const bool from_piece = piece.from_piece || times->from_piece;
  const Seconds offset = from_piece ? made() : Seconds{0};
  if (auto added = append(*times, offset, times->by_characters ? characters : words.words);
      !added) {
    return added;
  }
  if (times->by_characters) words.words = words_of_characters(characters);
  for (speech::Mark mark : times->marks) {
    mark.at += offset;
    words.marks.push_back(std::move(mark));
  }
  if (words.marks.size() > kWordTimesMax) return past_limit("word_times_max", kWordTimesMax);
  const speech::Timing by_keys = is_first ? times->timing : std::max(words.timing, times->timing);
  words.timing = opening_.timing.value_or(by_keys);
  return Done{};
}

void GivenSpeech::refuse(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  is_whole_ = true;
  const auto revisions = revisions_.lock();
  if (!revisions) return;
  revisions->refuse(reason);
  // What is there is said, and nobody waits for more.
  hand_on(std::chrono::microseconds{0});
}

bool GivenSpeech::can_begin() const {
  const std::lock_guard lock(mutex_);
  return is_whole_ || (!opening_.begins_whole && made() >= kGivenBeginsWith);
}

bool GivenSpeech::is_whole() const {
  const std::lock_guard lock(mutex_);
  return is_whole_;
}

std::size_t GivenSpeech::sound_bytes() const {
  const std::lock_guard lock(mutex_);
  return sound_bytes_locked();
}

void GivenSpeech::let_go() {
  const std::lock_guard lock(mutex_);
  *over_ = true;
  sound_ = Sound{};
  gaps_.clear();
  gap_samples_ = 0;
  [[maybe_unused]] const auto less = share_.resize(bytes_held());
}

std::size_t GivenSpeech::bytes_held() const {
  const std::size_t words = words_.words.size() + words_.marks.size() + characters_.size();
  return sound_.samples.capacity() * sizeof(std::int16_t) + sound_.bytes_left.size() +
         words * sizeof(WordTimes::Word) + text_.size();
}

std::size_t GivenSpeech::sound_bytes_locked() const {
  return sound_.samples.size() * sizeof(std::int16_t) + sound_.bytes_left.size();
}

std::string GivenSpeech::text() const {
  const std::lock_guard lock(text_mutex_);
  return text_;
}

std::optional<Error> GivenSpeech::fault() const {
  const std::lock_guard lock(mutex_);
  return fault_;
}

std::string GivenSpeech::remark() const {
  const std::lock_guard lock(mutex_);
  return remark_;
}

Seconds GivenSpeech::made() const {
  if (sound_.rate_hz == 0) return Seconds{0};
  return Seconds(static_cast<double>(sound_.samples.size() - gap_samples_) / sound_.rate_hz);
}

/// Silence, where what comes now would be too late for its place.
void GivenSpeech::wait_for(std::optional<Seconds> heard) {
  if (!heard || sound_.rate_hz == 0) return;
  const Seconds there(static_cast<double>(sound_.samples.size()) / sound_.rate_hz);
  const Seconds missing = *heard + kGivenLead - there;
  if (missing <= Seconds{0}) return;
  add_gap(sound_.samples.size() - gap_samples_,
          static_cast<std::size_t>(std::ceil(missing.count() * sound_.rate_hz)));
}

/// Behind silence that is there already.
void GivenSpeech::add_gap(std::size_t before, std::size_t samples) {
  std::size_t place = before;
  auto gap = gaps_.begin();
  for (; gap != gaps_.end() && gap->before <= before; ++gap) place += gap->samples;
  const auto at = sound_.samples.begin() + static_cast<std::ptrdiff_t>(place);
  sound_.samples.insert(at, samples, std::int16_t{0});
  gap_samples_ += samples;
  if (gap != gaps_.begin() && std::prev(gap)->before == before) {
    std::prev(gap)->samples += samples;
  } else {
    gaps_.insert(gap, {before, samples});
  }
}

std::shared_ptr<const speech::SpeechTrack> GivenSpeech::catch_up(const speech::SpeechTrack& before,
                                                                 Seconds now) {
  const std::lock_guard lock(mutex_);
  if (!asked_) return nullptr;
  if (sound_.rate_hz != 0) {
    // The first of the caller's samples that was not played, and where it is.
    const std::size_t played = before.audio.samples.size();
    std::size_t place = played;
    std::size_t silent = 0;
    for (const Gap& gap : gaps_) {
      if (gap.before + silent > played) break;
      silent += gap.samples;
      place = std::max(played, gap.before + silent);
    }
    const auto due =
        static_cast<std::size_t>(std::ceil(std::max(now, Seconds{0}).count() * sound_.rate_hz));
    const bool is_late = place < sound_.samples.size() && place < due;
    if (is_late) add_gap(place - silent, due - place);
  }
  if (!opening_.has_script) asked_->text = text_;
  auto made = make(*asked_);
  if (!made) return nullptr;
  return std::make_shared<const speech::SpeechTrack>(std::move(made->track));
}

/// Where it is said what the caller has at that time.
Seconds GivenSpeech::placed(Seconds given) const {
  if (sound_.rate_hz == 0) return given;
  std::size_t later = 0;
  for (const Gap& gap : gaps_) {
    const Seconds from(static_cast<double>(gap.before) / sound_.rate_hz);
    if (from <= given + kGapRounding) later += gap.samples;
  }
  return given + Seconds(static_cast<double>(later) / sound_.rate_hz);
}

Result<GivenTrack> GivenSpeech::make(const speech::Utterance& utterance) const {
  GivenWords words = words_;
  for (WordTimes::Word& word : words.words) {
    if (!word.start) continue;
    const Seconds later = placed(*word.start) - *word.start;
    *word.start += later;
    if (word.end) *word.end += later;
  }
  for (speech::Mark& mark : words.marks) mark.at = placed(mark.at);
  return given_track(utterance, words,
                     sound_.samples.empty()
                         ? speech::Audio{}
                         : speech::Audio{.rate_hz = sound_.rate_hz, .samples = sound_.samples},
                     is_whole_);
}

Result<speech::SpeechTrack> GivenSpeech::say(const speech::Utterance& utterance) {
  const std::lock_guard lock(mutex_);
  speech::Utterance asked = utterance;
  const auto revisions = std::exchange(asked.revisions, nullptr);
  auto made = make(asked);
  if (!made) {
    fault_ = made.error();
    return made.error();
  }
  constexpr std::size_t kNamed = 3;
  if (!made->untimed.empty()) {
    remark_ = std::to_string(made->untimed.size()) +
              " of its words have no time and lie between "
              "their neighbours:";
    for (std::size_t i = 0; i < std::min(kNamed, made->untimed.size()); ++i) {
      remark_ += (i > 0 ? ", " : " ") + quoted(made->untimed[i]);
    }
    if (made->untimed.size() > kNamed) remark_ += ", …";
  }
  asked_ = std::move(asked);
  if (!is_whole_ && revisions != nullptr) {
    revisions_ = revisions;
    revisions->when_over([over = over_] { *over = true; });
  }
  return std::move(made->track);
}

/// To its sender, if that is due.
void GivenSpeech::hand_on(std::chrono::microseconds now) {
  const auto revisions = revisions_.lock();
  if (!revisions || !asked_) return;
  constexpr double kShare = 0.01;  // of the time that it lasts
  const auto of_length = std::chrono::duration_cast<std::chrono::microseconds>(made() * kShare);
  const auto pause =
      std::clamp<std::chrono::microseconds>(of_length, kGivenPauseMin, kGivenPauseMax);
  if (!is_whole_ && now - handed_on_ < pause) return;
  handed_on_ = now;
  if (!opening_.has_script) asked_->text = text_;
  auto made = make(*asked_);
  if (made) {
    revisions->take(std::move(made->track));
  } else {
    revisions->refuse(made.error().message);
  }
}

Result<speech::SpeechTrack> GivenVoice::say(const speech::Utterance& utterance) const {
  {
    const std::lock_guard lock(mutex_);
    if (!id_) id_ = utterance.id;
    if (*id_ != utterance.id) return others_.say(utterance);
  }
  if (utterance.pace) {
    return Error{ErrorCode::Unsupported, "its caller gives its sound at one rate alone"};
  }
  return given_->say(utterance);
}

bool GivenVoice::was_asked() const {
  const std::lock_guard lock(mutex_);
  return id_.has_value();
}

std::string bml_to_say(std::string_view id, std::string_view text, std::string_view composition) {
  std::string bml =
      "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"" + speech::escaped(id);
  if (!composition.empty()) bml += "\" composition=\"" + speech::escaped(composition);
  return bml + "\"><speech id=\"s\"><text>" + speech::escaped(text) + "</text></speech></bml>";
}

}  // namespace kine::server
