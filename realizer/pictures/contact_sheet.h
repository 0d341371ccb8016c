// A motion at a glance: a PNG of somebody from the front and from the right, some moments side by
// side, below them the face and the hands of each, and the paths of the wrists from the front, from
// the right and from above.
//
// The moments are the first, the last, poses that were reached, and what fills the widest gaps. All
// is drawn in the space of where the character stood at first.
#pragma once

#include <memory>

#include "realizer/formats/writer.h"

namespace kine::pictures {

std::unique_ptr<formats::Writer> make_contact_sheet(const formats::Recorded& recorded);

}  // namespace kine::pictures
