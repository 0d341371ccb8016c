// What became of a batch: a line of JSON for each file that it made, so that the files tell where
// they come from, and a batch that was stopped goes on where it was.
//
//   runs, digests --line_of--> FILE.manifest.jsonl --read_manifest--> which runs are done
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "realizer/formats/provenance.h"
#include "server/offline/batch_plan.h"

namespace kine::server {

/// Bytes of a manifest: the lines of as many runs as there may be.
inline constexpr std::size_t kManifestBytesMax = std::size_t{256} << 20;

/// A file that is there.
struct BatchResult {
  std::string inputs_sha256;  // of everything that it was made from
  std::string output_sha256;

  friend bool operator==(const BatchResult&, const BatchResult&) = default;
};

/// One line, with its end.
std::string line_of(const BatchRun& run, const BatchResult& result,
                    const formats::Provenance& provenance);

/// By output; of two lines about one the later counts. What is no such line, as the last of a batch
/// that was cut off, is passed over: its run is made again.
std::map<std::string, BatchResult> read_manifest(std::string_view text);

}  // namespace kine::server
