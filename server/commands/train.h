// `kinesphere train DIR|FILE.ksr… --licence TEXT -o MODEL`: learns a model of body language from
// takes, and says how well.
//
//   sources --read_takes--> TrainingTakes --train--> GestureModel --encode_model--> a .kinemodel
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>

#include "server/learning/takes.h"

namespace CLI {
class App;
}

namespace kine::server {

struct TrainOptions {
  TakesWish takes;
  std::string licence;  // of the data
  std::string name;     // of the model; empty: that of its file
  std::string output;   // a .kinemodel
  std::uint64_t seed = 0;
  bool strict = false;  // whether a warning is a failure, and nothing is written
};

/// The report goes to `output`, warnings and errors to `messages`. 1 on an error, else 0.
int train(const TrainOptions& options, std::ostream& output, std::ostream& messages);

void add_train(CLI::App& program, int& exit_code);

}  // namespace kine::server
