"""WebSocket frames as RFC 6455 has them, at the server's end: bytes in, whole texts out.

Texts alone and no extensions, which is all that a table needs. A text may come in fragments, with pings between them,
and cut anywhere on its way. Whatever breaks the rules ends the connection with the code that the RFC names.

It does no input or output of its own: `receive` what came, then send what `answers` says, and close the line when it is
`over`.
"""

from __future__ import annotations

import codecs
from typing import NamedTuple

CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
KNOWN = frozenset({CONTINUED, TEXT, BINARY, CLOSE, PING, PONG})
FINAL, MASKED = 0x80, 0x80  # bits of the first and the second byte
SHORT = 125  # bytes that a length of one byte can say, and the most that a control frame may have
BROKEN, NOT_TEXT, NOT_UTF8, TOO_LONG = 1002, 1003, 1007, 1009
MAY_BE_SENT = frozenset({1000, 1001, 1002, 1003, *range(1007, 1015), *range(3000, 5000)})  # when saying goodbye
_utf8 = codecs.getincrementaldecoder("utf-8")


class Wrong(Exception):
    """What the other end must not do."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


class Frame(NamedTuple):
    opcode: int
    final: bool
    payload: bytes
    end: int  # where the next one begins


def text_frame(text: bytes) -> bytes:
    """A whole text for the other end."""
    length = len(text)
    if length <= SHORT:
        return bytes((FINAL | TEXT, length)) + text
    return (b"\x81\x7e" + length.to_bytes(2) if length < 1 << 16 else b"\x81\x7f" + length.to_bytes(8)) + text


def _control_frame(opcode: int, payload: bytes) -> bytes:
    return bytes((FINAL | opcode, len(payload))) + payload


PING_FRAME = _control_frame(PING, b"")


class Framing:
    """One connection."""

    __slots__ = ("_answers", "_longest", "_parts", "_reading", "_rest", "open", "over")

    def __init__(self, longest: int) -> None:
        self.open = True  # nobody has said goodbye
        self.over = False  # nothing more comes or goes: the line can be closed
        self._longest = longest  # bytes of a text
        self._rest = b""  # the beginning of a frame
        self._parts: list[bytes] = []  # of a text in fragments
        self._reading: codecs.IncrementalDecoder | None = None  # while there are more of them to come
        self._answers = b""

    def receive(self, data: bytes) -> list[bytes]:
        """The texts that are whole now, in UTF-8."""
        if not self._rest and (text := self._plain(data)) is not None:
            return [text]
        texts: list[bytes] = []
        data, at = self._rest + data if self._rest else data, 0
        try:
            while not self.over and (frame := _read_frame(data, at, self._longest)):
                at = frame.end
                if (text := self._take(frame)) is not None and self.open:
                    texts.append(text)
        except Wrong as wrong:
            self.close(wrong.code, str(wrong))
            self.over = True
        self._rest = b"" if self.over else data[at:]
        return texts

    def _plain(self, data: bytes) -> bytes | None:
        """One short and whole text, as nearly everything is that comes: the same in half the time."""
        if len(data) < 6 or data[0] != FINAL | TEXT or self._reading or not self.open:
            return None
        if not MASKED <= data[1] <= MASKED | SHORT or len(data) != 6 + data[1] - MASKED:
            return None
        text = _unmasked(data[2:6], data[6:])
        return text if text.isascii() else None

    def answers(self) -> bytes:
        """What has to be sent to the other end: answers to its pings, and goodbyes."""
        answers, self._answers = self._answers, b""
        return answers

    def close(self, code: int, why: str) -> None:
        """Say goodbye, unless that was done already; it is over when the other end answers."""
        if self.open:
            self.open = False
            reason = why.encode()[: SHORT - 2].decode(errors="ignore").encode()  # no half characters
            self._answers += _control_frame(CLOSE, code.to_bytes(2) + reason)

    def _take(self, frame: Frame) -> bytes | None:
        """A frame; the text that it completes, if it does."""
        if frame.opcode == TEXT and frame.final and self._reading is None:  # nearly everything that comes
            if not frame.payload.isascii():
                _check(_utf8(), frame.payload, True)
            return frame.payload
        if frame.opcode >= CLOSE:
            self._control(frame)
            return None
        return self._fragment(frame)

    def _fragment(self, frame: Frame) -> bytes | None:
        """A part of a text: the first says what it is, the others that they go on."""
        if frame.opcode == BINARY:
            raise Wrong(NOT_TEXT, "a command is a text.")
        if (frame.opcode == CONTINUED) is (self._reading is None):
            raise Wrong(BROKEN, "this fragment belongs to nothing." if self._reading is None else "a text has no end.")
        self._reading = self._reading or _utf8()
        self._parts.append(frame.payload)
        if sum(map(len, self._parts)) > self._longest:
            raise Wrong(TOO_LONG, f"a message has at most {self._longest} bytes.")
        _check(self._reading, frame.payload, frame.final)
        if not frame.final:
            return None
        text = b"".join(self._parts)
        self._parts, self._reading = [], None
        return text

    def _control(self, frame: Frame) -> None:
        if frame.opcode == PING and self.open:
            self._answers += _control_frame(PONG, frame.payload)
        elif frame.opcode == CLOSE:
            code = _code_of(frame.payload)
            if self.open:
                self.open = False
                self._answers += _control_frame(CLOSE, code)
            self.over = True


def _read_frame(data: bytes, at: int, longest: int) -> Frame | None:
    """The frame that begins here, if all of it has come; what is wrong with it is said as soon as that can be seen."""
    have = len(data) - at
    if have < 2:
        if have:
            _check_first(data[at])
        return None
    first, second = data[at], data[at + 1]
    opcode, length, start = first & 0x0F, second & 0x7F, at + 2
    _check_first(first)
    if not second & MASKED:
        raise Wrong(BROKEN, "a browser's frames are masked.")
    if opcode >= CLOSE and length > SHORT:
        raise Wrong(BROKEN, f"a control frame has at most {SHORT} bytes.")
    if length > SHORT:
        size = 2 if length == SHORT + 1 else 8
        if have < 2 + size:
            return None
        length, start = _long_length(data[start : start + size]), start + size
    if length > longest:
        raise Wrong(TOO_LONG, f"a message has at most {longest} bytes.")
    end = start + 4 + length
    if end > len(data):
        return None
    return Frame(opcode, bool(first & FINAL), _unmasked(data[start : start + 4], data[start + 4 : end]), end)


def _check_first(first: int) -> None:
    opcode = first & 0x0F
    if first & 0x70:
        raise Wrong(BROKEN, "a reserved bit is set, and no extension was agreed on.")
    if opcode not in KNOWN:
        raise Wrong(BROKEN, f"there is no opcode {opcode}.")
    if opcode >= CLOSE and not first & FINAL:
        raise Wrong(BROKEN, "a control frame has no fragments.")


def _long_length(digits: bytes) -> int:
    """A length in two or eight bytes; one that fits into fewer must be said in fewer."""
    length = int.from_bytes(digits)
    if length <= (SHORT if len(digits) == 2 else 0xFFFF) or length >> 63:
        raise Wrong(BROKEN, "this length is not as it must be written.")
    return length


def _unmasked(mask: bytes, data: bytes) -> bytes:
    length = len(data)
    masks = int.from_bytes((mask * (length // 4 + 1))[:length], "big")
    return (int.from_bytes(data, "big") ^ masks).to_bytes(length, "big")


def _check(reading: codecs.IncrementalDecoder, part: bytes, final: bool) -> None:
    try:
        reading.decode(part, final)
    except UnicodeDecodeError:
        raise Wrong(NOT_UTF8, "this is not text in UTF-8.") from None


def _code_of(payload: bytes) -> bytes:
    """The code of a goodbye, which may come without one."""
    if not payload:
        return b""
    if len(payload) == 1 or int.from_bytes(payload[:2]) not in MAY_BE_SENT:
        raise Wrong(BROKEN, "a goodbye has a code that exists.")
    _check(_utf8(), payload[2:], True)
    return payload[:2]
