"""Draw the pieces of every game for their rules: `.venv/bin/python docs/pieces/draw.py`.

The boards' own components draw them, on web/pieces.html, in Debian's Chromium. Each becomes an SVG that needs nothing
else: the colours that the page's styles give are written into it. The pictures are the same each time.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
WEB = HERE.parents[1] / "web"
STILL = "*, *::before, *::after { animation: none !important; transition: none !important; }"

# What a drawing looks like, written into it.
DRAWN = r"""() => {
  const USUAL = {
    fill: "rgb(0, 0, 0)", "fill-opacity": "1", "fill-rule": "nonzero", stroke: "none", "stroke-width": "1px",
    "stroke-opacity": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter", "stroke-dasharray": "none",
  };
  const TEXT = { "font-size": "", "font-weight": "400", "text-anchor": "start", "paint-order": "normal" };
  const SHAPES = new Set(["path", "circle", "ellipse", "rect", "line", "text"]);
  const KEPT = new Set(["d", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "id", "clip-path"]);
  const short = (text) => text.replace(/-?\d+\.\d+/g, (number) => String(Math.round(number * 100) / 100));
  const hex = (text) => text.replace(/^rgb\((\d+), (\d+), (\d+)\)$/, (_, ...parts) =>
    "#" + parts.slice(0, 3).map((part) => Number(part).toString(16).padStart(2, "0")).join(""));

  const moved = (style) => {
    if (style.transform === "none") return "";
    const [x, y] = style.transformOrigin.split(" ").map(parseFloat);
    return short(x || y ? `translate(${x} ${y}) ${style.transform} translate(${-x} ${-y})` : style.transform);
  };

  function draw(element) {
    const style = getComputedStyle(element), name = element.localName;
    if (style.display === "none" || style.opacity === "0") return "";
    if (SHAPES.has(name) && ["none", "rgba(0, 0, 0, 0)"].includes(style.fill) && style.stroke === "none") return "";
    const given = {};
    for (const { name, value } of element.attributes) if (KEPT.has(name)) given[name] = short(value);
    const transform = moved(style);
    if (transform) given.transform = transform;
    if (style.opacity !== "1") given.opacity = short(style.opacity);
    if (SHAPES.has(name))
      for (const [property, usual] of Object.entries({ ...USUAL, ...(name === "text" ? TEXT : {}) })) {
        const value = style.getPropertyValue(property);
        if (value === usual || (property.startsWith("stroke-") && style.stroke === "none")) continue;
        given[property] = hex(short(value)).replace(/px/g, "");
      }
    if (name === "text") given["font-family"] = "system-ui, sans-serif";
    const inside = [...element.children].map(draw).join("") || (name === "text" ? element.textContent : "");
    if (name === "g" && !inside) return "";
    if (name === "g" && !Object.keys(given).length) return inside;
    const attributes = Object.entries(given).map(([name, value]) => ` ${name}="${value}"`).join("");
    return inside ? `<${name}${attributes}>${inside}</${name}>` : `<${name}${attributes}/>`;
  }

  return Object.fromEntries([...document.querySelectorAll("svg[data-piece]")].map((svg) => {
    const { width, height } = svg.viewBox.baseVal;
    const size = `width="${Math.round((width / height) * 64)}" height="64"`;
    const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="${svg.getAttribute("viewBox")}">`;
    return [svg.dataset.piece, `${head}${[...svg.children].map(draw).join("")}</svg>\n`];
  }));
}"""


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    assert chromium, "the drawings need Debian's Chromium: apt-get install chromium"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    command = ["npx", "vite", "--port", port, "--strictPort", "--host", "127.0.0.1"]
    env = os.environ | {"PATH": f"{WEB.parent / '.venv/bin'}:{os.environ['PATH']}"}
    vite = subprocess.Popen(command, cwd=WEB, env=env, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        wait_for(int(port))
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(color_scheme="light", reduced_motion="reduce")
            page.goto(f"http://127.0.0.1:{port}/pieces.html")
            page.locator("[data-piece='kelp/flinch']").wait_for()  # the last one
            page.add_style_tag(content=STILL)
            drawings: dict[str, str] = page.evaluate(DRAWN)
            browser.close()
    finally:
        os.killpg(vite.pid, signal.SIGTERM)
        vite.wait()
    for name, drawing in drawings.items():
        picture = HERE / f"{name}.svg"
        picture.parent.mkdir(exist_ok=True)
        picture.write_text(drawing, encoding="utf-8")
    print(f"{len(drawings)} drawings, {sum(map(len, drawings.values())) // 1000} kB")


def wait_for(port: int) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
            return
        except OSError:
            assert time.monotonic() < until, "Vite does not start"
            time.sleep(0.2)


if __name__ == "__main__":
    main()
