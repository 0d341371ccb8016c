// The journal of a scene as a node takes the scene over: what the cluster has is run again.
//
//   LOG --open_scene_journal--> a log to write behind, and what was recovered from it
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "server/cluster/scene_log.h"
#include "server/journal/recovery.h"

namespace kine::server {

struct OpenedSceneJournal {
  std::unique_ptr<SceneLog> log;            // what a Journal keeps its records in
  std::optional<Recovered> recovered = {};  // nothing: there was nothing to recover
};

/// `fence` is of the lease, `ours` and `into` are recover()'s. Of `on_progress` the first half is
/// reading, the second running again. A journal that came to its end is replaced by the next one.
Result<OpenedSceneJournal> open_scene_journal(
    const NatsConnection& connection, const SceneName& name, std::uint64_t fence,
    const HeadRow& ours, RecoveredScene into,
    const std::function<void(double share)>& on_progress = {},
    const SceneLogSettings& settings = {});

}  // namespace kine::server
