// The clips of a cast as its body plays them: who stood stands on its feet.
//
//   the Clips there are, Body --clips_on--> its own Clips, shared by all casts of that body
#pragma once

#include <memory>

#include "realizer/body/body.h"
#include "realizer/pose/clip.h"

namespace kine {

/// What does not stand is shared with `recorded`; so is all, where nothing does.
std::shared_ptr<const pose::Clips> clips_on(const std::shared_ptr<const pose::Clips>& recorded,
                                            const body::Body& body);

}  // namespace kine
