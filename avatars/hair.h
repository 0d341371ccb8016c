// Hair: one closed surface over the scalp, with the furrows of locks.
#pragma once

#include "avatars/figure.h"

namespace kine::avatars {

/// On the head of that form, in its space; goes with the head's joint.
Mesh make_hair(Hair hair, const Field& form);

}  // namespace kine::avatars
