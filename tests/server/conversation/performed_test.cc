// What is told of an interruption, against the sound that left: in counted time, by the samples
// that a listener has when it is called back. Each sample says to which word it belongs.
#include "realizer/tick/state/performed.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <map>
#include <random>
#include <set>

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "realizer/speech/ssml.h"
#include "server/live/live_blocks.h"
#include "server/scene/casts.h"
#include "server/ticks/shard_threads.h"
#include "server/voices/espeak_voice.h"
#include "server/voices/given_speech.h"
#include "tests/support/catch.h"
#include "tests/support/motion/waves.h"
#include "tests/support/server/espeak_program.h"

namespace kine::server::performed_test {
namespace {

constexpr std::uint32_t kRate_hz = 8'000;
constexpr int kInterruptions = 100;

/// Samples that are the number of their word, counted from 1; between words 0.
speech::Audio sound_of(const std::vector<speech::Word>& words, Seconds length) {
  speech::Audio audio{.rate_hz = kRate_hz};
  const auto sample_of = [](Seconds time) {
    return static_cast<std::size_t>(std::ceil(time.count() * kRate_hz - 1e-3));
  };
  audio.samples.resize(sample_of(length));
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::fill(audio.samples.begin() + static_cast<std::ptrdiff_t>(sample_of(words[i].start)),
              audio.samples.begin() + static_cast<std::ptrdiff_t>(sample_of(words[i].end)),
              static_cast<std::int16_t>(i + 1));
  }
  return audio;
}

/// The silent voice's times, with such a sound.
class NumberedVoice final : public speech::Voice {
 public:
  std::string_view name() const override { return "numbered"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override {
    auto track = speech::silent_voice().say(utterance);
    if (track) track->audio = sound_of(track->words, track->length);
    return track;
  }
};

/// Words with the signs and blanks behind them, as a script has them and as they are said.
struct Words {
  std::vector<std::string> written;
  std::vector<std::string> said;

  std::string all_written() const {
    std::string text;
    for (const std::string& each : written) text += each;
    return text;
  }
  std::string said_between(std::size_t first, std::size_t end) const {
    std::string text;
    for (std::size_t i = first; i < end; ++i) text += said[i];
    return text;
  }
};

enum class Markup { None, Syncs, Ssml };

Words random_words(std::mt19937& random, Markup markup) {
  const auto one_of = [&](const auto& list) -> std::string {
    return list[std::uniform_int_distribution<std::size_t>(0, std::size(list) - 1)(random)];
  };
  static constexpr const char* kWords[] = {"no", "no", "no", "yes", "really", "R&D", "everything"};
  static constexpr const char* kSigns[] = {"", "", "", ",", ".", "!\"", "…"};
  static constexpr const char* kBlanks[] = {" ", " ", "  ", "\n    "};
  Words words;
  const auto count = std::uniform_int_distribution<std::size_t>(4, 16)(random);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string word = one_of(kWords);
    const std::string signs = one_of(kSigns);
    const std::string blank = i + 1 < count ? one_of(kBlanks) : "";
    const bool is_marked = std::uniform_int_distribution<int>(0, 3)(random) == 0;
    std::string written = speech::escaped(word);
    if (is_marked && markup == Markup::Syncs) {
      written = "<sync id=\"m" + std::to_string(i) + "\"/>" + written;
    }
    if (is_marked && markup == Markup::Ssml) {
      written = "<emphasis level=\"strong\">" + written + "</emphasis>";
    }
    words.written.push_back(written + speech::escaped(signs) + blank);
    words.said.push_back(word + signs + blank);
  }
  return words;
}

std::string bml(const std::string& inside) {
  return R"(<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b">)" + inside + "</bml>";
}

/// What somebody hears of "b:s", sample by sample, from its first one on.
class Listener {
 public:
  void take(const AudioPiece& piece) {
    const auto envelope = protocol::decode(piece.bytes->substr(protocol::kLengthBytes));
    REQUIRE(envelope);
    if (envelope->has_audio_open() && envelope->audio_open().id() == "b:s") {
      const auto& open = envelope->audio_open();
      streams_.insert(open.stream());
      if (!begin_) begin_ = open.pts();
      rate_hz_ = open.rate_hz();
    }
    if (!envelope->has_audio_chunk() || !streams_.contains(envelope->audio_chunk().stream())) {
      return;
    }
    const auto& chunk = envelope->audio_chunk();
    const auto from = std::llround((chunk.pts() - *begin_) * rate_hz_);
    if ((chunk.flags() & kinesphere::AudioChunk::DISCARD) != 0) {
      // What it has is what fades.
      samples_.erase(samples_.lower_bound(from), samples_.end());
      return;
    }
    for (std::size_t i = 0; i < chunk.samples().size() / 2; ++i) {
      std::int16_t sample = 0;
      std::memcpy(&sample, chunk.samples().data() + 2 * i, 2);
      samples_.insert_or_assign(from + static_cast<long long>(i), sample);
    }
  }

  /// Those that are due before this moment, on the ticks' time.
  std::size_t heard_by(Seconds time) const {
    if (!begin_) return 0;
    const double end = std::ceil((time.count() - *begin_) * rate_hz_ - 1e-3);
    return static_cast<std::size_t>(
        std::distance(samples_.begin(), samples_.lower_bound(std::llround(end))));
  }
  std::size_t size() const { return samples_.size(); }

  /// The number of the last word of which there is one among so many.
  std::size_t word_at(std::size_t heard) const {
    std::int16_t last = 0;
    std::size_t i = 0;
    for (const auto& [at, sample] : samples_) {
      if (i++ < heard && sample != 0) last = sample;
    }
    return static_cast<std::size_t>(last);
  }

 private:
  std::set<std::uint32_t> streams_;
  std::optional<double> begin_;
  std::uint32_t rate_hz_ = kRate_hz;
  std::map<long long, std::int16_t> samples_;
};

/// Made once: a body takes longer to make than a speech to be played.
const std::vector<std::shared_ptr<const Cast>>& ada_alone() {
  static const auto casts =
      make_casts({CharacterSpec{.name = "ada", .body = "ada", .placement = {}}}).value();
  return casts;
}

/// What a server does tick by tick, without its clock and its sockets.
class Hall {
 public:
  explicit Hall(const speech::Voice& voice) : voice_(voice) {}

  std::shared_ptr<ScriptSource> source_of(std::string text) const {
    return std::make_shared<ScriptSource>(
        ScriptSource{.text = std::move(text), .casts = casts_, .script_id = "b", .voice = &voice_});
  }

  void play(const std::shared_ptr<const ScriptSource>& source) {
    Diagnostics diagnostics;
    const auto live = prepare_live(source, live_blocks_, diagnostics);
    INFO((live.prepared ? std::string() : live.prepared.error().message));
    REQUIRE(live.prepared);
    inputs_.emplace_back(PlayBlock{.character = CharacterId{1},
                                   .id = BlockId{1},
                                   .client = {},
                                   .block = live.prepared->blocks.front()});
  }

  void interrupt() { inputs_.emplace_back(Interrupt{.character = CharacterId{1}, .block = {}}); }

  void advance() {
    const auto output = shards_.advance_to(next_, inputs_, {});
    live_blocks_.add_later_texts(output->feedback);
    live_blocks_.note(next_, inputs_, output->feedback, output->replanned, output->wishes);
    for (const AudioPiece& piece : output->audio) listener.take(piece);
    for (const Feedback& each : output->feedback) {
      if (each.kind == FeedbackKind::Interrupted) interrupted = each;
    }
    inputs_.clear();
    ++next_.index;
    for (const LiveBlocks::Moved& moved : live_blocks_.moved()) {
      auto anew = live_blocks_.plan_anew(moved, next_);
      if (anew.replan) inputs_.emplace_back(*std::move(anew.replan));
    }
  }

  /// What is told to a client that asks.
  Performed asked() const {
    const auto underway = live_blocks_.underway({}, "ada");
    REQUIRE(underway.blocks.size() == 1);
    const auto& [block, start, source] = underway.blocks.front();
    return performed_of(*block,
                        start ? std::optional(rate_.between(*start, underway.now)) : std::nullopt);
  }

  Seconds now() const { return rate_.time_of(Tick{next_.index - 1}); }

  Listener listener;
  std::optional<Feedback> interrupted;

 private:
  const speech::Voice& voice_;
  TickRate rate_{60};
  std::vector<std::shared_ptr<const Cast>> casts_ = ada_alone();
  Roster roster_{casts_};
  ShardThreads shards_{roster_, rate_, 1, {}};
  LiveBlocks live_blocks_{rate_, PlayBlock::Zero::ThisTick};
  std::vector<Input> inputs_;
  Tick next_;
};

/// Whether it tells the words of which something was heard, and the text before and behind them.
bool is_as_heard(const Performed& performed, const Words& words, std::size_t begun,
                 std::size_t known) {
  REQUIRE(performed.speeches.size() == 1);
  const Performed::Speech& speech = performed.speeches.front();
  INFO("heard " << begun << " words, told " << speech.words_done << ": " << speech.text_done << "|"
                << speech.text_left);
  CHECK(speech.words_done == begun);
  CHECK(speech.text_done == words.said_between(0, begun));
  CHECK(speech.text_left == words.said_between(begun, known));
  return speech.words_done == begun && speech.text_done == words.said_between(0, begun) &&
         speech.text_left == words.said_between(begun, known);
}

/// Plays it to a moment within its length, asks, interrupts, and says whether both are as heard.
bool interrupt_at(Hall& hall, const Words& words, std::uint64_t ticks) {
  for (std::uint64_t tick = 0; tick < ticks; ++tick) hall.advance();
  const std::size_t heard_before = hall.listener.heard_by(hall.now());
  const bool is_asked_right =
      is_as_heard(hall.asked(), words, hall.listener.word_at(heard_before), words.said.size());
  hall.interrupt();
  hall.advance();
  REQUIRE(hall.interrupted);
  REQUIRE(hall.interrupted->performed);
  const std::size_t heard = hall.listener.heard_by(hall.now());
  CHECK(heard == hall.listener.size());  // the rest was called back
  const Seconds sound = hall.interrupted->performed->speeches.front().sound;
  CHECK(std::abs(sound.count() * kRate_hz - static_cast<double>(heard)) <= 1);
  return is_asked_right && is_as_heard(*hall.interrupted->performed, words,
                                       hall.listener.word_at(heard), words.said.size());
}

/// One of the ticks at which it is being said.
std::uint64_t random_tick(std::mt19937& random, Seconds length) {
  const auto last = static_cast<std::uint64_t>(length.count() * 60) - 1;
  return std::uniform_int_distribution<std::uint64_t>(1, std::max<std::uint64_t>(last, 2))(random);
}

Seconds length_of(const speech::Voice& voice, const Words& words) {
  const auto track =
      voice.say({.text = words.said_between(0, words.said.size()), .marks = {}, .voice = {}});
  REQUIRE(track);
  return track->length;
}

void report(const char* what, int matched) {
  std::printf("%s: %d interruptions at random, %d tell the word that the samples had come to\n",
              what, kInterruptions, matched);
  CHECK(matched == kInterruptions);
}

}  // namespace

TEST_CASE("the text done is that of the samples sent, at a hundred moments", "[performed]") {
  const auto [name, markup] =
      GENERATE(std::pair<const char*, Markup>("a voice, <sync>s", Markup::Syncs),
               std::pair<const char*, Markup>("a voice, SSML", Markup::Ssml));
  const NumberedVoice voice;
  int matched = 0;
  for (unsigned seed = 0; seed < kInterruptions; ++seed) {
    std::mt19937 random(seed);
    const Words words = random_words(random, markup);
    Hall hall(voice);
    const std::string text =
        markup == Markup::Ssml
            ? "<text>x</text><description priority=\"1\" type=\"application/ssml+xml\"><speak>" +
                  words.all_written() + "</speak></description>"
            : "<text>" + words.all_written() + "</text>";
    hall.play(hall.source_of(bml("<speech id=\"s\">" + text +
                                 "</speech><head id=\"h\" lexeme=\"NOD\" start=\"0.2\"/>")));
    INFO("seed " << seed << ": " << words.all_written());
    matched += interrupt_at(hall, words, random_tick(random, length_of(voice, words))) ? 1 : 0;
  }
  report(name, matched);
}

TEST_CASE("of a speech that a client gives whole, too", "[performed]") {
  int matched = 0;
  for (unsigned seed = 0; seed < kInterruptions; ++seed) {
    std::mt19937 random(seed);
    const Words words = random_words(random, Markup::None);
    const std::string text = words.said_between(0, words.said.size());
    const auto track = NumberedVoice().say({.text = text, .marks = {}, .voice = {}});
    std::string times;
    for (const speech::Word& word : track->words) {
      times += (times.empty() ? "[" : ",") + std::string("{\"text\":\"") +
               text.substr(word.byte_begin, word.byte_end - word.byte_begin) +
               "\",\"start\":" + std::to_string(word.start.count()) +
               ",\"end\":" + std::to_string(word.end.count()) + "}";
    }
    auto given = GivenSpeech::open({.rate_hz = kRate_hz});
    REQUIRE(given);
    const std::string sound = test::pcm16_of(track->audio.samples);
    REQUIRE((*given)->add({.text = text, .audio = sound, .words = times + "]"},
                          std::chrono::microseconds{0}));
    const GivenVoice voice(*given, speech::silent_voice());
    Hall hall(voice);
    hall.play(hall.source_of(bml_to_say("b", (*given)->text(), "")));
    INFO("seed " << seed << ": " << text);
    Words spoken = words;  // control characters are blanks
    for (std::string& each : spoken.said) std::replace(each.begin(), each.end(), '\n', ' ');
    matched += interrupt_at(hall, spoken, random_tick(random, track->length)) ? 1 : 0;
  }
  report("say", matched);
}

TEST_CASE("of a speech that comes in pieces, too, however late they are", "[performed]") {
  int matched = 0;
  for (unsigned seed = 0; seed < kInterruptions; ++seed) {
    std::mt19937 random(seed);
    const Words words = random_words(random, Markup::None);
    auto opened = GivenSpeech::open({.rate_hz = kRate_hz});
    REQUIRE(opened);
    const auto given = *opened;
    auto voice = std::make_shared<const GivenVoice>(given, speech::silent_voice());
    Hall hall(*voice);
    auto source = hall.source_of("");
    source->own_voice = voice;
    source->text_to_say = [](std::string_view said) { return bml_to_say("b", said, ""); };
    // A word of 0.3 s a piece, and a pause behind it.
    std::size_t next = 0;
    const auto give = [&] {
      const speech::Word word{.start = Seconds{0}, .end = Seconds{0.3}};
      speech::Audio audio = sound_of({word}, Seconds{0.4});
      const auto number = static_cast<int>(next + 1);
      for (std::int16_t& each : audio.samples) each = static_cast<std::int16_t>(each * number);
      std::string said = words.said[next];
      std::replace(said.begin(), said.end(), '\n', ' ');
      const std::string times = R"([{"text": ")" + said.substr(0, said.find_first_of(" ,.!…")) +
                                R"(", "start": 0, "end": 0.3}])";
      const bool is_first = next++ == 0;
      REQUIRE(given->add({.text = said,
                          .audio = test::pcm16_of(audio.samples),
                          .words = times,
                          .from_piece = true,
                          .last = false},
                         std::chrono::microseconds(std::llround(hall.now().count() * 1e6)),
                         is_first ? std::nullopt : std::optional(hall.now())));
    };
    hall.advance();
    give();
    source->text = source->text_to_say(given->text());
    hall.play(source);
    const auto ticks = std::uniform_int_distribution<std::uint64_t>(2, 200)(random);
    const auto often = std::uniform_int_distribution<std::uint64_t>(5, 60)(random);
    for (std::uint64_t tick = 0; tick < ticks; ++tick) {
      // The last piece does not come, so that it is never over.
      if (tick % often == often - 1 && next + 1 < words.said.size()) give();
      hall.advance();
    }
    // Of every other one nobody has planned yet what came last.
    if (seed % 2 == 0 && next + 1 < words.said.size()) give();
    hall.interrupt();
    hall.advance();
    REQUIRE(hall.interrupted);
    const Performed::Speech& speech = hall.interrupted->performed->speeches.front();
    const std::size_t heard = hall.listener.word_at(hall.listener.heard_by(hall.now()));
    INFO("seed " << seed << ", heard " << heard << ": " << speech.text_done << "|"
                 << speech.text_left);
    Words spoken = words;
    for (std::string& each : spoken.said) std::replace(each.begin(), each.end(), '\n', ' ');
    CHECK(speech.words_done == heard);
    CHECK(speech.text_done == spoken.said_between(0, heard));
    const std::string left = spoken.said_between(heard, next);
    CHECK(speech.text_left == left);
    const bool is_right =
        speech.text_done == spoken.said_between(0, heard) && speech.text_left == left;
    matched += is_right ? 1 : 0;
  }
  report("say, in pieces", matched);
}

TEST_CASE("what espeak says is told by its own boundaries of words", "[espeak][performed]") {
  if (test::espeak_program().empty()) return;
  const auto voice = EspeakVoice::start({.program = test::espeak_program()});
  REQUIRE(voice);
  const std::string text = "No no no, said the other one: \"no, nothing at all\".";
  const auto track = (*voice)->say({.text = text, .marks = {}, .voice = {}});
  REQUIRE(track);
  int matched = 0;
  for (unsigned seed = 0; seed < kInterruptions; ++seed) {
    std::mt19937 random(seed);
    Hall hall(**voice);
    hall.play(hall.source_of(bml("<speech id=\"s\"><text>" + text + "</text></speech>")));
    const auto ticks = random_tick(random, track->length);
    for (std::uint64_t tick = 0; tick < ticks; ++tick) hall.advance();
    hall.interrupt();
    hall.advance();
    REQUIRE(hall.interrupted);
    const auto begun = std::ranges::count_if(track->words, [&](const speech::Word& word) {
      const double first = std::ceil(word.start.count() * track->audio.rate_hz - 1e-3);
      return first < static_cast<double>(hall.listener.size());
    });
    const Performed::Speech& speech = hall.interrupted->performed->speeches.front();
    INFO("seed " << seed << ", tick " << ticks);
    CHECK(std::cmp_equal(speech.words_done, begun));
    CHECK(speech.text_done + speech.text_left == text);
    matched += std::cmp_equal(speech.words_done, begun) ? 1 : 0;
  }
  report("espeak", matched);
}

}  // namespace kine::server::performed_test
