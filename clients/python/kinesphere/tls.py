"""Connections under TLS.

    "wss://lab.example:7730" ──read──▶ "lab.example:7730", an SSLContext
    socket ──TlsSocket──▶ what two threads can use at once, one of which waits in `recv`
"""

from __future__ import annotations

import socket
import ssl
import threading
from typing import Optional

SCHEME = "wss://"

RECEIVED_BYTES = 1 << 16


def read(server: str, tls: Optional[ssl.SSLContext]) -> tuple[str, Optional[ssl.SSLContext]]:
    """HOST[:PORT], and how to speak TLS there; None: plain."""
    if not server.startswith(SCHEME):
        return server, tls
    address = server[len(SCHEME):].removesuffix("/ws").removesuffix("/")
    return address, tls or ssl.create_default_context()


class TlsSocket:
    """As a socket, as far as the client makes use of one. Python's own TLS sockets must not be read
    and written at the same time."""

    def __init__(self, connection: socket.socket, context: ssl.SSLContext, host: str) -> None:
        self._socket = connection
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing, server_hostname=host)
        self._state = threading.Lock()  # guards the three above
        self._order = threading.Lock()  # whoever seals bytes sends them before anybody else does
        try:
            self._shake_hands()
        except BaseException:
            connection.close()
            raise

    def _shake_hands(self) -> None:
        while True:
            try:
                self._tls.do_handshake()
                return self._flush()
            except ssl.SSLWantReadError:
                self._flush()
                self._take_in()
            except ssl.SSLError:
                self._flush()  # the server hears why
                raise

    def _take_in(self) -> None:
        received = self._socket.recv(RECEIVED_BYTES)
        with self._state:
            if received:
                self._incoming.write(received)
            else:
                self._incoming.write_eof()

    def _flush(self) -> None:
        with self._order:
            with self._state:
                sealed = self._outgoing.read()
            self._socket.sendall(sealed)

    def recv(self, size: int) -> bytes:
        """All that has come, once something has: what selectors see of the socket is then all there
        is. `size` is that of one look at it."""
        received = bytearray()
        while True:
            try:
                with self._state:
                    while piece := self._tls.read(size):
                        received += piece
                    return bytes(received)  # and the end behind it, which the next call finds
            except ssl.SSLWantReadError:
                if received:
                    break
                self._take_in()
            except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
                break
        if self._outgoing.pending:
            self._flush()
        return bytes(received)

    def sendall(self, data: bytes) -> None:
        with self._order:
            with self._state:
                self._tls.write(data)
                sealed = self._outgoing.read()
            self._socket.sendall(sealed)

    def fileno(self) -> int:
        return self._socket.fileno()

    def settimeout(self, timeout: Optional[float]) -> None:
        self._socket.settimeout(timeout)

    def shutdown(self, how: int) -> None:
        self._socket.shutdown(how)

    def close(self) -> None:
        self._socket.close()
