"""Certificates for tests, made by the program openssl while they run."""

import pathlib
import subprocess

_CONFIGURATION = """
[req]
distinguished_name = who
[who]
[authority]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
subjectKeyIdentifier = hash
[server]
subjectAltName = DNS:localhost,IP:127.0.0.1
[hall]
subjectAltName = DNS:hall.lab
"""


class Certificates:
    """authority.pem, and of `server` and `hall` NAME.pem and NAME.key, in a folder."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.file("openssl.cnf").write_text(_CONFIGURATION, encoding="utf-8")
        self._openssl("-x509", "-keyout", self.file("authority.key"), "-out",
                      self.file("authority.pem"), "-subj", "/CN=an authority of a test",
                      "-extensions", "authority")
        for name in ("server", "hall"):
            self._openssl("-x509", "-CA", self.file("authority.pem"), "-CAkey",
                          self.file("authority.key"), "-keyout", self.file(f"{name}.key"),
                          "-out", self.file(f"{name}.pem"), "-subj", f"/CN={name}",
                          "-extensions", name)

    def file(self, name):
        return self.folder / name

    def _openssl(self, *arguments):
        subprocess.run(["openssl", "req", "-config", self.file("openssl.cnf"), "-newkey", "ec",
                        "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1",
                        *arguments], check=True, capture_output=True)
