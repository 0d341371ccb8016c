#include "realizer/formats/writer.h"

#include <algorithm>
#include <array>

#include "realizer/formats/bvh.h"
#include "realizer/formats/contact_sheet.h"
#include "realizer/formats/jsonl.h"

namespace kine::formats {
namespace {

constexpr std::array kForms = {
    Form{".jsonl", "one JSON object a line: the skeleton, then frames and feedback", make_jsonl},
    Form{".bvh", "the skeleton and its motion for motion capture tools", make_bvh},
    Form{".png", "a contact sheet of stick figures, front and side", make_contact_sheet},
};

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

}  // namespace

std::span<const Form> forms() { return kForms; }

const Form* find_form(std::string_view file_name) {
  for (const Form& form : kForms) {
    if (file_name.size() <= form.ending.size()) continue;
    const std::string_view ending = file_name.substr(file_name.size() - form.ending.size());
    if (std::equal(ending.begin(), ending.end(), form.ending.begin(),
                   [](char a, char b) { return lower(a) == b; })) {
      return &form;
    }
  }
  return nullptr;
}

}  // namespace kine::formats
