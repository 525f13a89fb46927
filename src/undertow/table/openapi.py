"""The OpenAPI document: what Litestar reads off the handlers, with examples, each game's view, and the problems."""

from __future__ import annotations

from functools import cache
from typing import Any, get_type_hints

import msgspec

from undertow.core.game import find_game, game_names
from undertow.settings import Settings
from undertow.table import messages as m

PROBLEMS = {
    "400": "The request cannot be read; the sentence says what would be right.",
    "401": "The caller is unknown here, or has no identity yet.",
    "403": "The request comes from another site.",
    "404": "There is no such table or page.",
    "409": "The table refuses; the sentence says why. Nothing has changed.",
    "413": "The request is too long.",
    "429": "Too many requests at once.",
}
SEAT = m.Seat("swimmer 1", "swimmer 1", "Quiet Otter", ["Quiet Otter"], None, False, True, True, None, [])
YOU = m.You(["swimmer 1"], True, ["table"], [], [], {})
OFFER = m.Offer("card 5", "Swim with a 5", "card", {"card": 5}, "5")
QUESTION = m.Question("swimmer 1", "Choose a card, in secret.", [OFFER], "5f0c9d2e71ab", 0, False)
RESULT = m.Result(["swimmer 1"], "Quiet Otter wins: in front when two were left.", "in front when two were left", {})
TABLE = m.Table(
    "x9jpLCSooplk", "get-bit", "Get Bit!", 4, {}, False, m.Pace("live", 120), "running", [SEAT], "Quiet Otter",
    "46ad36913c9ab279", None, False, 0, None, None, 1794771217.5,
)  # fmt: skip
VIEW = {
    "phase": "choosing",
    "round": 1,
    "line": [0, 1],
    "swimmers": [],
    "shark": None,
    "cards": 5,
    "limb_parts": 1,
    "first_bite": 2,
    "choosing": [0, 1],
}
REVEALED = m.Revealed("round", (1, 0, 0, 0), ["swimmer 1", "spectator"])
STEP = m.ReplayStep(1, "swimmer 1", "card 5", ["Round 1."], [REVEALED])
EYES = m.Eyes("swimmer 1", VIEW, "Choose a card, in secret.", [QUESTION], 0, [m.Heard(1, "Round 1.")])
LINE = m.TableLine("x9jpLCSooplk", "get-bit", "Get Bit!", "gathering", 4, 2, ["Quiet Otter"], 1794771217.5)
REPORT = m.LabReport("jaws.html", "Is JAWS fair?", "How many swimmers make Act 2 even?")
EXAMPLES: list[msgspec.Struct] = [
    m.Blocked("card 3", "card", "It is already on the table.", {"card": 3}),
    m.Act("a1", "swimmer 1", "card 5", "5f0c9d2e71ab"),
    m.Undo("a2", "swimmer 1"),
    m.AskBack("a3", "swimmer 1"),
    m.AnswerBack("a4", True),
    m.Say("a5", "Mind your legs!"),
    m.Sit("a6", "swimmer 2"),
    m.Leave("a7", "swimmer 2"),
    m.SetBot("a8", "swimmer 3", "hard"),
    m.Start("a9"),
    m.Back("a10", "swimmer 1"),
    m.Mix("a11", "swimmer 1", "mackerel"),
    m.Rematch("a12"),
    m.Remove("a13", "swimmer 1", "Salty Gull"),
    m.VoidLinks("a14", "swimmer 1"),
    m.Go("x9jpLCSooplk"),
    m.Ack("a1", True),
    m.Problem("there is no table 'nowhere1'; perhaps the link was cut short."),
    m.NewTable("get-bit", 4, {}, False, m.Pace("live", 60), False, {"swimmer 2": "medium"}, ["swimmer 1"]),
    m.Created("x9jpLCSooplk", "/t/x9jpLCSooplk"),
    m.Me("VmvD0bw4Kf5XDIsX", "Quiet Otter"),
    m.Rename("Ann"),
    m.NewToken("Deep Thought"),
    m.Token("ut_only-shown-once", "VmvD0bw4Kf5XDIsX", "Deep Thought"),
    m.SeatLink("swimmer 1", "move"),
    m.SeatTicket("eyJ0Ijo.5d41c8", "/t/x9jpLCSooplk#ticket=eyJ0Ijo.5d41c8"),
    m.UseTicket("eyJ0Ijo.5d41c8"),
    m.Hint("card 4", "Swim with a 4", "nobody else can play it"),
    m.Help("All cards are shown together."),
    m.Beliefs({"tie": 0.4}),
    m.Option("long_game", False, "two swimmers fewer are bitten", "sheet"),
    m.GameOptions([m.Option("long_game", False, "two swimmers fewer are bitten", "sheet")]),
    m.GameInfo("get-bit", "Get Bit!", "A shark is behind you.", 15, [2, 3, 4], 4, True, ["easy", "hard"], True),
    REPORT,
    m.Lab([REPORT], {"get-bit": ["easy", "medium", "hard"]}),
    m.LabQuestion("get-bit", 4, "easy", {"long_game": True}, 1024),
    m.LabSide("swimmer 1", 270.0),
    m.LabSlice(1024, 1080, [m.LabSide("swimmer 1", 270.0)], "round", 14_500, 1850.5),
    m.PlannedSeat("swimmer 1", "swimmer 1"),
    m.Plan(4, [4, 5, 6], [m.PlannedSeat("swimmer 1", "swimmer 1")]),
    m.Pace("live", 120),
    m.TakeBack("swimmer 1", ["swimmer 2"]),
    m.ChatLine(1, "table", "Quiet Otter", "Mind your legs!", 1794771217.5),
    m.Heard(1, "Round 1."),
    m.Tables([LINE]),
    m.Happened(1, "round", (1, 0, 0, 0)),
    m.Frame([m.Happened(1, "round", (1, 0, 0, 0))], VIEW),
    REVEALED,
    STEP,
    m.Replay(TABLE, ["swimmer 1", "spectator"], [STEP], RESULT, "/api/..."),
    m.ReplayViews(1, {"spectator": VIEW}),
    m.Update("table~1|swimmer 1~0~8", TABLE, YOU, [EYES], 0, [], None),
    m.SeatEvent("x9jpLCSooplk", "swimmer 1", "get-bit", "running", EYES, None),
    m.KeepAlive(1794771217.5),
    SEAT,
    YOU,
    OFFER,
    QUESTION,
    RESULT,
    TABLE,
    EYES,
    LINE,
]


@cache
def document() -> dict[str, Any]:
    """The whole document."""
    from undertow.table.app import create_app

    found: dict[str, Any] = create_app(Settings(), documented=True).openapi_schema.to_schema()
    schemas = found["components"]["schemas"]
    for kind in (m.Problem, m.SeatEvent, m.KeepAlive, m.Go):
        schemas |= _schemas(kind)
    for example in EXAMPLES:
        schema = schemas[type(example).__name__]
        schema["examples"] = [msgspec.json.decode(m.encode(example))]
        if type(example).__struct_config__.forbid_unknown_fields:
            schema["additionalProperties"] = False
        if type(example).__doc__:
            schema["description"] = type(example).__doc__
    _add_views(schemas)
    for path, operations in found["paths"].items():
        for operation in operations.values():
            _add_problems(path, operation["responses"])
    stream = found["paths"]["/api/bot/stream"]["get"]["responses"]["200"]
    stream["content"] = {"application/x-ndjson": {"schema": {"oneOf": [_ref("SeatEvent"), _ref("KeepAlive")]}}}
    plain: dict[str, Any] = msgspec.to_builtins(found)
    return plain


def _schemas(kind: Any, prefix: str = "") -> dict[str, Any]:
    """A type and all that it is made of, as components; a game's own names get the game's name in front."""
    _, parts = msgspec.json.schema_components([kind], ref_template=f"#/components/schemas/{prefix}{{name}}")
    return {prefix + name: schema for name, schema in parts.items()}


def _add_views(schemas: dict[str, Any]) -> None:
    """What `view` is in each game."""
    views = []
    for name in game_names():
        prefix = "".join(word.capitalize() for word in name.split("-"))
        schemas |= _schemas(get_type_hints(find_game(name).knowledge.view)["return"], prefix)
        views.append(_ref(f"{prefix}View"))
    schemas["Eyes"]["properties"]["view"] = {"anyOf": views, "description": "The game's own view."}
    schemas["Frame"]["properties"]["view"] = {"anyOf": views, "description": "As in Eyes."}
    schemas["ReplayViews"]["properties"]["views"]["additionalProperties"] = {"anyOf": views}


def _add_problems(path: str, responses: dict[str, Any]) -> None:
    for code, about in PROBLEMS.items():
        kind = "Ack" if path.endswith("/commands") and code == "409" else "Problem"
        schema = _ref(kind)
        responses[code] = {"description": about, "content": {"application/json": {"schema": schema}}}


def _ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}
