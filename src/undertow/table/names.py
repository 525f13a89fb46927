"""What people and bots are called, so that nobody passes for a bot and no bot for a person.

Names are compared by how they look: two that a reader cannot tell apart are the same.
"""
# ruff: noqa: RUF001 - these letters are here because they look like others

from __future__ import annotations

import hashlib
import re
import unicodedata
from functools import lru_cache

MARK = "Bot "  # before the name of whoever comes with a token: there no board cuts it off
MOODS = ("Quiet", "Salty", "Brave", "Sleepy", "Lucky", "Swift", "Curious", "Hungry", "Merry", "Patient")
ANIMALS = ("Otter", "Pelican", "Turtle", "Heron", "Seal", "Crab", "Puffin", "Dolphin", "Urchin", "Gull")

#: Letters of other scripts that look like ours, after https://www.unicode.org/reports/tr39 (all of them for b, o, t).
LOOK_ALIKES = {
    "b": "ßᴃƅβвбьᏏᏴᑲᖯᗷⲃꓐꞵ𐊂𐊡𐌁",
    "o": "οσϭоөѳօסه٥ھہە۵߀०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐ០ᴑⲟⵔ〇○◯ꓳꬽ𐊒𐊫𐐬𐓪𐔖𑓐𑣈𑣕𑣗𑣠",
    "t": "τтᎢᎿ⊤⟙†ⲧꓔ𐊗𐊱𐌕𑣜𖼊🝨",
    "a": "ɑαаᎪᗅ⍺ꓮ",
    "c": "ɛεсєԑငၚᏋᏟ€⋴ⲉⲥꓚ",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "еҽᎬ℮⋿ⴹꓰꬲ",
    "f": "ϝքᖴẝꓝꬵ",
    "g": "ƍɡԍցᏀᏳꓖ",
    "h": "ηнһհᎻᏂᕼⲏꓧ",
    "j": "ϳјᎫᒍꓙ",
    "k": "κкᏦᛕⲕꓗ",
    "l": "1i|ıɩιіւᎥ⍳ⲓꙇǀӏוןا١۱ߊᏞᒪᛁ∣⏽│ⳑⵏꓡꓲ",
    "m": "μϻмᎷᗰᛖⲙꓟ",
    "n": "νոռⲛꓠ",
    "p": "þƿρϸрᏢᑭᴩ⍴ⲣⳏꓑ",
    "q": "ԛգզᶐⵕ",
    "r": "гᎡᎱᏒᖇᴦⲅꓣꭇꭈ",
    "s": "ƽѕտടᏕᏚꓢ",
    "u": "υսሀᑌ∪⋃ꓴꞟ",
    "v": "ѵט٧۷Ꮩᐯ∨⋁ⴸꓦꛟ",
    "w": "ɯшѡԝաᎳᏔⲽꓪ",
    "x": "×χхᕁᕽ᙭ᚷ╳⤫⤬⨯ⲭⵝꓫꭓ",
    "y": "ɣγуүყᎩᎽⲩꓬ",
    "z": "ζᏃⲍꓜ",
}
UNSEEN = ("Mn", "Me", "Cf", "Cc", "Cs", "Co", "Cn")  # categories: accents, and what is not drawn at all
_LOOKS = {ord(other): ours for ours, others in LOOK_ALIKES.items() for other in others}
_LOOKS |= {first + i: chr(97 + i) for first in (0x1F150, 0x1F170, 0x1F1E6) for i in range(26)}  # white on black; flags
_LOOKS |= dict.fromkeys(map(ord, "ㅤﾠᅟᅠ⠀"), "")  # letters without ink
_LOOKS[ord("🤖")] = " bot "
_DRESSED = re.compile("LATIN (?:SMALL |CAPITAL )?LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
_SAYS_BOT = re.compile("[a-z0-9]*[b86][o0][t7]s?[0-9]*")  # digits that look like letters, and numbers behind it


@lru_cache(4096)
def look(name: str) -> str:
    """What a name looks like: without case, accents and what has no ink, in our letters."""
    folded = unicodedata.normalize("NFKC", name).replace("ẞ", "b").replace("ß", "b").casefold()
    seen = (c for c in unicodedata.normalize("NFKD", folded) if unicodedata.category(c) not in UNSEEN)
    return " ".join("".join(map(_undressed, seen)).translate(_LOOKS).split())


def _undressed(letter: str) -> str:
    """A letter without its strokes and hooks."""
    found = None if letter.isascii() else _DRESSED.fullmatch(unicodedata.name(letter, ""))
    return found[1].lower() if found else letter


@lru_cache(4096)
def passes_for_a_bot(name: str) -> bool:
    """Whether a reader may take this for a bot's name: `Hard bot (seat)`, `B0t 2`, `b.o.t`."""
    seen = look(name).replace("l", "1")  # numbers stay numbers: `bot 1`
    words = re.findall("[a-z0-9]+", re.sub(r"(?<![a-z0-9])([a-z0-9])[^a-z0-9]+(?=[a-z0-9](?![a-z0-9]))", r"\1", seen))
    return any(_SAYS_BOT.fullmatch(word) and re.search("[a-z]", word) for word in words)


def some_name(seed: str) -> str:
    """A name for somebody who has not chosen one; always the same for the same seed."""
    number = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8])
    return f"{MOODS[number % len(MOODS)]} {ANIMALS[number // len(MOODS) % len(ANIMALS)]}"


class Names:
    """What people are called at one table: a name is the first one's who used it, others' get a number."""

    def __init__(self) -> None:
        self._called: dict[str, tuple[str, str]] = {}  # person: the name they gave, and the one that is shown
        self._whose: dict[str, str] = {}  # look: person
        self._namesakes: dict[str, int] = {}  # look: the last number

    def of(self, person: str, name: str) -> str:
        """The name to show for somebody who goes by this one."""
        given, shown = self._called.get(person, ("", ""))
        if given != name:
            shown, same = name, look(name)
            while self._whose.setdefault(look(shown), person) != person:
                self._namesakes[same] = self._namesakes.get(same, 1) + 1
                shown = f"{name} ({self._namesakes[same]})"
            self._called[person] = name, shown
        return shown

    def given(self, person: str, shown: str) -> str:
        """The name they gave themselves."""
        return self._called.get(person, (shown, shown))[0]
