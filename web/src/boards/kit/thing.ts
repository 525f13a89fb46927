/** A thing on a board that explains itself and may be picked: `<g {@attach thing({ title, text, offers })}>`.

With an offer it is a button for mouse, touch and keyboard; with several a click asks which. Without any it still
explains itself on hover, focus, a click or a long press; but over something that can be picked a click picks that.
*/
import { untrack } from "svelte";
import type { Attachment } from "svelte/attachments";
import { on } from "svelte/events";
import type { Offered } from "../contract";
import { hand } from "./hand.svelte";
import { named, writtenOn } from "./naming";
import { tips } from "./tips.svelte";

export interface Thing {
  title: string;
  text?: string; // what it is
  offers?: Offered[];
  why?: string; // nothing can be done with it now
}

const LONG_PRESS = 450; // milliseconds

/** What each element is now: whatever changes about a thing, it stays the same thing under the pointer. */
const current = new WeakMap<Element, Thing>();

/** What stands on a space must not be in the way of who picks the space. */
function pickableUnder(node: Element, { clientX, clientY, detail }: MouseEvent): Element | undefined {
  if (!detail) return undefined; // no pointer did it
  const things = document.elementsFromPoint(clientX, clientY).map((each) => each.closest(".thing"));
  return things.find((found) => found && found !== node && found.classList.contains("can")) ?? undefined;
}

export function thing(what: Thing): Attachment<Element> {
  return (node) => {
    const { title, offers = [], why = "" } = what;
    const text = [what.text, offers.length ? "" : why].filter(Boolean).join(" ");
    const only = offers.length === 1 ? offers[0] : undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held = false;

    const tip = (asking: boolean) => tips.show({ node, title, text, offers, why, asking });
    const enter = () => {
      if (only) hand.pointed = only;
      tip(false);
    };
    const leave = () => {
      clearTimeout(timer);
      if (only) hand.leave(only);
      tips.hide(node);
    };
    const choose = () => {
      if (only) {
        tips.hide();
        hand.pick(only);
      } else if (tips.asks(node)) tips.hide();
      else tip(true);
    };
    const click = (event: MouseEvent) => {
      event.stopPropagation();
      const below = offers.length ? undefined : pickableUnder(node, event);
      if (held) held = false;
      else if (below) below.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      else choose();
    };
    const press = (event: PointerEvent) => {
      held = false;
      if (event.pointerType === "mouse") return;
      timer = setTimeout(() => {
        held = true;
        enter();
      }, LONG_PRESS);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      choose();
    };
    const hover = (event: PointerEvent) => event.pointerType === "mouse" && enter();
    // A finger that touches is no explanation asked for; a key that leads here is.
    const focus = () => node.matches(":focus-visible") && enter();

    const heard: [string, (event: never) => void][] = [
      ["pointerenter", hover],
      ["pointerleave", leave],
      ["pointerdown", press],
      ["pointerup", () => clearTimeout(timer)],
      ["pointercancel", leave],
      ["contextmenu", (event: Event) => held && event.preventDefault()],
      ["focus", focus],
      ["blur", leave],
      ["click", click],
      ["keydown", key],
    ];
    // Not addEventListener: a focused element that is removed blurs while the page is being updated.
    const deaf = heard.map(([name, listener]) => on(node, name, listener as EventListener));
    node.setAttribute("role", offers.length ? "button" : "img");
    node.setAttribute("tabindex", offers.length ? "0" : "-1");
    const name = [only?.label ?? title, text].filter(Boolean).join(". ");
    node.setAttribute("aria-label", offers.length ? named(name, writtenOn(node)) : name);
    node.classList.add("thing");
    node.classList.toggle("can", offers.length > 0);
    // What can be done here, for lessons that point to it and for tests that pick it.
    if (only) node.setAttribute("data-action", only.action);
    else if (offers.length) node.setAttribute("data-actions", offers.map((offer) => offer.action).join("|"));
    current.set(node, what);
    untrack(() => tips.renew({ node, title, text, offers, why }));

    return () => {
      clearTimeout(timer);
      for (const stop of deaf) stop();
      // The same element may be told at once what it is now: only then does its bubble stay.
      current.delete(node);
      queueMicrotask(() => {
        if (current.has(node)) return;
        if (only) hand.leave(only);
        if (tips.current?.node === node) tips.hide();
        for (const name of ["role", "tabindex", "aria-label"]) node.removeAttribute(name);
        node.classList.remove("thing", "can");
      });
      for (const name of ["data-action", "data-actions"]) node.removeAttribute(name);
    };
  };
}
