// Hair: one closed surface over the scalp, with the furrows of locks.
#pragma once

#include "avatars/figure.h"

namespace kine::avatars {

/// In the space of head_form.h; goes with the head's joint.
Mesh make_hair(Hair hair);

}  // namespace kine::avatars
