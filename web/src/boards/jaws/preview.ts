/** What an action will do, drawn faintly before it is taken. */
import type { Offered } from "../contract";
import { sailorSlot, signSlot, waterSlot, watersBeside } from "./island";
import { waterMiddle } from "./orca";
import type { Island, Orca, Point } from "./types";

export interface Ghost {
  what: "shark" | "quint" | "brody" | "hooper" | "barrel" | "sign" | "aim" | "teeth";
  at: Point;
  from?: Point;
}

export interface Preview {
  ghosts: Ghost[];
  strong: string[]; // spaces of Amity Island a tool looks into
  weak: string[]; // and those it only brushes
}

const NOTHING: Preview = { ghosts: [], strong: [], weak: [] };
const shown = (...ghosts: Ghost[]): Preview => ({ ...NOTHING, ghosts });

export function onIsland(offer: Offered | undefined, island: Island): Preview {
  if (!offer) return NOTHING;
  const { action, seat } = offer;
  const sailor = island.crew.find((one) => one.name === seat);
  const [verb = "", ...rest] = action.split(" ");
  const target = rest.join(" ");
  if (seat === "shark" && /^(lurk|move|burst)$/.test(verb)) {
    const place = island.shark?.place;
    const from = place ? waterSlot(place, "shark") : undefined;
    return shown({ what: "shark", at: waterSlot(target, "shark"), from });
  }
  if (sailor && /^(move|fly)$/.test(verb)) return shown(journey(sailor.name, sailor.space, target));
  if (sailor && verb === "launch") {
    return shown({ what: "barrel", at: waterSlot(target, "barrel"), from: sailorSlot("quint", sailor.space) });
  }
  if (verb === "close" || verb === "clear") return shown({ what: "sign", at: signSlot(target) });
  if (verb === "gather") return shown(...island.crew.map((one) => journey(one.name, one.space, rest[1] ?? "")));
  if (sailor && action === "fish finder") return { ...NOTHING, strong: [sailor.space], weak: watersBeside(sailor.space) };
  if (sailor && action === "binoculars") return { ...NOTHING, strong: [sailor.space] };
  return NOTHING;
}

const journey = (member: string, from: string, to: string): Ghost => ({
  what: member as Ghost["what"],
  at: sailorSlot(member, to),
  from: sailorSlot(member, from),
});

export function onOrca(offer: Offered | undefined, orca: Orca, spaceOf: (space: string, member: string) => Point): Ghost[] {
  if (!offer) return [];
  const { action, seat } = offer;
  const found = /^(?:go|stand) (.+)$/.exec(action);
  if (found) {
    const now = orca.crew.find((one) => one.name === seat)?.space;
    return [{ what: seat as Ghost["what"], at: spaceOf(found[1]!, seat), from: now ? spaceOf(now, seat) : undefined }];
  }
  const [verb, ...rest] = action.split(" ");
  const zone = Number(rest[0]);
  if (verb === "target") return [{ what: "aim", at: waterMiddle(zone) }];
  if (verb === "ram") return [{ what: "shark", at: waterMiddle(zone), from: orca.zone ? waterMiddle(orca.zone) : undefined }];
  if (verb === "resurface") {
    const option = orca.options.find((one) => one.slot === rest[0]);
    return option ? [{ what: "shark", at: waterMiddle(option.zone) }] : [];
  }
  const victim = orca.crew.find((one) => one.name === rest[0]);
  if (verb === "attack" && victim?.space) return [{ what: "teeth", at: spaceOf(victim.space, victim.name) }];
  if ((verb === "attack" || verb === "topple") && rest[0] === "boat") return [{ what: "teeth", at: spaceOf(rest.slice(0, 2).join(" "), "brody") }];
  return [];
}
