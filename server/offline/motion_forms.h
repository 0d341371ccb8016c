// The forms that bake and replay can write: those of realizer/formats and
// realizer/pictures, and the recording.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "realizer/core/result.h"
#include "realizer/formats/writer.h"
#include "realizer/speech/speech_track.h"

namespace kine::server {

std::span<const formats::Form> motion_forms();

/// By the ending of a file's name; "-", which is standard output, is .jsonl.
Result<const formats::Form*> find_motion_form(const std::string& output);

/// For the help of a command: "- is standard output, as .jsonl. The ending says how:" and a line
/// each.
std::string help_on_motion_forms();

/// One character's motion as a recording: what a server with that character alone would write down.
std::unique_ptr<formats::Writer> make_recording_form(const formats::Recorded& recorded);

/// The same with a sound that the character says from the first frame on, while there are frames.
/// It may be null.
std::unique_ptr<formats::Writer> make_recording_with_sound(
    const formats::Recorded& recorded, std::shared_ptr<const speech::Audio> says);

}  // namespace kine::server
