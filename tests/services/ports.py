"""A free TCP port for a server of a test."""

import random
import socket

# Below the range the kernel gives to outgoing connections, and far from any well-known server: nothing takes
# the port while a test has its server down. Random, for several processes look for one at the same moment.
FIRST, BEHIND_LAST = 20_000, 32_000
TRIES = 100


def free() -> int:
    """A port of this machine that nobody listens on now."""
    for port in random.SystemRandom().sample(range(FIRST, BEHIND_LAST), TRIES):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError(f"none of {TRIES} ports between {FIRST} and {BEHIND_LAST} is free")
