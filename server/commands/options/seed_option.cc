#include "server/commands/options/seed_option.h"

#include <CLI/CLI.hpp>
#include <string>

#include "server/base/seed.h"

namespace kine::server {

void add_seed(CLI::App& command, std::uint64_t& seed) {
  const auto take = [&seed](const std::string& text) {
    const auto parsed = parse_seed(text);
    if (!parsed) throw CLI::ValidationError("--seed", parsed.error().message);
    seed = *parsed;
  };
  command
      .add_option_function<std::string>("--seed", take, "The seed of what is random (default: 0)")
      ->type_name("N");
}

}  // namespace kine::server
