// An avatar's surface out of its file, VRM 1.0, and which avatar stands for a body.
//
//   bytes of a .vrm --read_avatar--> SkinnedMesh
#pragma once

#include <span>
#include <string_view>

#include "realizer/core/result.h"
#include "realizer/pictures/skinned_mesh.h"

namespace kine::pictures {

/// All triangles of all meshes, with the colours of their materials, without pictures on them.
/// Morph targets follow the channels of their names, and VRM's expressions those named vrm_*. The
/// avatar has all of our joints, and they are not turned in its T-pose.
Result<SkinnedMesh> read_avatar(std::string_view bytes);

/// Of some avatars, the one whose skeleton is nearest to the body's, fitted to it; round bones
/// where there is none.
Result<SkinnedMesh> mesh_for(const body::Body& body, std::span<const std::string_view> avatars);

}  // namespace kine::pictures
