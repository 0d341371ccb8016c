#include "server/cluster/scene_name.h"

#include <algorithm>

namespace kine::server {
namespace {

bool is_token_character(char each) {
  return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') ||
         (each >= '0' && each <= '9') || each == '_' || each == '-';
}

}  // namespace

bool is_subject_token(std::string_view text) {
  return !text.empty() && text.size() <= kSubjectTokenBytesMax &&
         std::all_of(text.begin(), text.end(), is_token_character);
}

bool is_scene_name(const SceneName& name) {
  return is_subject_token(name.tenant) && is_subject_token(name.scene);
}

}  // namespace kine::server
