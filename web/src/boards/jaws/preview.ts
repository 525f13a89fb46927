/** What an action will do, drawn faintly before it is taken. */
import type { Offered } from "../contract";
import { textOf } from "../kit/places";
import { zoneOf } from "./actions";
import { sailorSlot, signSlot, waterSlot } from "./island";
import { waterMiddle } from "./orca";
import type { Island, Orca, Point } from "./view";

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
  const { seat, verb } = offer;
  const sailor = island.crew.find((one) => one.name === seat);
  const [space, beach] = [textOf(offer, "space"), textOf(offer, "beach")];
  if (seat === "shark" && ["lurk", "move", "burst"].includes(verb)) {
    const place = island.shark?.place;
    const from = place ? waterSlot(place, "shark") : undefined;
    return shown({ what: "shark", at: waterSlot(space, "shark"), from });
  }
  if (sailor && (verb === "move" || verb === "fly")) return shown(journey(sailor.name, sailor.space, space));
  if (sailor && verb === "launch") {
    return shown({ what: "barrel", at: waterSlot(space, "barrel"), from: sailorSlot("quint", sailor.space) });
  }
  if (verb === "close" || verb === "clear") return shown({ what: "sign", at: signSlot(beach) });
  if (verb === "gather") return shown(...island.crew.map((one) => journey(one.name, one.space, beach)));
  if (sailor && verb === "fish finder") {
    return { ...NOTHING, strong: [sailor.space], weak: island.beside[sailor.space] ?? [] };
  }
  if (sailor && verb === "binoculars") return { ...NOTHING, strong: [sailor.space] };
  return NOTHING;
}

const journey = (member: string, from: string, to: string): Ghost => ({
  what: member as Ghost["what"],
  at: sailorSlot(member, to),
  from: sailorSlot(member, from),
});

export function onOrca(
  offer: Offered | undefined,
  orca: Orca,
  spaceOf: (space: string, member: string) => Point,
): Ghost[] {
  if (!offer) return [];
  const { seat, verb } = offer;
  const [space, zone] = [textOf(offer, "space"), zoneOf(offer)];
  if (verb === "go" || verb === "stand") {
    const now = orca.crew.find((one) => one.name === seat)?.space;
    return [{ what: seat as Ghost["what"], at: spaceOf(space, seat), from: now ? spaceOf(now, seat) : undefined }];
  }
  if (verb === "target") return [{ what: "aim", at: waterMiddle(zone) }];
  if (verb === "ram")
    return [{ what: "shark", at: waterMiddle(zone), from: orca.zone ? waterMiddle(orca.zone) : undefined }];
  if (verb === "resurface") {
    const option = orca.options.find((one) => one.slot === textOf(offer, "slot"));
    return option ? [{ what: "shark", at: waterMiddle(option.zone) }] : [];
  }
  if (verb === "attack crew") {
    const victim = orca.crew.find((one) => one.name === textOf(offer, "member"));
    return victim?.space ? [{ what: "teeth", at: spaceOf(victim.space, victim.name) }] : [];
  }
  if (["attack boat", "attack again", "topple boat"].includes(verb))
    return [{ what: "teeth", at: spaceOf(`boat ${zone}`, "brody") }];
  return [];
}
