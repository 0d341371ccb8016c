// How urgent the work of a thread is, beside the other threads of this program.
#pragma once

namespace kine::server {

/// This thread's work can wait for frames: where cores are short, the tick and the network go
/// first. It still has a third of what one of them has. Where the system has no priorities for
/// single threads, nothing changes.
void give_way_to_frames();

}  // namespace kine::server
