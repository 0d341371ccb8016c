#include "server/bridges/client_hello.h"

#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"

namespace kine::server {

std::string client_hello(const std::string& name, const BridgeClient& client,
                         WhatWaits what_waits) {
  kinesphere::Envelope envelope;
  kinesphere::Hello& hello = *envelope.mutable_hello();
  hello.set_version_major(protocol::kVersionMajor);
  hello.set_version_minor(protocol::kVersionMinor);
  hello.set_name(name);
  hello.set_token(client.token);
  hello.set_scene(client.scene);
  hello.set_keep_waiting(what_waits == WhatWaits::Stays);
  return envelope.SerializeAsString();
}

}  // namespace kine::server
