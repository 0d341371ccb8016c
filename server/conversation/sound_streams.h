// The sound that a client sends for characters to move by.
//
//   AudioIn --SpeechStream--> Heard --> HearSpeech of the next tick; AudioHeard, or a Problem
//                         --> the mouth --> SetFace, beneath what scripts say
//                         --DelayedSound, where it is asked for--> AudioChunk of the next tick
//
// Where sound is held back, a character hears it at once, and knows which peaks are to come. The
// mouth moves as the sound is heard.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "protocol/kinesphere.pb.h"
#include "server/base/rate_limit.h"
#include "server/conversation/caller.h"
#include "server/listening/speech_stream.h"
#include "server/ticks/delayed_sound.h"

namespace kine::server {

class SoundStreams {
 public:
  /// `caller` outlives this.
  explicit SoundStreams(const Caller& caller);

  void take(const kinesphere::AudioIn& sound);

  /// A character begins a motion: a client that wants to see why is told.
  void note(const MotionStarted& started);

  /// The client has gone.
  void end_all();

 private:
  struct Stream {
    SpeechStream speech;
    bool told_of_broken = false;    // packets; its client need hear that once
    bool told_of_lost = false;      // what found no room among what is held back
    bool tells = false;             // whether its client wants to see what is heard
    std::string character = {};     // its name
    speech::LipWeights shown = {};  // of its mouth, …
    std::uint8_t shown_brows = 0;   // … and its brows, …
    Seconds shown_at{0};            // … by so much sound
    Seconds last_known{0};          // when something was heard last, from its first sample
    std::optional<DelayedSound> delayed = {};  // nothing: the sound does not go out

    /// Of lips that wait until their sound is heard: false where somebody else has the character.
    std::shared_ptr<std::atomic<bool>> moves_lips = std::make_shared<std::atomic<bool>>(true);
  };

  void take_piece(const kinesphere::AudioIn& sound);
  Stream* begin(const kinesphere::AudioIn& sound, const Roster::Entry& character);
  std::string fault_of_new(const kinesphere::AudioIn& sound, CharacterId character) const;
  void hear(std::uint32_t number, Stream& stream, std::span<const speech::Heard> heard);
  void send_out(Stream& stream);
  void pass_on(const Stream& stream, std::span<const speech::Heard> heard);
  void move_lips(Stream& stream);
  void do_later(Stream& stream, Tick due, Later::Call call);
  void show_face(Stream& stream, Seconds over);
  void end(std::uint32_t number);
  void give_up(std::uint32_t number);
  void hear_of_motions();

  const Caller& caller_;
  RateLimit rate_;
  std::map<std::uint32_t, Stream> streams_;
  bool hears_of_motions_ = false;  // from the hub
};

}  // namespace kine::server
