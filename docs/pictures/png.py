"""Makes a PNG small: 256 colours at most, so that a page with many pictures still loads fast."""

from __future__ import annotations

import zlib

import numpy as np
from numpy.typing import NDArray

MOST = 256  # colours a palette can hold
HEAD = b"\x89PNG\r\n\x1a\n"


def smaller(picture: bytes) -> bytes:
    """The same picture (a PNG with three bytes a pixel) with a palette."""
    plain = pixels(picture)
    height, width, _ = plain.shape
    palette, marks = reduced(plain)
    rows = np.zeros((height, width + 1), np.uint8)  # each after a 0 for "no filter"
    rows[:, 1:] = marks
    head = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 3, 0, 0, 0])
    parts = [(b"IHDR", head), (b"PLTE", palette.tobytes()), (b"IDAT", zlib.compress(rows.tobytes(), 9)), (b"IEND", b"")]
    return HEAD + b"".join(chunk(kind, content) for kind, content in parts)


def pixels(picture: bytes) -> NDArray[np.uint8]:
    head, packed, at = b"", b"", len(HEAD)
    while at < len(picture):
        end = at + 12 + int.from_bytes(picture[at : at + 4], "big")
        if picture[at + 4 : at + 8] == b"IHDR":
            head = picture[at + 8 : end - 4]
        elif picture[at + 4 : at + 8] == b"IDAT":
            packed += picture[at + 8 : end - 4]
        at = end
    assert head[8:10] == bytes([8, 2]), "not three bytes a pixel"
    width, height = int.from_bytes(head[:4], "big"), int.from_bytes(head[4:8], "big")
    return np.frombuffer(unfiltered(zlib.decompress(packed), 3 * width), np.uint8).reshape(height, width, 3)


def unfiltered(rows: bytes, width: int) -> bytes:
    """Rows of a PNG as they are."""
    plain = bytearray()
    above = bytearray(width + 3)
    for start in range(0, len(rows), width + 1):
        kind = rows[start]
        row = bytearray(3)  # a pixel of nothing on the left
        for place, value in enumerate(rows[start + 1 : start + 1 + width]):
            left, up, corner = row[place], above[place + 3], above[place]
            if kind == 4:
                far = left + up - corner
                guess = min((left, up, corner), key=lambda near: abs(far - near))
            else:
                guess = (0, left, up, (left + up) // 2)[kind]
            row.append((value + guess) & 255)
        plain += row[3:]
        above = row
    return bytes(plain)


def reduced(plain: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """A palette, and which of its colours each pixel has: boxes of colours are cut where they differ most."""
    found, which, counts = np.unique(plain.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    boxes = [np.arange(len(found))]
    spread = [weight(found[boxes[0]], counts[boxes[0]])]
    while len(boxes) < MOST and max(spread) > 0:
        widest = int(np.argmax(spread))
        for half in cut(boxes[widest], found, counts):
            boxes.append(half)
            spread.append(weight(found[half], counts[half]))
        del boxes[widest], spread[widest]
    mark = np.zeros(len(found), np.uint8)
    for number, box in enumerate(boxes):
        mark[box] = number
    # The commonest colour stands for its box: even areas keep theirs exactly.
    palette = np.array([found[box[np.argmax(counts[box])]] for box in boxes], np.uint8)
    return palette, mark[which.reshape(plain.shape[:2])]


def weight(colours: NDArray[np.uint8], counts: NDArray[np.int64]) -> float:
    """How much is lost if one colour stands for all of these."""
    middle = np.average(colours, axis=0, weights=counts)
    return float((((colours - middle) ** 2).sum(axis=1) * counts).sum()) if len(colours) > 1 else 0.0


def cut(
    box: NDArray[np.int64], found: NDArray[np.uint8], counts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Two halves of a box, on both sides of its mean along the longest side."""
    colours = found[box].astype(float)
    side = int(np.argmax(colours.var(axis=0)))
    low = colours[:, side] <= colours[:, side].mean()
    return box[low], box[~low]


def chunk(kind: bytes, content: bytes) -> bytes:
    return len(content).to_bytes(4, "big") + kind + content + zlib.crc32(kind + content).to_bytes(4, "big")
