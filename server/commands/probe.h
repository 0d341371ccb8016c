// `kinesphere probe`: whether a server is there and answers. What a container's health is asked by.
#pragma once

#include <iosfwd>
#include <string>

namespace CLI {
class App;
}

namespace kine::server {

struct ProbeOptions {
  std::string server = "127.0.0.1:7730";
  std::string token_file;
};

/// 0 where a server says hello: one line names its characters; 1 otherwise.
int probe(const ProbeOptions& options, std::ostream& output, std::ostream& errors);

void add_probe(CLI::App& program, int& exit_code);

}  // namespace kine::server
