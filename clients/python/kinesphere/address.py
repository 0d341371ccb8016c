"""Where a server is, as people type it."""

from __future__ import annotations

import re

PORT = 7730

# In brackets, a name or an IPv4 address, or an IPv6 address alone; and a port but for the last.
ADDRESS = re.compile(r"(?:\[([^\[\]]+)\]|([^:\[\]\s]+))(?::([0-9]{1,5}))?"
                     r"|([0-9a-fA-F.]*(?::[0-9a-fA-F.]*){2,})")


def host_and_port(server: str) -> tuple[str, int]:
    """("::1", 7730) of "[::1]:7730", "[::1]" or "::1"; ("host", 7730) of "host". Raises ValueError
    for what is no address."""
    match = ADDRESS.fullmatch(server)
    bracketed, named, port, alone = match.groups() if match else (None, None, "0", None)
    port = int(port or PORT)
    if not 1 <= port <= 65535 or (named or "").isdecimal():  # a port alone
        raise ValueError(f"no address of the form HOST[:PORT]: {server!r}")
    return str(bracketed or named or alone), port
