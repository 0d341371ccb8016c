#include "realizer/motion/made_keys.h"

namespace kine::motion {

pose::ChannelSet MadeKeys::channels() const {
  pose::ChannelSet channels;
  for (const pose::ChannelKeys& each : keys_.channels) channels.set(each.channel.index);
  return channels;
}

}  // namespace kine::motion
