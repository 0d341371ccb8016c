"""Messages as bytes: a little-endian length of four bytes, then one Envelope."""

from __future__ import annotations

import socket
import struct
from typing import Optional, Sequence, Union

from kinesphere.messages import ConnectionLost
from kinesphere.tls import TlsSocket
from kinesphere_pb2 import Envelope

# More than any server sends; a length past it is no length.
ENVELOPE_BYTES_MAX = 16 << 20

RECEIVED_BYTES = 1 << 16

_LENGTH = struct.Struct("<I")


def encode(envelope: Envelope | Sequence[Envelope]) -> bytes:
    """One, or several behind each other."""
    if not isinstance(envelope, Envelope):
        return b"".join(map(encode, envelope))
    body = envelope.SerializeToString()
    return _LENGTH.pack(len(body)) + body


class Decoder:
    """Takes bytes as they come, split anywhere, and gives the envelopes that are complete."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def push(self, received: bytes) -> list[Envelope]:
        """Raises ValueError for what is no message; the stream is of no use from then on."""
        self._bytes += received
        envelopes = []
        while (envelope := self._pop()) is not None:
            envelopes.append(envelope)
        return envelopes

    def _pop(self) -> Optional[Envelope]:
        if len(self._bytes) < _LENGTH.size:
            return None
        (size,) = _LENGTH.unpack_from(self._bytes)
        if size > ENVELOPE_BYTES_MAX:
            raise ValueError(f"a message of {size} bytes; at most {ENVELOPE_BYTES_MAX}")
        end = _LENGTH.size + size
        if len(self._bytes) < end:
            return None
        body = bytes(self._bytes[_LENGTH.size:end])
        del self._bytes[:end]
        try:
            return Envelope.FromString(body)
        except Exception as error:
            raise ValueError("bytes that are no Envelope") from error


def receive(connection: Union[socket.socket, TlsSocket]) -> bytes:
    """What has come on a socket, once something has."""
    received = connection.recv(RECEIVED_BYTES)
    if not received:
        raise ConnectionLost("the server closed the connection")
    return received
