// A head put together: skin with its shapes, and the eyes behind it.
#pragma once

#include "avatars/avatar.h"
#include "avatars/figure.h"

namespace kine::avatars {

/// Fills in `avatar.head`, `avatar.shapes` and `avatar.eyes`.
void add_head(Avatar& avatar, const body::Body& body, const Figure& figure);

/// How much larger the body's head is than the one of head_form.h.
double head_size(const body::Body& body);

}  // namespace kine::avatars
