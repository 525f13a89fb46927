/** The pieces of all games on one page, drawn by the boards' own components: `docs/pieces/draw.py` makes pictures of them. */
import { mount } from "svelte";
import "../app.css";
import "../boards/kit/board.css";
import Sheet from "./Sheet.svelte";

const target = document.getElementById("app");
if (target) mount(Sheet, { target });
