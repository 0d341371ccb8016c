// The options of `serve` for TLS: which files, what they give, and that they are read again.
//
//   --tls-certificate, --tls-key, --tls-clients, --tls-nodes --give_tls--> Options
//   SIGHUP --read_tls_again--> the server that runs
#pragma once

#include "realizer/core/result.h"
#include "server/server.h"
#include "server/services/options.h"

namespace CLI {
class App;
}

namespace kine::server {

/// `files` outlive the command.
void add_tls_options(CLI::App& command, TlsFiles& files);

/// Reads the files. An error where one is wrong, or goes with another that is missing. To be called
/// when the tenants are there: a certificate of a client gives what a line of theirs says.
Result<Done> give_tls(const TlsFiles& files, Options& options);

/// What is wrong with the files is logged, and the certificate stays as it was. Nothing happens
/// where the server has no TLS.
void read_tls_again(const TlsFiles& files, Server& server);

}  // namespace kine::server
