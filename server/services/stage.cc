#include "server/services/stage.h"

#include <filesystem>
#include <set>
#include <system_error>

#include "realizer/core/number.h"
#include "server/base/plain_name.h"

namespace kine::server {

Result<Done> check_scene_names(std::span<const std::string> names) {
  if (names.size() >= kScenesMax) {
    return Error{ErrorCode::LimitExceeded, "a server has at most " + std::to_string(kScenesMax) +
                                               " scenes with the main one, and not " +
                                               quoted(std::to_string(names.size() + 1))};
  }
  std::set<std::string> seen{kMainScene};
  for (const std::string& name : names) {
    if (!is_plain_name(name)) {
      return Error{ErrorCode::Syntax,
                   "the name of a scene has 1 to 64 letters, digits, - and _: " + quoted(name)};
    }
    if (!seen.insert(name).second) {
      return Error{ErrorCode::OutOfRange, "two scenes have the same name: " + quoted(name)};
    }
  }
  return Done{};
}

std::string folder_of_scene(const std::string& folder, const std::string& scene) {
  return folder.empty() || scene == kMainScene ? folder : folder + "/" + scene + ".scene";
}

std::string file_of_scene(const std::string& file, const std::string& scene) {
  return file.empty() || scene == kMainScene ? file : file + "." + scene;
}

Result<Done> make_folder_of_scene(const std::string& folder, const std::string& scene) {
  if (folder.empty() || scene == kMainScene) return Done{};
  const std::string path = folder_of_scene(folder, scene);
  std::error_code fault;
  std::filesystem::create_directory(path, fault);
  if (fault) return Error{ErrorCode::Unsupported, fault.message() + ": " + quoted(path)};
  return Done{};
}

}  // namespace kine::server
