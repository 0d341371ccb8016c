// A scene of a running server, with what conversations use there: they join one, and see nothing of
// another.
//
//   Hello.scene --Services::find_stage--> Stage
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <span>
#include <string>

#include "clients/cpp/address.h"
#include "realizer/core/result.h"
#include "server/guests/claims.h"
#include "server/listening/heard_characters.h"
#include "server/live/live_scene.h"
#include "server/recordings/recorder.h"
#include "server/resuming/resumes.h"
#include "server/ticks/hub.h"

namespace kine::server {

class Demonstrator;
class Journal;

/// That a client joins that names none.
inline constexpr const char* kMainScene = "main";

/// Of a server, with the main one: each has four threads and the memory of its characters.
inline constexpr std::size_t kScenesMax = 64;

/// Of those beside the main one: each is a plain name that no other has.
Result<Done> check_scene_names(std::span<const std::string> names);

/// Where a scene has its own of what an operator named for the main one: a folder in that folder,
/// with a name that no tenant has, and a file beside that file. Empty stays empty.
std::string folder_of_scene(const std::string& folder, const std::string& scene);
std::string file_of_scene(const std::string& file, const std::string& scene);

/// That folder is there from now on.
Result<Done> make_folder_of_scene(const std::string& folder, const std::string& scene);

/// All parts outlive it, and it outlives every conversation.
struct Stage {
  std::string name;
  LiveScene& scene;
  Hub& hub;
  Recorder& recorder;
  HeardCharacters heard_characters;
  Resumes resumes;
  Claims claims = {};
  Demonstrator* demonstration = nullptr;  // that gives way to others; null: none
  Journal* journal = nullptr;             // null: what is accepted is not kept

  /// When tick 0 was, of steady_now(): tick t is due t / rate later. In the far future while there
  /// is none.
  std::atomic<std::chrono::microseconds> tick_zero{std::chrono::microseconds::max()};
};

/// Where scenes are played, of servers that play them together.
/// Every call may come from any thread.
class ScenePlaces {
 public:
  virtual ~ScenePlaces() = default;

  /// Whether this server plays it now.
  virtual bool is_here(const std::string& scene) const = 0;

  /// The server that plays it now, perhaps this one; nothing: none does.
  virtual std::optional<client::Address> find(const std::string& scene) const = 0;
};

}  // namespace kine::server
