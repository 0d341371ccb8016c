// `kinesphere inspect FILE`: what of a clip or an avatar our joints and channels find, what is
// missing, what stands in for it, and what is left out.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kine::server {

struct InspectOptions {
  std::vector<std::string> files;  // .bvh, .vrma, .glb or .vrm
  bool strict = false;             // whether it is a failure that something is left out
};

/// Reports go to `output`, errors to `messages`. The exit code: 1 on an error, else 0.
int inspect(const InspectOptions& options, std::ostream& output, std::ostream& messages);

void add_inspect(CLI::App& program, int& exit_code);

}  // namespace kine::server
