#include "realizer/pictures/forms.h"

#include <array>

#include "realizer/pictures/contact_sheet.h"
#include "realizer/pictures/moving_figure.h"

namespace kine::pictures {
namespace {

constexpr std::array kForms = {
    formats::Form{
        ".png",
        "a contact sheet: the avatar front and side, its face, hands and the paths of its wrists",
        make_contact_sheet,
        {.has_frames = false}},
    formats::Form{".apng",
                  "an animated picture of the avatar, front and side",
                  make_moving_figure,
                  {.has_pictures = true}},
};

}  // namespace

std::span<const formats::Form> forms() { return kForms; }

}  // namespace kine::pictures
