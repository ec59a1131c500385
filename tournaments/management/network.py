"""Where phones in the same network find this computer."""

import socket
from contextlib import suppress

# An address kept for documentation: choosing the way there sends nothing.
FAR_AWAY = ("192.0.2.1", 9)


def lan_address() -> str | None:
    """This computer's address in its local network; None where it is in none."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(FAR_AWAY)
        return a_real_one(probe.getsockname()[0])
    with suppress(OSError):
        return a_real_one(socket.gethostbyname(socket.gethostname()))
    return None


def a_real_one(address: str) -> str | None:
    """The address, unless it leads nowhere but to this computer itself."""
    return None if address.startswith(("127.", "0.")) else address


def names_of_this_computer() -> list[str]:
    """The names phones may use for it, with the one that multicast DNS gives it."""
    name = socket.gethostname().split(".")[0].lower()
    return [name, f"{name}.local"] if name else []


def why_it_cannot_listen(host: str, port: int) -> str | None:
    """The reason why no server can listen there; None where one can."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError) as error:
            return getattr(error, "strerror", None) or str(error)
    return None


def is_answering(host: str, port: int) -> bool:
    """Whether something accepts connections there."""
    nearest = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    with suppress(OSError), socket.create_connection((nearest, port), timeout=1):
        return True
    return False
