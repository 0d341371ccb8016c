// The forms that bake and replay can write: those of realizer/formats and
// realizer/pictures, and the recording.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "realizer/core/result.h"
#include "realizer/formats/writer.h"

namespace kine::server {

std::span<const formats::Form> motion_forms();

/// By the ending of a file's name; "-", which is standard output, is .jsonl.
Result<const formats::Form*> find_motion_form(const std::string& output);

/// For the help of a command: "- is standard output, as .jsonl. The ending says how:" and a line
/// each.
std::string help_on_motion_forms();

/// One character's motion as a recording: what a server with that character alone would write down.
std::unique_ptr<formats::Writer> make_recording_form(const formats::Recorded& recorded);

}  // namespace kine::server
