"""What a log line must not tell: codes of tables, links of players, tokens, keys, passwords."""

import logging
import re
from typing import Any

BLOT = "…"
# /t/CODE, /p/CODE and the like are short links printed on cards; the part after the letter opens a door, also
# in a whole address, after a slash too many, and quoted inside another address.
SLASH = r"(?:/|%2[fF])+"
SHORT_LINK = re.compile(
    rf"((?:(?::/|%3[aA]%2[fF])(?:/|%2[fF])[^/%\s\"']+|(?<![\w/])){SLASH}[a-z]{{1,2}}{SLASH})[^/%&\s?\"']{{4,}}"
)
NAMES = r"(?i)\b(token|code|key|password|secret|sessionid|csrftoken|csrfmiddlewaretoken)"
QUOTED_SECRET = re.compile(NAMES + r"([\"']?\s*[:=]\s*)([\"']).*?\3")
NAMED_SECRET = re.compile(NAMES + r"(=|%3d|:\s)[^\s&;,\"'}]+")
BEARER = re.compile(r"(?i)\b(token|bearer)\s+[\w.~+/-]{8,}=*")
LOGIN_IN_ADDRESS = re.compile(r"://[^/\s:@]*:[^/\s@]+@")


def blotted(text: str) -> str:
    """The text with every secret we know the shape of blotted out."""
    text = SHORT_LINK.sub(rf"\1{BLOT}", text)
    text = QUOTED_SECRET.sub(rf"\1\2\3{BLOT}\3", text)
    text = NAMED_SECRET.sub(rf"\1\2{BLOT}", text)
    text = BEARER.sub(rf"\1 {BLOT}", text)
    return LOGIN_IN_ADDRESS.sub(f"://{BLOT}@", text)


class BlotSecrets(logging.Filter):
    """Blots the finished line, whatever logger it came from."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Change the record, never drop it."""
        record.msg, record.args = blotted(record.getMessage()), ()
        return True


class Line(logging.Formatter):
    """A line with the traceback below it: an error's own words are blotted too."""

    def formatException(self, ei: Any) -> str:
        """The traceback, blotted."""
        return blotted(super().formatException(ei))
