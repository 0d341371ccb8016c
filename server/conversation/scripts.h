// The scripts of one client, each from its Submit to the last word of its last block.
//
//   Submit, Say, SayMore --> pool --> commit --PlayBlock--> mailbox;  Accepted, Refused --> client
//
// Scripts are prepared in the pool and come back to the strand in the order in which they came, so
// that they are committed in that order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "protocol/kinesphere.pb.h"
#include "server/base/rate_limit.h"
#include "server/conversation/caller.h"
#include "server/conversation/script.h"
#include "server/resuming/resumed_client.h"

namespace kine::server {

class Scripts {
 public:
  /// The caller outlives this. Its carrier keeps both alive while a script is prepared.
  explicit Scripts(Caller& caller);

  void submit(kinesphere::Submit& submit);

  /// A speech that the client gives with its sound, and the pieces that come later.
  void say(kinesphere::Say& say);
  void say_more(const kinesphere::SayMore& more);

  /// The script is prepared and does not play.
  void check(kinesphere::Check& check);

  /// The script, or its block, of this id; false where there is none.
  bool interrupt_script(const std::string& id, Seconds fade);

  /// All that plays on the character, also what the client has sent and is not prepared yet.
  void interrupt_character(CharacterId character, Seconds fade);

  /// A script that a connection before this one had accepted, and the number of all that came.
  void adopt(const RememberedScript& script);
  void count_from(std::uint64_t number) { counted_ = std::max(counted_, number); }

  /// Its connection is over: speeches that wait for more of their sound come to nothing.
  void leave();

  /// As Conversation has them.
  void note(const Feedback& feedback);
  void note(const Replanned& replanned);
  void note_kept(BlockId block);

  /// Those of the script, or the one block, of this id; false where there is none.
  bool add_blocks_of(const std::string& id, std::vector<LiveBlocks::Sent>& sent) const;

 private:
  /// Of a character, before scripts were prepared that may play on it.
  struct EarlyInterrupt {
    std::uint64_t up_to = 0;  // the number of the last script that had come
    Seconds fade{0};
  };
  using Place = std::list<Script>::iterator;

  /// A script of which not every block is in the journal yet. It may be over before that.
  struct Unkept {
    std::string id;
    std::size_t blocks = 0;
  };

  std::string count();
  std::optional<std::string> reason_of_tenant();
  std::optional<std::string> reason_of_journal();
  std::optional<std::string> reason_to_refuse(const std::string& id);
  Result<std::shared_ptr<ScriptSource>> source_of(const std::string& id, std::string text,
                                                  std::string character);
  void give(Place script, const kinesphere::SayMore& piece);
  void send_to_pool(Place script, std::shared_ptr<const ScriptSource> source);
  void commit(Place script, const Outcome& outcome);
  /// The id of this script, or of one of its blocks, that another script of the client still has.
  std::optional<std::string> find_taken_id(const std::string& script_id,
                                           const Prepared& prepared) const;
  void accept(const Script& script, const ScriptName& name, const Outcome& outcome);
  std::optional<std::string> play(Script& script, const Outcome& outcome);
  std::size_t blocks_held() const;
  std::vector<Input> inputs_of(const Script& script, const Outcome& outcome) const;
  std::optional<Seconds> early_interrupt(const Script& script, CharacterId character) const;
  void expect_kept(const Script& script);
  bool let_go_of_waiting(const std::string& id);
  void note_start(const Feedback& feedback);
  void end_given(const Script& script, const OwnBlock& own, const Feedback& feedback);

  Caller& caller_;
  std::uint64_t counted_ = 0;
  RateLimit rate_;
  std::list<Script> scripts_;
  std::map<BlockId, std::shared_ptr<Unkept>> unkept_;  // blocks that are not in the journal yet
  std::map<CharacterId, EarlyInterrupt> early_interrupts_;  // the last of each that is there
  std::string complained_about_;  // the last speech that was over when more of it came
};

}  // namespace kine::server
