// What the server knows, as JSON for requests by HTTP.
#pragma once

#include <string>
#include <string_view>

#include "realizer/cast/cast.h"
#include "realizer/core/time.h"

namespace kine::server {

/// The name of a sample script's file without its ending: "wave", "wave.animl".
std::string_view name_of_script(std::string_view path);

/// The first sentence of the comment that a script begins with; empty without one.
std::string title_of_script(std::string_view text);

/// [{"name": "wave", "title": …}, …] of the samples that are inside the program.
std::string scripts_json();

/// [{"name": "beat", "hands": "one", "tags": […], "description": …, "poses": ["ready", …]}, …].
std::string lexicon_json(const plan::Vocabulary& vocabulary);

/// ["angry", …].
std::string styles_json(const plan::Vocabulary& vocabulary);

/// {"parameters": [{"name": "posture", "element": "shape", "least": -1, "most": 1, "usual": 0,
/// "meaning": …, "at_zero": …}, …], "styles": [{"name": "angry", "numbers": {"chest": 0.3, …}},
/// …]}: all that a nucleus or a sketch can say, and what each style says of it.
std::string manners_json(const plan::Vocabulary& vocabulary);

/// The first line of what `bake` writes as .jsonl.
std::string skeleton_json(const Cast& cast, TickRate rate);

}  // namespace kine::server
