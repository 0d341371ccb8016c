// kinesphere status: how a server is, in a terminal.
//
//   /metrics of its admin port --Metrics--> some lines, once or each second
#pragma once

#include <iosfwd>
#include <map>
#include <string>
#include <string_view>

namespace CLI {
class App;
}

namespace kine::server {

/// The values of a text of Prometheus, by their names with labels: "a_total{result=\"b\"}".
class Metrics {
 public:
  explicit Metrics(std::string_view text);

  /// 0 where there is none.
  double value(std::string_view name) const;

  /// The label of the first one of that name; empty: there is none.
  std::string label(std::string_view name, std::string_view label) const;

  /// The least bound below which so much of a histogram lies; infinite where it is none of them.
  double bound_of(std::string_view histogram, double share) const;

  /// The greatest bound of a histogram that is finite; 0: it has none.
  double greatest_bound(std::string_view histogram) const;

 private:
  std::map<std::string, double, std::less<>> values_;
};

/// What a person wants to know. `before` is what was so `seconds` ago: then rates are told.
std::string status_text(const Metrics& now, double now_s, const Metrics* before = nullptr,
                        double seconds = 0);

struct StatusOptions {
  std::string address = "127.0.0.1:7731";
  bool watch = false;  // again each second
};

/// The exit code: 1 where no server answers.
int show_status(const StatusOptions& options, std::ostream& output, std::ostream& messages);

void add_status(CLI::App& program, int& exit_code);

}  // namespace kine::server
