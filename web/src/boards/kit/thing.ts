/** A thing on a board that explains itself and may be picked: `<g {@attach thing({ title, text, offers })}>`.

With an offer it is a button for mouse, touch and keyboard; with several a click asks which. Without any it still
explains itself on hover, focus or a long press.
*/
import type { Attachment } from "svelte/attachments";
import type { Offered } from "../contract";
import { hand } from "./hand.svelte";
import { tips } from "./tips.svelte";

export interface Thing {
  title: string;
  text?: string; // what it is; why nothing can be done with it now
  offers?: Offered[];
}

const LONG_PRESS = 450; // milliseconds

export function thing({ title, text = "", offers = [] }: Thing): Attachment<Element> {
  return (node) => {
    const only = offers.length === 1 ? offers[0] : undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let held = false;

    const tip = (asking: boolean) => tips.show({ node, title, text, offers, asking });
    const enter = () => {
      if (only) hand.pointed = only.action;
      tip(false);
    };
    const leave = () => {
      clearTimeout(timer);
      if (only && hand.pointed === only.action) hand.pointed = null;
      tips.hide(node);
    };
    const choose = () => {
      if (only) {
        tips.hide();
        hand.pick(only);
      } else tip(true);
    };
    const click = (event: Event) => {
      event.stopPropagation();
      if (held) held = false;
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

    const heard: [string, (event: never) => void][] = [
      ["pointerenter", hover],
      ["pointerleave", leave],
      ["pointerdown", press],
      ["pointerup", () => clearTimeout(timer)],
      ["pointercancel", leave],
      ["focus", enter],
      ["blur", leave],
      ["click", click],
      ["keydown", key],
    ];
    for (const [name, listener] of heard) node.addEventListener(name, listener as EventListener);
    node.setAttribute("role", offers.length ? "button" : "img");
    node.setAttribute("tabindex", offers.length ? "0" : "-1");
    node.setAttribute("aria-label", [only?.label ?? title, text].filter(Boolean).join(". "));
    node.classList.add("thing");
    node.classList.toggle("can", offers.length > 0);
    if (only) node.setAttribute("data-action", only.action);
    return () => {
      leave();
      for (const [name, listener] of heard) node.removeEventListener(name, listener as EventListener);
      for (const name of ["role", "tabindex", "aria-label", "data-action"]) node.removeAttribute(name);
      node.classList.remove("thing", "can");
    };
  };
}
