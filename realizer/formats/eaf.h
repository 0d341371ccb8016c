// What happened as an annotation document of ELAN (EAF 3.0): tiers of blocks, behaviours and
// events. The motion itself is not in it.
#pragma once

#include <memory>

#include "realizer/formats/writer.h"

namespace kine::formats {

std::unique_ptr<Writer> make_eaf(const Recorded& recorded);

}  // namespace kine::formats
