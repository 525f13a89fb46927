/** Light, dark, or as the system says; remembered in this browser. */

const KEY = "undertow-theme";
const ORDER = ["system", "light", "dark"] as const;
export type ThemeName = (typeof ORDER)[number];

function remembered(): ThemeName {
  try {
    const name = localStorage.getItem(KEY);
    return ORDER.find((one) => one === name) ?? "system";
  } catch {
    return "system"; // storage may be forbidden
  }
}

class Theme {
  name: ThemeName = $state(remembered());

  constructor() {
    this.#show();
  }

  next(): void {
    this.name = ORDER[(ORDER.indexOf(this.name) + 1) % ORDER.length] ?? "system";
    this.#show();
    try {
      localStorage.setItem(KEY, this.name);
    } catch {
      // then it holds for this page only
    }
  }

  #show(): void {
    document.documentElement.dataset.theme = this.name;
  }
}

export const theme = new Theme();
