// The name of a scene in a cluster, as a part of subjects and keys.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kine::server {

inline constexpr std::size_t kSubjectTokenBytesMax = 64;

struct SceneName {
  std::string tenant;
  std::string scene;

  /// TENANT.SCENE
  std::string key() const { return tenant + '.' + scene; }

  friend auto operator<=>(const SceneName&, const SceneName&) = default;
};

/// Whether a text may be a token of a subject: letters, digits, `_` and `-`, 64 bytes at most. So
/// no name reaches into the subjects of another tenant.
bool is_subject_token(std::string_view text);

bool is_scene_name(const SceneName& name);

}  // namespace kine::server
