/** How somebody likes their table; remembered in this browser. */

const KEY = "undertow-table";

export const PACES = { slow: 0.6, normal: 1, fast: 2.2, once: 0 } as const;
export type PaceName = keyof typeof PACES;

interface Liked {
  pace: PaceName;
  sound: boolean;
  volume: number; // from 0 to 1
  askFinal: boolean; // whether what cannot be taken back asks once more
  list: boolean; // whether the list of all actions lies open beside a drawn board
}

const USUAL: Liked = { pace: "normal", sound: false, volume: 0.6, askFinal: false, list: false };

class Settings {
  liked: Liked = $state.raw(remembered());

  set(change: Partial<Liked>): void {
    this.liked = { ...this.liked, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.liked));
    } catch {
      // then it holds for this page only
    }
  }

  /** How fast turns are played back; 0: not at all, as for who wants no movement or looks elsewhere. */
  speed(): number {
    if (document.hidden || matchMedia("(prefers-reduced-motion: reduce)").matches) return 0;
    return PACES[this.liked.pace];
  }
}

/** What was kept, where it is still something that can be set. */
export function read(kept: string | null): Liked {
  let found: unknown;
  try {
    found = JSON.parse(kept ?? "{}");
  } catch {
    found = {};
  }
  const { pace, sound, volume, askFinal, list } = { ...USUAL, ...(found as Partial<Liked>) };
  return {
    pace: pace in PACES ? pace : USUAL.pace,
    sound: sound === true,
    volume: typeof volume === "number" && volume >= 0 && volume <= 1 ? volume : USUAL.volume,
    askFinal: askFinal === true,
    list: list === true,
  };
}

function remembered(): Liked {
  try {
    return read(localStorage.getItem(KEY));
  } catch {
    return USUAL; // storage may be forbidden
  }
}

export const settings = new Settings();
