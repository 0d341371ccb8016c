#include "realizer/formats/writer.h"

#include <array>

#include "realizer/formats/bvh.h"
#include "realizer/formats/csv.h"
#include "realizer/formats/eaf.h"
#include "realizer/formats/gltf.h"
#include "realizer/formats/jsonl.h"
#include "realizer/formats/text_grid.h"

namespace kine::formats {
namespace {

constexpr std::array kForms = {
    Form{".jsonl", "one JSON object a line: the skeleton, then frames and feedback", make_jsonl},
    Form{".bvh",
         "the skeleton and its motion for motion capture tools",
         make_bvh,
         {.says_provenance = false}},
    Form{".vrma", "a VRM animation: bones, hips, expressions of the face, gaze", make_vrma},
    Form{".glb", "glTF: a figure that moves, for three.js, Blender and their like", make_glb},
    Form{".csv", "a table for statistics: places and turns of the joints, channels, a row a tick",
         make_csv},
    Form{".TextGrid",
         "what happened, for Praat: tiers of blocks, behaviours and events",
         make_text_grid,
         {.says_provenance = false, .has_motion = false}},
    Form{".eaf",
         "what happened, for ELAN: tiers of blocks, behaviours and events",
         make_eaf,
         {.has_motion = false}},
};

}  // namespace

Error nothing_to_show() {
  return {.code = ErrorCode::Unsupported, .message = "there is no frame to show"};
}

std::span<const Form> forms() { return kForms; }

}  // namespace kine::formats
