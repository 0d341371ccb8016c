// A speech whose text, sound and word times its caller gives: at once, or in pieces while it is
// said.
//
//   Say, SayMore --add--> GivenSpeech --GivenVoice::say--> SpeechTrack;  what comes later
//   --Revisions--> the rest of the block, planned anew
//
// All that comes is checked before any of it counts, and bounded. Pieces come on one thread, the
// voice is asked on another.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/speech/voice.h"
#include "server/guests/memory_account.h"
#include "server/voices/given_track.h"

namespace kine::server {

/// Of one speech: text, which would last ten minutes several times, and pieces, of 20 ms each.
inline constexpr std::size_t kGivenTextBytesMax = std::size_t{64} << 10;
inline constexpr std::size_t kGivenPiecesMax = 60'000;

/// What is there when it begins: what comes next is planned and sent before it is due.
inline constexpr Seconds kGivenBeginsWith{0.4};

/// What comes while it is said is put so far behind what is heard: until then it has been planned.
/// Where it came too late for its own place, it is silent meanwhile.
inline constexpr Seconds kGivenLead{0.3};

/// Between two times that what has come is handed on; a long speech takes longer to plan.
inline constexpr std::chrono::milliseconds kGivenPauseMin{100};
inline constexpr std::chrono::milliseconds kGivenPauseMax{1'000};

class GivenSpeech {
 public:
  struct Opening {
    std::uint32_t rate_hz = 0;                  // of samples alone; 0: the sound is a .wav
    std::optional<TimeUnit> unit = {};          // of numbers whose key does not say it
    std::optional<speech::Timing> timing = {};  // as the caller calls it; nothing: by the keys
    bool has_script = false;                    // whose text it says: none comes in pieces
    bool begins_whole = false;                  // not before the last piece has come
    MemoryHolder memory = {};                   // what is charged for it
  };
  struct Piece {
    std::string_view text = {};
    std::string_view audio = {};
    std::string_view words = {};
    bool from_piece = false;  // times of words count from this piece's first sample
    bool last = true;
  };

  /// An error where the rate is none.
  static Result<std::shared_ptr<GivenSpeech>> open(const Opening& opening);

  /// An error in one clause; then nothing of the piece was taken.
  /// `heard` is how much of it has been said; nothing: it has not begun.
  Result<Done> add(const Piece& piece, std::chrono::microseconds now,
                   std::optional<Seconds> heard = {});

  /// What is wrong with it, for the caller; nothing more is taken.
  void refuse(const std::string& reason);

  /// Whether it may be planned: all of it is there, or enough to begin with.
  bool can_begin() const;
  bool is_whole() const;  // the last piece has come

  /// Nobody wants to hear more: its block has ended.
  bool is_over() const { return *over_; }

  /// Its block has ended: its sound is not needed any more.
  void let_go();

  std::size_t sound_bytes() const;
  std::string text() const;

  /// The track of what has come; an utterance that can be revised hears of the rest.
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance);

  /// What has come by now, as its block goes on with it from `now` on, which has played `before`:
  /// what should have been heard already comes then, behind silence. Nothing: it cannot be said.
  std::shared_ptr<const speech::SpeechTrack> catch_up(const speech::SpeechTrack& before,
                                                      Seconds now);

  /// Why it could not be said, where that is the caller's fault.
  std::optional<Error> fault() const;

  /// What the caller may want to know of its words; empty: nothing.
  std::string remark() const;

 private:
  explicit GivenSpeech(const Opening& opening)
      : opening_(opening), share_(opening.memory.share()) {}

  struct Sound {
    std::vector<std::int16_t> samples = {};
    std::string bytes_left = {};                // of a head, or of a sample, that is not whole
    std::optional<std::size_t> data_left = {};  // of a .wav, as its head says
    std::uint16_t channels = 1;
    std::uint32_t rate_hz = 0;  // 0: its head has not come
  };
  Result<Done> take(const Piece& piece, std::chrono::microseconds now,
                    std::optional<Seconds> heard);
  Result<Sound> decoded(std::string_view audio, bool is_last) const;
  Result<Done> decode_head(bool is_last, Sound& sound) const;
  Result<Done> add_words(const Piece& piece, GivenWords& words,
                         std::vector<WordTimes::Word>& characters) const;
  Result<GivenTrack> make(const speech::Utterance& utterance) const;
  void wait_for(std::optional<Seconds> heard);
  void add_gap(std::size_t before, std::size_t samples);
  Seconds placed(Seconds given) const;
  void hand_on(std::chrono::microseconds now);
  Seconds made() const;  // without gaps
  std::size_t sound_bytes_locked() const;
  std::size_t bytes_held() const;

  const Opening opening_;
  mutable std::mutex text_mutex_;  // held for moments alone: a tick reads it
  std::string text_;               // grows with both held
  mutable std::mutex mutex_;       // of what follows
  MemoryShare share_;              // of all that it remembers: sound, words and text
  GivenWords words_;
  std::vector<WordTimes::Word> characters_;  // of which words are made, where those come
  Sound sound_;

  /// Silence where its sound was late, before one of the caller's samples.
  struct Gap {
    std::size_t before = 0;
    std::size_t samples = 0;
  };
  std::vector<Gap> gaps_;  // in order
  std::size_t gap_samples_ = 0;
  std::size_t pieces_ = 0;
  bool is_whole_ = false;
  std::optional<Error> fault_;
  std::string remark_;
  std::optional<speech::Utterance> asked_;      // without its revisions
  std::weak_ptr<speech::Revisions> revisions_;  // what hears of the rest
  std::chrono::microseconds handed_on_{0};
  const std::shared_ptr<std::atomic<bool>> over_ = std::make_shared<std::atomic<bool>>(false);
};

/// Says the given speech where a script has its first, and lets another voice say the others.
class GivenVoice final : public speech::Voice {
 public:
  /// `others` outlives it.
  GivenVoice(std::shared_ptr<GivenSpeech> given, const speech::Voice& others)
      : given_(std::move(given)), others_(others) {}

  std::string_view name() const override { return "given"; }
  Result<speech::SpeechTrack> say(const speech::Utterance& utterance) const override;

  GivenSpeech& given() const { return *given_; }

  /// Whether anybody has asked it for a speech.
  bool was_asked() const;

 private:
  const std::shared_ptr<GivenSpeech> given_;
  const speech::Voice& others_;
  mutable std::mutex mutex_;
  mutable std::optional<std::string> id_;  // of the utterance that is the given speech
};

/// BML that has one character say `text`, as the block `id`.
std::string bml_to_say(std::string_view id, std::string_view text, std::string_view composition);

}  // namespace kine::server
