/** Our own little pictures, as paths around a middle of 0, 0 on 48 by 48. */
export interface Icon {
  fill?: string; // in the colour of the thing
  line?: string; // strokes on it
  light?: string; // what shines
  dark?: string;
}

const FAN = "M0 17c-3 0-5-2-6-4L-19-3C-20-13-10-19 0-19s20 6 19 16L6 13c-1 2-3 4-6 4z";
const RIBS = "M0 12V-17M-3 12-10-15M3 12 10-15M-5 10-17-7M5 10 17-7";
const BURST =
  "M0-22 5-14 13-18 13-9 22-7 15-1 21 7 12 8 12 17 4 12 0 21-4 12-12 17-12 8-21 7-15-1-22-7-13-9-13-18-5-14z";

export const BLOCK_ICONS: Record<string, Icon> = {
  octopus: {
    fill: "M-11 3C-14-12-8-21 1-21s16 9 12 24c3 3 8 2 10-2 2 7-4 11-10 9 2 4 6 6 10 4-2 6-10 6-14 1-1 4 1 8 4 10-6 2-10-2-9-8-3 4-7 6-11 4 3-2 4-4 3-8-4 5-11 6-15 1 4 1 8-1 10-5-6 2-11-1-11-8 2 3 6 4 9 1z",
    light: "M-6-7a3.6 4.2 0 1 0 7 0 3.6 4.2 0 1 0-7 0M4-7a3.6 4.2 0 1 0 7 0 3.6 4.2 0 1 0-7 0",
    dark: "M-4-7h4v2h-4zM6-7h4v2H6z",
  },
  shell: { fill: FAN, line: RIBS },
  "double shell": {
    fill: "M-8 4c-2 0-4-1-4-3L-21-8c0-7 6-11 13-11S5-15 5-8L-4 1c0 2-2 3-4 3zM8 19c-2 0-4-1-4-3L-5 7C-5 0 1-4 8-4s13 4 13 11l-9 9c0 2-2 3-4 3z",
    line: "M-8 1v-18M-10 1l-6-15M-6 1-1-13M8 16V-2M6 16 1 1M10 16l5-15",
  },
  "current trap": { fill: BURST, light: "M-12 1c4-7 8-7 12 0s8 7 12 0l3 2c-6 9-11 8-15 1S-6-2-9 4z" },
  "currents trap": {
    fill: BURST,
    light:
      "M-11-4c4-6 7-6 11 0s7 6 11 0l2 2C8 5 4 4 0-2s-6-5-9 0zM-11 5c4-6 7-6 11 0s7 6 11 0l2 2C8 14 4 13 0 7s-6-5-9 0z",
  },
  "hide trap": {
    fill: BURST,
    light: "M-1 13c-4-8 4-13 0-24 4 5 5 10 3 14 4-1 6-4 6-7 3 6-1 11-7 12zM-2 6c-5-1-8-5-6-10 0 4 3 6 6 6z",
  },
  "den trap": { fill: BURST, light: "M-11 11V2C-11-6-6-11 0-11S11-6 11 2v9H6V3c0-4-2-7-6-7s-6 3-6 7v8z" },
  crab: {
    fill: "M-12 6c0-8 5-12 12-12S12-2 12 6 6 14 0 14-12 14-12 6zM-11-2c-8-2-11-8-8-16l4 6 5-5c2 6 1 10-3 12l4 3zM11-2c8-2 11-8 8-16l-4 6-5-5c-2 6-1 10 3 12l-4 3z",
    line: "M-12 8l-9 2M-11 12l-8 6M12 8l9 2M11 12l8 6M-4-6v-5M4-6v-5",
  },
  snail: {
    fill: "M-22 15c6-2 8-6 8-12l-4-10 3-1 6 9C-8-10-2-17 6-17c9 0 15 7 15 16 0 10-7 16-17 16z",
    line: "M5 8c-7 0-11-5-11-9s4-9 10-9 9 4 9 9-4 7-8 7-6-3-6-6 3-4 5-3",
  },
  lobster: {
    fill: "M-5-6c2-3 8-3 10 0l2 8-2 8 5 8c-3 3-17 3-20 0l5-8-2-8zM-7-4c-8-2-12-8-9-17l4 5 4-4c3 7 2 11-1 14zM7-4c8-2 12-8 9-17l-4 5-4-4c-3 7-2 11 1 14z",
    line: "M-6 1l-10 2M-6 6l-9 5M6 1l10 2M6 6l9 5M-5 7H5M-4 12H4",
  },
  abalone: {
    fill: "M-20 5C-20-8-8-17 4-16S22-4 19 5 6 17-3 17-20 13-20 5z",
    line: "M-12 6C-12-2-4-9 5-8s10 7 7 12-9 6-14 6",
    light: "M-14-4a2 2 0 1 0 4 0 2 2 0 1 0-4 0M-7-10a2 2 0 1 0 4 0 2 2 0 1 0-4 0M2-12a2 2 0 1 0 4 0 2 2 0 1 0-4 0",
  },
};

/** What an octopus card does, as a picture. */
export const CARD_ICONS: Record<string, Icon> = {
  learn: {
    fill: "M0-20c8 0 14 6 14 13 0 6-4 9-6 14H-8c-2-5-6-8-6-14 0-7 6-13 14-13zM-7 10H7v4H-7zM-5 16h10c0 3-2 5-5 5s-5-2-5-5z",
    line: "M-4 6-5-4 0-1 5-4 4 6",
  },
  hide: {
    fill: "M-3 21C-9 8 4 0-3-21c8 8 10 18 6 26 7-2 9-7 9-13 6 11-1 20-9 22l1 7zM-5 10C-14 8-17 0-14-8c1 7 5 10 9 10z",
  },
  swap: { fill: "M-20-6-8-18v7h20v10H-8v7zM20 8 8 20v-7h-20V3H8v-7z" },
  shuffle: {
    fill: "M0-20C12-20 20-11 20 0S11 19 1 19-15 12-15 3-9-11-1-11 10-6 10 0 6 8 1 8-5 5-5 1l5-1c0 2 1 3 2 3s3-1 3-3-2-6-6-6-9 4-9 9 5 11 11 11S15 8 15 0 9-15 0-15-16-8-19 0C-20-12-11-20 0-20z",
  },
};

/** How the octopus may escape. */
export const ESCAPE_ICONS: Record<string, Icon> = {
  fight: {
    fill: "M-14 18C-18 6-12-6-2-10L-6-20C6-18 14-10 14 0l8-4C22 8 12 20-2 20z",
    light: "M-6 12a4 4 0 1 0 8 0 4 4 0 1 0-8 0M2 2a3 3 0 1 0 6 0 3 3 0 1 0-6 0",
  },
  flight: { fill: "M-22-2-8-16v8C6-8 18-4 22 14 14 6 4 4-8 4v8z" },
  flinch: {
    fill: "M-14-4C-14-14-8-20 0-20s14 6 14 16v18l-5-4-4 6-5-5-5 5-4-6-5 4z",
    dark: "M-8-6l6 3-6 3zM8-6 2-3l6 3z",
  },
};

/** What a die is for: the mark of its colour. */
export const DIE_MARKS: Record<string, string> = {
  blue: "M-15 3c5-10 10-10 15 0s10 10 15 0l4 3C12 18 6 16 0 6s-9-8-11 0z",
  yellow: "M-17 0C-10-11 10-11 17 0 10 11-10 11-17 0zM-6 0A6 6 0 1 0 6 0 6 6 0 1 0-6 0z",
  red: "M-14-12c8 4 20 4 28 0C14 2 8 12 0 17-8 12-14 2-14-12z",
};
