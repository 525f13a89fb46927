"""WebSocket frames, in the spirit of the Autobahn suite: what a client may send, cut anywhere, and what it may not."""

from __future__ import annotations

import struct
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from undertow.table.framing import PING_FRAME, Framing, text_frame

LONGEST = 70_000
CONTINUED, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
MASK = b"\x12\x34\x56\x78"
SNOWMAN = "☃".encode()  # three bytes


def frame(
    opcode: int,
    payload: bytes = b"",
    *,
    final: bool = True,
    reserved: int = 0,
    mask: bytes | None = MASK,
    form: int | None = None,
) -> bytes:
    """A frame as a client sends it; with `form` its length is written in so many bytes more, right or wrong."""
    length = len(payload)
    if form is None:
        form = 0 if length <= 125 else 2 if length < 1 << 16 else 8
    said = {0: length, 2: 126, 8: 127}[form] | (0x80 if mask is not None else 0)
    head = bytes((opcode | reserved << 4 | (0x80 if final else 0), said)) + (length.to_bytes(form) if form else b"")
    if mask is None:
        return head + payload
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def goodbye(code: int, why: bytes = b"") -> bytes:
    return frame(CLOSE, struct.pack(">H", code) + why)


def read_code(answers: bytes) -> int:
    """The code of the goodbye that a server's answers end with."""
    at = 0
    while answers[at] != 0x80 | CLOSE:
        at += 2 + answers[at + 1]
    assert len(answers) == at + 2 + answers[at + 1], "nothing comes after a goodbye"
    return int.from_bytes(answers[at + 2 : at + 4])


def ends_with(code: int, *data: bytes) -> None:
    """Whatever came, the connection ends with this code and no text after the fault."""
    framing = Framing(LONGEST)
    for one in data:
        framing.receive(one)
    assert framing.over
    assert not framing.open
    assert read_code(framing.answers()) == code
    assert framing.receive(frame(TEXT, b"more")) == []
    assert framing.answers() == b""


# Texts and lengths ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 128, 65_535, 65_536, LONGEST])
def test_a_text_of_any_length_arrives(length: int) -> None:
    framing = Framing(LONGEST)
    text = bytes(97 + i % 26 for i in range(length))
    assert framing.receive(frame(TEXT, text)) == [text]
    assert (framing.open, framing.over, framing.answers()) == (True, False, b"")


@pytest.mark.parametrize(("length", "form"), [(0, 2), (125, 2), (0, 8), (125, 8), (126, 8), (65_535, 8)])
def test_a_length_is_said_in_as_few_bytes_as_can_be(length: int, form: int) -> None:
    ends_with(1002, frame(TEXT, b"x" * length, form=form))


def test_a_length_beyond_all_lengths_is_wrong() -> None:
    ends_with(1002, b"\x81\xff" + b"\xff" * 8)


@pytest.mark.parametrize("length", [LONGEST + 1, 1 << 40, (1 << 63) - 1])
def test_a_text_too_long_is_refused_before_it_comes(length: int) -> None:
    ends_with(1009, b"\x81\xff" + struct.pack(">Q", length))


def test_fragments_that_are_too_long_together_are_refused() -> None:
    half = b"x" * (LONGEST // 2 + 1)
    ends_with(1009, frame(TEXT, half, final=False), frame(CONTINUED, half))


# Masks ----------------------------------------------------------------------------------------------------------------


@given(st.text(max_size=300), st.binary(min_size=4, max_size=4))
def test_every_mask_is_taken_off(text: str, mask: bytes) -> None:
    assert Framing(LONGEST).receive(frame(TEXT, text.encode(), mask=mask)) == [text.encode()]


@pytest.mark.parametrize("opcode", [TEXT, PING, CLOSE])
def test_a_frame_without_a_mask_is_wrong(opcode: int) -> None:
    ends_with(1002, frame(opcode, b"", mask=None))


# Bits and opcodes -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reserved", range(1, 8))
@pytest.mark.parametrize("opcode", [TEXT, PING, CLOSE])
def test_no_reserved_bit_may_be_set(opcode: int, reserved: int) -> None:
    ends_with(1002, frame(opcode, b"", reserved=reserved))


@pytest.mark.parametrize("opcode", [3, 4, 5, 6, 7, 11, 12, 13, 14, 15])
def test_opcodes_that_do_not_exist(opcode: int) -> None:
    ends_with(1002, frame(opcode, b"x"))
    ends_with(1002, bytes([0x80 | opcode]))  # the first byte says it all


@pytest.mark.parametrize("final", [True, False])
def test_a_table_takes_no_bytes(final: bool) -> None:
    ends_with(1003, frame(BINARY, b"x", final=final))


# Fragments ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.text(max_size=40), min_size=2, max_size=6))
def test_a_text_may_come_in_fragments(parts: list[str]) -> None:
    framing = Framing(LONGEST)
    *before, last = [part.encode() for part in parts]
    for number, part in enumerate(before):
        assert framing.receive(frame(CONTINUED if number else TEXT, part, final=False)) == []
    assert framing.receive(frame(CONTINUED, last)) == ["".join(parts).encode()]
    assert framing.receive(frame(TEXT, b"next")) == [b"next"]


def test_pings_between_fragments_are_answered_at_once() -> None:
    framing = Framing(LONGEST)
    assert framing.receive(frame(TEXT, b"one ", final=False) + frame(PING, b"there?")) == []
    assert framing.answers() == b"\x8a\x06there?"
    assert framing.receive(frame(CONTINUED, b"two ", final=False) + frame(PONG) + frame(CONTINUED, b"three")) == [
        b"one two three"
    ]


def test_a_goodbye_between_fragments_is_a_goodbye() -> None:
    framing = Framing(LONGEST)
    assert framing.receive(frame(TEXT, b"one ", final=False) + goodbye(1000) + frame(CONTINUED, b"two")) == []
    assert framing.over


@pytest.mark.parametrize("final", [True, False])
def test_a_fragment_that_goes_on_with_nothing_is_wrong(final: bool) -> None:
    ends_with(1002, frame(CONTINUED, b"x", final=final))
    ends_with(1002, frame(TEXT, b"whole"), frame(CONTINUED, b"x", final=final))


@pytest.mark.parametrize("final", [True, False])
def test_a_text_may_not_begin_inside_another(final: bool) -> None:
    ends_with(1002, frame(TEXT, b"one", final=False), frame(TEXT, b"two", final=final))


# Control frames -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("length", [0, 1, 125])
def test_a_ping_is_answered_with_what_it_says(length: int) -> None:
    framing = Framing(LONGEST)
    assert framing.receive(frame(PING, b"p" * length)) == []
    assert framing.answers() == bytes((0x8A, length)) + b"p" * length
    assert framing.answers() == b""


def test_pings_are_answered_in_their_order() -> None:
    framing = Framing(LONGEST)
    framing.receive(b"".join(frame(PING, bytes([65 + i])) for i in range(10)))
    assert framing.answers() == b"".join(b"\x8a\x01" + bytes([65 + i]) for i in range(10))


def test_a_pong_nobody_asked_for_says_nothing() -> None:
    framing = Framing(LONGEST)
    assert framing.receive(frame(PONG, b"here I am")) == []
    assert (framing.open, framing.answers()) == (True, b"")


@pytest.mark.parametrize("opcode", [CLOSE, PING, PONG])
def test_a_control_frame_is_short(opcode: int) -> None:
    ends_with(1002, frame(opcode, b"x" * 126))
    ends_with(1002, frame(opcode, b"x" * 126)[:2])  # said before it comes


@pytest.mark.parametrize("opcode", [CLOSE, PING, PONG])
def test_a_control_frame_is_whole(opcode: int) -> None:
    ends_with(1002, frame(opcode, b"", final=False))


# Goodbyes -------------------------------------------------------------------------------------------------------------


def test_a_goodbye_is_answered_with_its_code() -> None:
    ends_with(1000, goodbye(1000, b"that is all"))


def test_a_goodbye_may_come_without_a_code() -> None:
    framing = Framing(LONGEST)
    framing.receive(frame(CLOSE))
    assert framing.over
    assert framing.answers() == b"\x88\x00"


@pytest.mark.parametrize("code", [1000, 1001, 1002, 1003, *range(1007, 1015), 3000, 3999, 4000, 4999])
def test_codes_that_a_client_may_send(code: int) -> None:
    ends_with(code, goodbye(code))


@pytest.mark.parametrize("code", [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535])
def test_codes_that_nobody_may_send(code: int) -> None:
    ends_with(1002, goodbye(code))


def test_half_a_code_is_wrong() -> None:
    ends_with(1002, frame(CLOSE, b"\x03"))


def test_why_somebody_goes_is_text() -> None:
    ends_with(1007, goodbye(1000, SNOWMAN[:2]))
    ends_with(1000, goodbye(1000, SNOWMAN * 41))  # 125 bytes in all


def test_the_server_says_goodbye_first() -> None:
    framing = Framing(LONGEST)
    framing.close(4404, "there is no such table.")
    assert framing.answers() == b"\x88\x19\x11\x34there is no such table."
    assert (framing.open, framing.over) == (False, False)
    assert framing.receive(frame(TEXT, b"too late") + frame(PING)) == []
    framing.receive(goodbye(4404))
    assert framing.over
    assert framing.answers() == b""


@pytest.mark.parametrize(("why", "said"), [("☃" * 60, "☃" * 41), ("a" + "☃" * 60, "a" + "☃" * 40)])
def test_a_long_reason_is_cut_between_characters(why: str, said: str) -> None:
    framing = Framing(LONGEST)
    framing.close(1011, why)
    answer = framing.answers()
    assert answer[1] == len(answer) - 2 <= 125
    assert answer[4:].decode() == said
    framing.close(1000, "again")
    assert framing.answers() == b""


def test_nothing_after_a_goodbye_is_heard() -> None:
    framing = Framing(LONGEST)
    assert framing.receive(frame(TEXT, b"before") + goodbye(1001) + frame(TEXT, b"after")) == [b"before"]
    assert framing.receive(frame(TEXT, b"later")) == []


def test_what_came_before_a_fault_is_heard() -> None:
    framing = Framing(LONGEST)
    assert framing.receive(frame(TEXT, b"before") + frame(3) + frame(TEXT, b"after")) == [b"before"]
    assert read_code(framing.answers()) == 1002


# UTF-8 ----------------------------------------------------------------------------------------------------------------

BAD = {
    "a byte that never occurs": b"\xff",
    "a continuation alone": b"\x80",
    "cut short": SNOWMAN[:2],
    "longer than need be": b"\xc0\xaf",
    "half of a pair": b"\xed\xa0\x80",
    "beyond the last character": b"\xf4\x90\x80\x80",
    "good, then bad": "κόσμε".encode() + b"\xed\xa0\x80edited",
}
GOOD = ["", "κόσμε", "Hello-µ@ßöäüàá-UTF-8!!", "\0", "\ufffe", "\U0010ffff", "\ud7ff", "\ue000", "𝄞"]


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_a_text_is_utf_8(bad: bytes) -> None:
    ends_with(1007, frame(TEXT, bad))


@pytest.mark.parametrize("good", GOOD)
def test_all_of_utf_8_arrives(good: str) -> None:
    assert Framing(LONGEST).receive(frame(TEXT, good.encode())) == [good.encode()]


@pytest.mark.parametrize("good", GOOD)
def test_a_character_may_be_cut_between_fragments(good: str) -> None:
    text = good.encode()
    for cut in range(len(text) + 1):
        framing = Framing(LONGEST)
        assert framing.receive(frame(TEXT, text[:cut], final=False)) == []
        assert framing.receive(frame(CONTINUED, text[cut:])) == [text]


@pytest.mark.parametrize("bad", BAD.values(), ids=BAD)
def test_bad_utf_8_is_found_across_fragments(bad: bytes) -> None:
    for cut in range(len(bad) + 1):
        ends_with(1007, frame(TEXT, bad[:cut], final=False) + frame(CONTINUED, bad[cut:]))


def test_bad_utf_8_is_found_before_the_text_ends() -> None:
    ends_with(1007, frame(TEXT, b"good", final=False), frame(CONTINUED, b"\xff", final=False))


@given(st.binary(max_size=60))
def test_what_python_cannot_read_is_refused(said: bytes) -> None:
    framing = Framing(LONGEST)
    try:
        said.decode()
    except UnicodeDecodeError:
        assert framing.receive(frame(TEXT, said)) == []
        assert read_code(framing.answers()) == 1007
    else:
        assert framing.receive(frame(TEXT, said)) == [said]


# Cut anywhere ---------------------------------------------------------------------------------------------------------

frames = st.builds(
    frame,
    st.sampled_from([TEXT, TEXT, TEXT, CONTINUED, PING, PONG, CLOSE, BINARY, 3, 11]),
    st.text(max_size=8).map(str.encode) | st.binary(max_size=8) | st.sampled_from([b"x" * 125, b"x" * 126, b"x" * 300]),
    final=st.sampled_from([True, True, True, False]),
    reserved=st.sampled_from([0] * 9 + [1]),
    mask=st.sampled_from([MASK, MASK, MASK, b"\0\0\0\0", None]),
)


def heard(data: Iterable[bytes]) -> tuple[list[bytes], bytes, bool, bool]:
    framing = Framing(LONGEST)
    texts, answers = [], b""
    for one in data:
        texts += framing.receive(one)
        answers += framing.answers()
    return texts, answers, framing.open, framing.over


@given(st.lists(frames, max_size=6), st.data())
def test_it_does_not_matter_where_the_bytes_are_cut(sent: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=8)))
    parts = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
    assert heard(parts) == heard([whole])
    assert heard(whole[i : i + 1] for i in range(len(whole))) == heard([whole])


def test_every_cut_of_a_conversation() -> None:
    """Short and long texts, fragments, pings and a goodbye: at each byte of all of it."""
    whole = b"".join(
        [
            frame(TEXT, b'{"type":"ping"}'),
            frame(PING, b"?"),
            frame(TEXT, "κόσμε".encode()[:3], final=False),
            frame(PONG),
            frame(CONTINUED, "κόσμε".encode()[3:]),
            frame(TEXT, b"x" * 200),
            goodbye(1000, b"done"),
        ]
    )
    expected = heard([whole])
    assert expected[0] == [b'{"type":"ping"}', "κόσμε".encode(), b"x" * 200]
    for cut in range(len(whole) + 1):
        assert heard([whole[:cut], whole[cut:]]) == expected


@given(st.binary(max_size=300))
def test_noise_never_breaks_anything(noise: bytes) -> None:
    texts, answers, is_open, over = heard([noise])
    assert is_open or over
    assert over == (b"\x88" in answers)
    for text in texts:
        text.decode()


# Against the library --------------------------------------------------------------------------------------------------


def client() -> ClientProtocol:
    """The other end, as the `websockets` library has it."""
    return ClientProtocol(parse_uri("ws://localhost/"), state=State.OPEN)


@given(st.lists(st.text(max_size=200) | st.sampled_from(["x" * 126, "x" * 65_536]), min_size=1, max_size=5))
def test_the_library_reads_what_we_write(texts: list[str]) -> None:
    there = client()
    there.receive_data(b"".join(text_frame(text.encode()) for text in texts) + PING_FRAME)
    *read, ping = there.events_received()
    assert [frame.data for frame in read if isinstance(frame, Frame)] == [text.encode() for text in texts]
    assert isinstance(ping, Frame)
    assert ping.opcode is Opcode.PING
    assert Framing(LONGEST).receive(b"".join(there.data_to_send())) == []  # its pong


@given(st.lists(st.text(max_size=200), min_size=1, max_size=5))
def test_we_read_what_the_library_writes(texts: list[str]) -> None:
    there, here = client(), Framing(LONGEST)
    for text in texts:
        there.send_text(text.encode())
    there.send_ping(b"there?")
    there.send_text(b"in ", fin=False)
    there.send_continuation(b"parts", fin=True)
    there.send_close(1001, "gone")
    assert here.receive(b"".join(there.data_to_send())) == [*(text.encode() for text in texts), b"in parts"]
    there.receive_data(here.answers())
    assert here.over
    assert there.close_rcvd is not None
    assert there.close_rcvd.code == 1001
