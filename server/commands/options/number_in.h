// A number that is typed after a command, and its bounds. CLI11's own range lets NaN through.
#pragma once

namespace CLI {
class Validator;
}

namespace kine::server {

/// For an option's check: finite, decimal, and in [least, most].
CLI::Validator number_in(double least, double most);

}  // namespace kine::server
