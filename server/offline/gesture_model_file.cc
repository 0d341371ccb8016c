#include "server/offline/gesture_model_file.h"

#include <array>
#include <filesystem>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/gesture/training/model_file.h"
#include "realizer/tick/body_language.h"
#include "server/base/folder.h"
#include "server/base/sha256.h"

namespace kine::server {
namespace {

constexpr std::string_view kOwnModel = "synthetic-v1.kinemodel";
constexpr std::size_t kHashShown = 16;

}  // namespace

Result<gesture::GestureModel> read_gesture_model(const std::string& path) {
  const auto bytes = read_file_up_to(path, kModelBytesMax);
  if (!bytes) return bytes.error();  // it names the file
  auto model = gesture::decode_model(*bytes);
  if (!model) return error_in_file(path, model.error());
  return model;
}

Result<std::string> find_own_model() {
  std::error_code fault;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", fault).parent_path();
  for (const auto& folder : {self, self.parent_path() / "share" / "kinesphere"}) {
    const auto model = folder / kOwnModel;
    if (!fault && std::filesystem::exists(model, fault)) return model.string();
  }
  return Error{ErrorCode::Unsupported,
               "no model of body language: '" + std::string(kOwnModel) +
                   "' is neither beside the program nor in ../share/kinesphere, for it was built "
                   "without a voice; name one with --model"};
}

Result<std::shared_ptr<const PlayableRepertoire>> read_body_language(
    const std::string& path, const gesture::Profile& profile) {
  const auto file = path.empty() ? find_own_model() : Result<std::string>(path);
  if (!file) return file.error();
  const auto bytes = read_file_up_to(*file, kModelBytesMax);
  if (!bytes) return bytes.error();
  auto model = gesture::decode_model(*bytes);
  if (!model) return error_in_file(*file, model.error());
  const std::string name = model->name + " " + sha256_of(*bytes).substr(0, kHashShown);
  return make_playable(std::move(model->repertoire),
                       {.name = name, .prosody = model->prosody, .profile = profile});
}

}  // namespace kine::server
