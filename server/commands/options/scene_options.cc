#include "server/commands/options/scene_options.h"

#include <CLI/CLI.hpp>
#include <ostream>

#include "server/base/report_line.h"

namespace kine::server {

namespace {

/// A name that is none is an error of use. It is known when all folders are.
void add_sketch(CLI::App& command, StockFolders& stock) {
  command
      .add_option("--sketch", stock.sketch,
                  "A style by which all characters do all that they do, under what scripts say")
      ->type_name("STYLE|FILE");
  command.parse_complete_callback([&stock] {
    if (stock.sketch.empty()) return;
    for (const FileFault& fault : read_stock(stock).faults) {
      if (fault.file != kSketchOption) continue;
      throw CLI::ValidationError(std::string(kSketchOption), fault.error.message);
    }
  });
}

}  // namespace

void add_scene_options(CLI::App& command, SceneOptions options, const VoiceHelp& voice) {
  command
      .add_option("--clips", options.clips,
                  "A folder whose .bvh, .vrma and .glb files scripts may play as clips")
      ->type_name("FOLDER");
  add_stock_folders(command, options.stock);
  add_sketch(command, options.stock);
  command
      .add_option("--voice", options.voice.voice,
                  std::string(voice.what) + ": " + voice_names() +
                      " (default: " + std::string(voice.by_default) + ")")
      ->type_name("VOICE");
  command
      .add_option("--voices-from", options.voice.folder,
                  "A folder of recorded speech, NAME.wav with its labels, for the voice file")
      ->type_name("FOLDER");
  command
      .add_option("--target", options.targets,
                  "NAME=X,Y,Z: what scripts can look at, in metres in the world; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
}

void add_stock_folders(CLI::App& command, StockFolders& folders) {
  struct Row {
    const char* name;
    std::string& folder;
    const char* help;
  };
  const Row rows[] = {
      {"--lexicon", folders.lexicon, "A folder of .xml files with gestures of your own"},
      {"--bodies", folders.bodies, "A folder of .xml files, each a body of your own"},
      {"--styles", folders.styles,
       "A folder of .xml files, each a style or a dictionary of your own"},
      {"--poses", folders.poses, "A folder of .xml files with stored poses of your own"}};
  for (const Row& row : rows) {
    command.add_option(row.name, row.folder, row.help)->type_name("FOLDER");
  }
}

std::shared_ptr<const Stock> load_stock(const StockFolders& folders, std::ostream& messages) {
  const ReadStock read = read_stock(folders);
  for (const FileFault& fault : read.faults) messages << report_line(fault.file, fault.error);
  for (const std::string& note : read.notes) messages << note << "\n";
  return read.stock;
}

}  // namespace kine::server
