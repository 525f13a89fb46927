/** Single keys act at a table, unless somebody switches them off: they can be in the way of speech input. */

const KEY = "undertow-shortcuts";
const FIELD = "input:not([type=checkbox]), textarea, select, dialog, [contenteditable]"; // a box to tick takes no letters

class Shortcuts {
  on = $state(read());

  set(on: boolean): void {
    this.on = on;
    try {
      localStorage.setItem(KEY, on ? "on" : "off");
    } catch {
      // then it holds for this page only
    }
  }

  /** Whether a key press is meant for the table, not for a field, a dialog or the browser. */
  meant(event: KeyboardEvent): boolean {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1)
      return false;
    return !(event.target as Element).closest(FIELD) && !document.querySelector("dialog[open]");
  }
}

function read(): boolean {
  try {
    return localStorage.getItem(KEY) !== "off";
  } catch {
    return true;
  }
}

export const shortcuts = new Shortcuts();
