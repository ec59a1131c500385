"""Bytes to text: UTF-8 and UTF-16 are known for sure, older encodings are likeliest guesses."""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from charset_normalizer import from_bytes

BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
ENCODINGS = ("utf-8", "utf-16", "windows-1252", "windows-1250", "windows-1251", "windows-1253",
"windows-1256",
             "shift_jis", "euc_kr", "gb18030")  # fmt: skip
"""What a person may choose where the guess was wrong."""
ELSEWHERE = ["cp1251", "koi8_r", "cp1253", "cp1256", "shift_jis", "euc_kr", "gb18030"]
"""Where a file goes whose letters would be mostly accented ones in the western encoding."""


class NotText(ValueError):
    """The bytes are a picture, a spreadsheet, an archive: no text."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text, the encoding it was read in, and whether that is a guess."""

    text: str
    encoding: str
    guessed: bool


def decode(data: bytes, encoding: str | None = None) -> Decoded:
    """The text of a file. With `encoding` as chosen; raises UnicodeDecodeError or LookupError where that
    fails.

    Else: a byte order mark; UTF-8; UTF-16 without a mark where every other byte is nought; Windows-1252, or
    the
    likeliest encoding of another script. Raises `NotText`.
    """
    if encoding is not None:
        return Decoded(data.decode(encoding), encoding, False)
    for mark, name in BOMS:
        if data.startswith(mark):
            return Decoded(_strictly(data, name), name.removesuffix("-sig"), False)
    sixteen = _sixteen_without_mark(data)
    if sixteen is not None:
        return Decoded(_strictly(data, sixteen), sixteen, True)
    if b"\0" in data:
        raise NotText
    try:
        return Decoded(data.decode("utf-8"), "utf-8", False)
    except UnicodeDecodeError:
        return _older(data)


def _strictly(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        raise NotText from error


def _sixteen_without_mark(data: bytes) -> str | None:
    """Latin text in UTF-16 has a nought in every second byte."""
    if len(data) < 4 or len(data) % 2:
        return None
    high, low = data[1::2], data[0::2]
    for halves, others, name in ((high, low, "utf-16-le"), (low, high, "utf-16-be")):
        if halves.count(0) > 0.9 * len(halves) and others.count(0) == 0:
            return name
    return None


def _older(data: bytes) -> Decoded:
    if sum(byte < 32 and byte not in b"\t\n\r\f\v" for byte in data) * 50 > len(data):
        raise NotText
    western = data.decode("cp1252", errors="replace")
    letters = [each for each in western if each.isalpha()]
    if "\ufffd" not in western and 2 * sum(each > "\x7f" for each in letters) < len(letters):
        return Decoded(western, "windows-1252", True)
    likeliest = from_bytes(data, cp_isolation=ELSEWHERE).best()
    if likeliest is None:
        return Decoded(western, "windows-1252", True)
    return Decoded(str(likeliest), likeliest.encoding, True)
