/** Short sentences for screen readers about things that only change their looks. */
import { untrack } from "svelte";

class Announcements {
  text = $state("");

  say(text: string): void {
    // The same sentence twice is told twice only if it differs: a space that nobody sees.
    this.text = text === untrack(() => this.text) ? `${text}\u00a0` : text;
  }
}

export const announcements = new Announcements();
