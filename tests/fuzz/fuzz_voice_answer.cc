// What a program answers that speaks for us: an external voice's line, a reply of
// kinesphere-espeak.
//
// Whatever it says, its track is valid or there is none, and goes on behind what was said.
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/speech/spliced.h"
#include "server/voices/espeak_track.h"
#include "server/voices/external_voice.h"
#include "server/voices/labelled_track.h"
#include "server/voices/revision_reader.h"

using namespace kine;
using namespace kine::server;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const speech::Utterance asked{
      .text = "Mr. Fox ran. He ran!", .marks = {{"m", 4}, {"e", 20}}, .voice = {}};
  const auto text = speech::read_utterance(asked);
  KINE_ASSERT(text.has_value());

  if (const auto answer = read_external_answer(bytes, *text)) {
    const auto track = labelled_track(asked, answer->labels, answer->audio);
    KINE_ASSERT(!track || track->valid());
  }
  if (const auto revised = read_revision(bytes, asked, *text, {})) {
    const auto said = speech::silent_voice().say(asked);
    for (const double now_s : {0.0, 0.3, 0.9}) {
      const Seconds now(now_s);
      KINE_ASSERT(speech::spliced(
          *said, *revised,
          {.word = speech::first_word_from(*said, now), .earliest = now, .sound_from = now}));
    }
  }
  if (const auto request = decode_espeak_request(bytes)) {
    KINE_ASSERT(encode(*request).size() == size);
  }
  const auto reply = decode_espeak_reply(bytes);
  if (reply && reply->rate_hz > 0) {
    const std::vector<EspeakReply> replies(text->sentence_ends.size(), *reply);
    KINE_ASSERT(track_of(*text, asked.marks, replies).valid());
  }
  return 0;
}
