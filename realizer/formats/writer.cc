#include "realizer/formats/writer.h"

#include <array>

#include "realizer/formats/bvh.h"
#include "realizer/formats/contact_sheet.h"
#include "realizer/formats/ending.h"
#include "realizer/formats/jsonl.h"

namespace kine::formats {
namespace {

constexpr std::array kForms = {
    Form{".jsonl", "one JSON object a line: the skeleton, then frames and feedback", make_jsonl},
    Form{".bvh", "the skeleton and its motion for motion capture tools", make_bvh},
    Form{".png", "a contact sheet of stick figures, front and side", make_contact_sheet},
};

}  // namespace

std::span<const Form> forms() { return kForms; }

const Form* find_form(std::string_view file_name) { return find_by_ending(kForms, file_name); }

}  // namespace kine::formats
