// The file: VRM 1.0 in glTF's binary form. Nodes are the body's 55 joints under their own names,
// with identity rotations and the body's offsets; the head's face shapes are morph targets, sparse.
#pragma once

#include <string>

#include "avatars/avatar.h"

namespace kine::avatars {

/// The same bytes for the same avatar.
std::string write_vrm(const Avatar& avatar, const body::Body& body);

}  // namespace kine::avatars
