"""Sobol's sequence: points that fill a cube evenly, however many one takes (direction numbers by Joe and Kuo, 2008)."""

from __future__ import annotations

import numpy as np

from undertow.core.records import Floats

BITS = 32
#: For each dimension after the first: the degree of its polynomial, its coefficients, and its first direction numbers.
DIRECTIONS = (
    (1, 0, (1,)),
    (2, 1, (1, 3)),
    (3, 1, (1, 3, 1)),
    (3, 2, (1, 1, 1)),
    (4, 1, (1, 1, 3, 3)),
    (4, 4, (1, 3, 5, 13)),
    (5, 2, (1, 1, 5, 5, 17)),
    (5, 4, (1, 1, 5, 5, 5)),
    (5, 7, (1, 1, 7, 11, 19)),
    (5, 11, (1, 1, 5, 1, 1)),
    (5, 13, (1, 1, 1, 3, 11)),
    (5, 14, (1, 3, 5, 5, 31)),
    (6, 1, (1, 3, 3, 9, 7, 49)),
    (6, 13, (1, 1, 1, 15, 21, 21)),
    (6, 16, (1, 3, 1, 13, 27, 49)),
    (6, 19, (1, 1, 1, 15, 7, 5)),
    (6, 22, (1, 3, 1, 15, 13, 25)),
    (6, 25, (1, 1, 5, 5, 19, 61)),
    (7, 1, (1, 3, 7, 11, 23, 15, 103)),
    (7, 4, (1, 3, 7, 13, 13, 15, 69)),
)
MOST = len(DIRECTIONS) + 1  # dimensions


def points(number: int, dimensions: int) -> Floats:
    """The first points, each with so many coordinates from 0 to 1, without the one in the corner."""
    found = np.zeros((number, dimensions))
    for dimension in range(dimensions):
        directions = _directions(dimension)
        place = 0
        for i in range(number):
            place ^= directions[_lowest_zero(i)]
            found[i, dimension] = place / 2**BITS
    return found


def _directions(dimension: int) -> list[int]:
    if dimension == 0:
        return [1 << (BITS - 1 - i) for i in range(BITS)]
    degree, coefficients, first = DIRECTIONS[dimension - 1]
    numbers = [value << (BITS - 1 - i) for i, value in enumerate(first)]
    for i in range(degree, BITS):
        number = numbers[i - degree] ^ (numbers[i - degree] >> degree)
        for k in range(1, degree):
            if coefficients >> (degree - 1 - k) & 1:
                number ^= numbers[i - k]
        numbers.append(number)
    return numbers


def _lowest_zero(number: int) -> int:
    place = 0
    while number >> place & 1:
        place += 1
    return place
