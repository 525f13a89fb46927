"""The charts of a report: Vega-Lite, written with Altair. Each function takes rows and gives a chart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from undertow.core.errors import UndertowError

#: Told apart by people with any kind of colour vision (Okabe and Ito), and dark enough for white paper.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#8A6D3B", "#777777")
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right", "triangle-left")
INK, FAINT, EVEN = "#1f2d3a", "#d5dde3", "#8793a0"
WIDTH = 560
FONT = "Helvetica, Arial, sans-serif"

Rows = Sequence[dict[str, Any]]


def _altair() -> Any:
    try:
        import altair
    except ImportError as error:
        raise UndertowError('reports need Altair: pip install "undertow[lab]".') from error
    return altair


def _data(rows: Rows) -> Any:
    return _altair().Data(values=[{key: value for key, value in row.items() if value is not None} for row in rows])


def _share(alt: Any, field: str, title: str, format: str = "%", **more: Any) -> Any:
    return alt.X(f"{field}:Q", title=title, axis=alt.Axis(format=format), **more)


def _in_points(rows: Rows, fields: Sequence[str]) -> Rows:
    """Shares as points, which an axis can name."""
    return [{**row, **{field: 100 * row[field] for field in fields}} for row in rows]


def _by_bots(alt: Any, rows: Rows, field: str = "bots") -> dict[str, Any]:
    """Colour and shape of a line-up; no legend for a single one."""
    names = list(dict.fromkeys(row[field] for row in rows))
    legend = alt.Legend(title=None, orient="top", labelLimit=300) if len(names) > 1 else None
    scale = {"domain": names}
    return {
        "color": alt.Color(f"{field}:N", legend=legend, scale=alt.Scale(range=list(COLOURS), **scale)),
        "shape": alt.Shape(f"{field}:N", legend=legend, scale=alt.Scale(range=list(SHAPES), **scale)),
    }


def _offset(alt: Any, rows: Rows, field: str = "bots") -> dict[str, Any]:
    names = list(dict.fromkeys(row[field] for row in rows))
    return {"yOffset": alt.YOffset(f"{field}:N", sort=names)} if len(names) > 1 else {}


def _dots(
    rows: Rows, y: str, x: tuple[str, str, str], title: str, field: str = "bots", even: str = "", sort: Any = None
) -> Any:
    """Dots with intervals, a line for each thing."""
    alt = _altair()
    axis = "+" if even == "zero" else "%"
    rows = _in_points(rows, x) if even == "zero" else rows
    base = alt.Chart(_data(rows))
    order = sort or list(dict.fromkeys(row[y] for row in rows))
    height = max(1, len({row[field] for row in rows}))
    where: dict[str, Any] = {
        "y": alt.Y(f"{y}:N", title=None, sort=order, axis=alt.Axis(labelLimit=260)),
        **_offset(alt, rows, field),
    }
    looks = _by_bots(alt, rows, field)
    lines = base.mark_rule(strokeWidth=2).encode(
        x=_share(alt, x[1], title, axis), x2=alt.X2(f"{x[2]}:Q"), color=looks["color"], **where
    )
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(
        x=_share(alt, x[0], title, axis, scale=alt.Scale(zero=False)), **looks, **where
    )
    layers = [lines, dots]
    if even == "zero":
        layers.insert(0, alt.Chart(_data([{"even": 0.0}])).mark_rule(strokeDash=[4, 4], color=EVEN).encode(x="even:Q"))
    elif even:
        layers.insert(0, base.mark_rule(strokeDash=[4, 4], color=EVEN).encode(x=f"{even}:Q"))
    return alt.layer(*layers).properties(
        width=WIDTH - 180, height=alt.Step(14 * height + 12) if height == 1 else alt.Step(16)
    )


def balance(rows: Rows) -> Any:
    alt = _altair()
    players = list(dict.fromkeys(row["players"] for row in rows))
    parts = []
    for number in players:
        mine = [row for row in rows if row["players"] == number]
        chart = _dots(mine, "side", ("share", "low", "high"), "share of wins", even="fair")
        parts.append(chart.properties(title=f"{number} players") if len(players) > 1 else chart)
    return alt.vconcat(*parts).resolve_scale(x="shared", color="shared", shape="shared")


def effects(rows: Rows, fair: float | None) -> Any:
    """A small chart for each house rule."""
    alt = _altair()
    several = len({row["side"] for row in rows}) > 1
    many_players = len({row["players"] for row in rows}) > 1
    named = [{**row, "who": _who(row, several, many_players)} for row in rows]
    looks = _by_bots(alt, named, "who")
    parts = []
    for rule in dict.fromkeys(row["rule"] for row in named):
        mine = [row for row in named if row["rule"] == rule]
        values = list(dict.fromkeys(row["value"] for row in mine))
        values.sort(key=lambda value: (not _is_number(value), float(value) if _is_number(value) else 0.0))
        base = alt.Chart(_data(mine))
        x = alt.X("value:N", title=rule, sort=values, axis=alt.Axis(labelAngle=0, labelLimit=90))
        y = alt.Y("share:Q", title="share of wins", axis=alt.Axis(format="%"), scale=alt.Scale(zero=False))
        line = base.mark_line(strokeWidth=2).encode(x=x, y=y, color=looks["color"])
        reach = base.mark_rule(strokeWidth=2).encode(
            x=x, y=alt.Y("low:Q", title="share of wins"), y2="high:Q", color=looks["color"]
        )
        dots = base.mark_point(filled=True, size=60, opacity=1).encode(x=x, y=y, **looks)
        rings = base.transform_filter("datum.base").mark_point(size=170, color=INK, filled=False).encode(x=x, y=y)
        layers = [line, reach, dots, rings]
        if fair is not None:
            layers.insert(
                0, alt.Chart(_data([{"fair": fair}])).mark_rule(strokeDash=[4, 4], color=EVEN).encode(y="fair:Q")
            )
        parts.append(alt.layer(*layers).properties(width=210, height=150))
    return alt.concat(*parts, columns=2, spacing=24).resolve_scale(y="shared", color="shared", shape="shared")


def _who(row: dict[str, Any], side: bool, players: bool) -> str:
    words = [row["side"]] if side else []
    words += [f"{row['players']} players"] if players else []
    return ", ".join([*words, row["bots"]])


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def ranking(rows: Rows) -> Any:
    alt = _altair()
    several = len({row["side"] for row in rows}) > 1
    many_players = len({row["players"] for row in rows}) > 1
    named = [{**row, "who": _who(row, several, many_players)} for row in rows]
    order = sorted(
        dict.fromkeys(row["rule"] for row in named),
        key=lambda rule: -max(r["range"] for r in named if r["rule"] == rule),
    )
    looks = _by_bots(alt, named, "who")
    return (
        alt.Chart(_data(_in_points(named, ["range"])))
        .mark_bar()
        .encode(
            y=alt.Y("rule:N", sort=order, title=None, axis=alt.Axis(labelLimit=260)),
            x=_share(alt, "range", "points of win share between its worst and best value", "d"),
            color=looks["color"],
            **_offset(alt, named, "who"),
        )
        .properties(width=WIDTH - 180, height=alt.Step(12 if len({r["who"] for r in named}) > 1 else 22))
    )


def interaction(rows: Rows, one: str, two: str, side: str) -> Any:
    alt = _altair()
    orders = [
        sorted(
            dict.fromkeys(row[key] for row in rows),
            key=lambda v: (not _is_number(v), float(v) if _is_number(v) else 0.0),
        )
        for key in ("one", "two")
    ]
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("one:N", title=one, sort=orders[0], axis=alt.Axis(labelAngle=0)),
        y=alt.Y("two:N", title=two, sort=orders[1]),
    )
    middle = sum(row["share"] for row in rows) / len(rows)
    boxes = base.mark_rect().encode(
        color=alt.Color(
            "share:Q",
            title=f"wins of {side}",
            scale=alt.Scale(range=["#8fc1e3", "#f4f4f4", "#f5b26b"], domainMid=middle),
            legend=alt.Legend(format="%"),
        )
    )
    words = base.mark_text(fontSize=11, color="#101820").encode(text=alt.Text("share:Q", format=".1%"))
    return alt.layer(boxes, words).properties(width=60 * len(orders[0]), height=34 * len(orders[1]))


def restricted(rows: Rows) -> Any:
    many = len({row["players"] for row in rows}) > 1
    named = [{**row, "who": f"{row['players']} players, {row['bots']}" if many else row["bots"]} for row in rows]
    order = sorted(
        dict.fromkeys(row["restricted"] for row in named),
        key=lambda name: min(r["difference"] for r in named if r["restricted"] == name),
    )
    title = "change of win share in points"
    return _dots(named, "restricted", ("difference", "difference_low", "difference_high"), title, "who", "zero", order)


def length(rows: Rows, unit: str) -> Any:
    alt = _altair()
    looks = _by_bots(alt, rows, "table")
    return (
        alt.Chart(_data(rows))
        .mark_line(strokeWidth=2, interpolate="monotone", point={"size": 18, "filled": True})
        .encode(
            x=alt.X("length:Q", title=f"{unit}s", scale=alt.Scale(zero=False, nice=False)),
            y=alt.Y("share:Q", title="share of matches", axis=alt.Axis(format="%")),
            color=looks["color"],
        )
        .properties(width=WIDTH - 60, height=180)
    )


def leads(rows: Rows) -> Any:
    alt = _altair()
    looks = _by_bots(alt, rows, "table")
    return (
        alt.Chart(_data(rows))
        .mark_line(strokeWidth=2, point={"size": 24, "filled": True})
        .encode(
            x=alt.X("along:Q", title="along the match", axis=alt.Axis(format="%")),
            y=alt.Y("wins:Q", title="who is ahead wins", axis=alt.Axis(format="%"), scale=alt.Scale(zero=False)),
            color=looks["color"],
        )
        .properties(width=WIDTH - 60, height=180)
    )


def endings(rows: Rows) -> Any:
    alt = _altair()
    tables = list(dict.fromkeys(row["table"] for row in rows))
    return (
        alt.Chart(_data(rows))
        .mark_bar()
        .encode(
            y=alt.Y("table:N", title=None, sort=tables, axis=alt.Axis(labelLimit=220)),
            x=_share(alt, "share", "share of matches", scale=alt.Scale(domain=[0, 1])),
            color=alt.Color(
                "reason:N",
                scale=alt.Scale(range=list(COLOURS)),
                legend=alt.Legend(title=None, orient="top", columns=2, labelLimit=260),
            ),
        )
        .properties(width=WIDTH - 180, height=alt.Step(26))
    )


def worth(rows: Rows) -> Any:
    several = len({row["owner"] for row in rows}) > 1
    named = [{**row, "name": f"{row['thing']} ({row['owner']})" if several else row["thing"]} for row in rows]
    order = sorted(
        dict.fromkeys(row["name"] for row in named),
        key=lambda name: -max(r["worth"] for r in named if r["name"] == name),
    )
    title = "points more won with it than without"
    return _dots(named, "name", ("worth", "worth_low", "worth_high"), title, "table", "zero", order)


# As files -------------------------------------------------------------------------------------------------------------

CONFIG: dict[str, Any] = {
    "background": None,
    "font": FONT,
    "view": {"stroke": None},
    "axis": {
        "labelColor": INK, "titleColor": INK, "gridColor": FAINT, "domainColor": FAINT, "tickColor": FAINT,
        "labelFontSize": 11, "titleFontSize": 12, "titleFontWeight": "normal",
    },
    "legend": {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "symbolSize": 90},
    "title": {"color": INK, "fontSize": 12, "anchor": "start", "fontWeight": 600},
}  # fmt: skip


def spec(chart: Any) -> dict[str, Any]:
    """The chart in Vega-Lite's own words."""
    made: dict[str, Any] = chart.to_dict()
    made["config"] = CONFIG
    made["padding"] = {"left": 28, "right": 16, "top": 6, "bottom": 6}  # letters are wider where a font is missing
    return made


def _converter() -> Any:
    try:
        import vl_convert
    except ImportError as error:
        raise UndertowError('reports need vl-convert: pip install "undertow[lab]".') from error
    return vl_convert


def svg(chart: Any) -> str:
    drawn: str = _converter().vegalite_to_svg(spec(chart))
    return drawn


def png(chart: Any) -> bytes:
    on_white = {**spec(chart), "background": "white"}
    drawn: bytes = _converter().vegalite_to_png(on_white, scale=2)
    return drawn
