/** All English of the board of JAWS. */
const plural = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const BEACH: Record<string, string> = { N: "north beach", E: "east beach", S: "south beach", W: "west beach" };
/** As the view names it: it has a flag. */
export const MAYORS_OFFICE = "Mayor's Office";

export const words = {
  plural,
  capital,
  boardIsland: "Amity Island and the sea around it",
  boardOrca: "The Orca and the water around it",
  overlay: "Deduction map",
  percent: (share: number) => (share <= 0 ? "0" : share < 0.005 ? "<1" : String(Math.round(share * 100))) + "%",

  // Amity Island
  round: (number: number) => (number ? `Round ${number}` : "Before round 1"),
  openSea: (space: string) => `Open sea ${space}`,
  coast: (space: string) => (BEACH[space] ? `Water at the ${BEACH[space]}` : `Coastal water ${space}`),
  waterText: "Boats sail and the shark swims here.",
  land: (space: string) =>
    space === "Shop" ? "The shop" : BEACH[space] ? capital(BEACH[space]) : `Island, space ${space}`,
  landText: (space: string) =>
    space === "Shop"
      ? "Brody fetches barrels here, one at a time."
      : BEACH[space]
        ? "Swimmers come here. From the beach Brody can use the binoculars."
        : "Only Brody walks on land.",
  swimmers: (number: number, beach: string) => `${plural(number, "swimmer")} at the ${BEACH[beach]}`,
  swimmersText: (meals: number) =>
    `The shark eats them; the crew brings them ashore, one per action.${meals ? ` You are eating ${meals} of them this turn.` : ""}`,
  michael: "Michael Brody",
  michaelText: (eaten: boolean) =>
    `Counts as more than one swimmer if eaten. Only his father can rescue him.${eaten ? " You are eating him this turn." : ""}`,
  floating: (number: number, space: string) => `${plural(number, "barrel")} afloat in ${space}`,
  floatingText: "Its sensor tells the crew when the shark passed through here.",
  floatingLit: "It sensed the shark in its last turn.",
  dock: (space: string, number: number) => `Dock in ${space}: ${plural(number, "barrel")}`,
  dockText: "Brody leaves barrels here, and the boats pick them up.",
  dockClosed: "Closed this round: no barrel is left or picked up.",
  shop: (number: number) => `Shop: ${plural(number, "barrel")}`,
  sign: (beach: string) => `Sign: ${BEACH[beach]} closed`,
  signText: "No swimmers come while it is closed.",
  soon: (beach: string) => `Sign: ${BEACH[beach]} opening soon`,
  soonText: "The next event that would bring swimmers here brings none; then it opens.",
  signHere: (beach: string) => `Close the ${BEACH[beach]}`,
  office: (name: string) => name,
  officeShort: { [MAYORS_OFFICE]: "Mayor", "Amity P.D.": "P.D." } as Record<string, string>,
  officeText: "From here Brody closes a beach without swimmers.",
  sailor: { quint: "Quint, on the Orca", brody: "Brody, on foot", hooper: "Hooper, in his boat" } as Record<
    string,
    string
  >,
  sailorText: {
    quint: "Sails one space per action. Launches one barrel a round into his space or one beside it.",
    brody: "Walks. Brings barrels from the shop to a dock, watches beaches and closes them.",
    hooper: "Sails up to two spaces per action. Has the fish finder.",
  } as Record<string, string>,
  overboard: "Overboard: he must climb back first.",
  carrying: (barrels: number) => (barrels ? ` Has ${plural(barrels, "barrel")}.` : ""),
  done: "done",
  actions: (number: number) => `${plural(number, "action")} left`,
  theShark: "The shark",
  sharkHere: "You are here. Nobody sees you.",
  sharkTrue: "It was here all along.",
  sharkSeen: "It was found here, and stays until its next turn.",
  who: ({ mine, bot, name }: { mine: boolean; bot: boolean; name: string }) => (mine ? "you" : bot ? "bot" : name),

  event: "Event",
  noEvent: "No event yet",
  effects: {
    none: "No special effect.",
    alert: "If few have been eaten so far, more swimmers come.",
    overboard: "A shark that enters a boat's space may knock its captain overboard.",
    bonus: "One crew member gets an extra action.",
    "docks closed": "No barrel is left or picked up at a dock.",
    "clear a beach": "The crew clears one beach of swimmers and closes it.",
    "wrong shark": "Brody and Hooper are at a dock together; the shark gets extra actions.",
    "open beaches": "All beaches are open and none may be closed.",
    michael: "Michael goes swimming.",
    "free docks": "Barrels at docks cost no action.",
    hooper: "Hooper gets an extra action.",
    quint: "Quint gets an extra action.",
    hoax: "The crew hurries to the fullest beach.",
    helicopter: "Brody may fly to any place on land.",
  } as Record<string, string>,
  eaten: "Eaten",
  eatenText: (eaten: number, end: number) =>
    `${eaten} of ${end} swimmers eaten. The more, the stronger the shark in Act 2.`,
  onShark: "Barrels on it",
  onSharkText: (on: number, of: number) =>
    `${on} of ${of} barrels are on the shark. With the last one it can no longer dive.`,
  tokensLeft: "Power tokens",
  tokensLeftText: (left: number, playing: boolean) =>
    `The shark has ${plural(left, "power token")} left.${playing ? " One works this round; nobody knows which." : ""}`,
  supply: (number: number) => `${plural(number, "swimmer")} still to come`,
  supplyShort: "To come",
  inPlay: "in play",
  used: "used",
  tokens: {
    "feeding frenzy": "This round, eat everybody in your space as one action.",
    "evasive moves": "No sensor notices you this round.",
    "out of sight": "Binoculars and fish finder find nothing this round.",
    "speed burst": "Once this round, swim several spaces as one action.",
  } as Record<string, string>,
  pad: "Tracker pad",
  padTrue: "Where the shark swam",
  padStart: "start",
  padStays: "stayed",
  padAte: (number: number) => `ate ${number}`,
  burst: (steps: number, begun: boolean) =>
    `Speed burst: ${plural(steps, "step")} left.${begun ? " Anything else ends it." : ""}`,
  sharkActions: (left: number) => `${plural(left, "action")} left`,
  deduction: "Where it may be",
  deductionWords: (shares: [string, number][]) =>
    `Where the shark may be: ${shares.map(([space, share]) => `${space} ${Math.round(share * 100)}%`).join(", ")}`,
  deductionText: "If the shark decides everything at random. Its tokens:",
  abilityOdds: "What it may hold",
  abilityOddsText: "How likely at least one of these ability cards is in its hand:",

  // The Orca
  zoneWater: (zone: number) => `Water of zone ${zone}`,
  zoneWaterText: "Whoever swims here can be bitten. Weapons are aimed at the water.",
  tile: (zone: number) => `Boat space ${zone}`,
  tileText: (state: string, damage: number | null, destroy: number | null) =>
    state === "destroyed"
      ? "Gone. It is water now."
      : damage === null
        ? `Damaged. ${plural(destroy ?? 0, "hit")} in one attack and it is gone.`
        : `${plural(damage, "hit")} in one attack damage it, ${destroy} destroy it.`,
  meeple: (name: string) => capital(name),
  wounds: (wounds: number, of: number) => `${wounds} of ${of} wounds.`,
  gone: "gone",
  ashore: "not aboard yet",
  inWater: "in the water",
  aboard: "aboard",
  option: (slot: string) => `Resurface card ${slot}`,
  optionText: (zone: number, evade: number, dice: number, shakes: boolean) =>
    `The shark may come up at zone ${zone}: evades ${plural(evade, "hit")}, attacks with ${plural(dice, "die", "dice")}` +
    `${shakes ? ", and shakes off what is attached to it" : ""}.`,
  ruledOut: "Ruled out: the shark showed this token.",
  chosen: "Your secret choice.",
  came: "It came up here.",
  zone: (zone: number) => `zone ${zone}`,
  evade: "evade",
  dice: "dice",
  shakes: "shakes off",
  sharkWounds: (wounds: number, of: number) => `${wounds} of ${of} wounds`,
  sharkWoundsText: "When the track is full, the crew wins.",
  attached: "Attached to it",
  hand: "Ability cards",
  handHidden: (number: number) => `${plural(number, "ability card")} in the shark's hand.`,
  underToken: "An ability card lies under its token.",
  usedUp: "Used up",
  abilities: {
    "extra strength": "A boat space the shark damages is destroyed outright.",
    "second helping": "After attacking the boat, the shark may attack it again.",
    "maul again": "The shark may reroll any dice of one attack.",
    "big mouth": "Everybody on a boat space the shark damages or destroys is wounded.",
    "ramming speed": "After the crew's attacks, the shark may move to the water beside it and hit harder.",
    "domino effect": "When the shark damages or destroys a boat space, one beside it is hit too.",
    "hard target": "The shark evades far better this round.",
    "making waves": "When the shark damages or destroys a boat space, everybody on the boat falls into the water.",
  } as Record<string, string>,
  gear: {
    machete: "Melee: the water you are in or beside. Never used up.",
    "harpoon gun": "Attach it: the shark evades less.",
    club: "Melee: the water you are in or beside. Never used up.",
    gaff: "Melee: the water you are in or beside. Never used up.",
    dart: "Attach it: the shark attacks with fewer dice.",
    pistol: "Firearm: any water; also hits a shark beside the target. One shot.",
    rifle: "Firearm: any water. One shot.",
    "flare gun": "Firearm: any water. One shot.",
    "baseball bat": "Melee, and it hits hard. Breaks after one attack.",
    barrel: "Attach it: the shark evades less.",
    rope: "Attach it: the shark attacks with fewer dice.",
    chum: "The shark must show one token it did not choose.",
    ammo: "Discard it instead of a pistol or rifle.",
    "shark cage": "Get in before the shark rolls: no wounds this round.",
  } as Record<string, string>,
  toDivide: (gear: string) => `Who gets the ${gear}?`,
  pool: "Still to divide",
  aims: (weapon: string | null, target: number | null) =>
    [weapon, target === null ? "" : `at zone ${target}`].filter(Boolean).join(" "),
  caged: "in the cage",
  ready: "ready",
  die: (number: number, hits: number) => `Die ${number}: ${hits ? plural(hits, "hit") : "a miss"}`,
  rerollPick: "Pick a die to reroll it, alone or with others.",
  sharkUp: (evade: number | null) => `Evades ${plural(evade ?? 0, "hit")} now.`,

  // Effects
  fx: {
    eaten: (number: number) => `${number} eaten`,
    sensor: "Something passed",
    token: "A power token was played",
    overboard: "Overboard!",
    rescued: "Saved",
    hit: "Hit!",
    floats: "It floats and listens",
    there: "The shark is here!",
    nearby: "Nearby…",
    nothing: "Nothing",
    closed: "Closed",
    opened: "Open again",
    wounds: (number: number) => (number ? plural(number, "wound") : "Missed"),
    bitten: (number: number) => (number ? plural(number, "wound") : "Unhurt"),
    boat: ["It holds", "Damaged", "Destroyed"],
    safe: "Safe in the cage",
    falls: "Falls in!",
    attached: "Attached!",
    shookOff: "Shaken off!",
    chum: "Chum!",
    cage: "Into the cage",
    up: "It comes up!",
  },
  rolled: {
    by: (who: string) => `${capital(who)} rolls`,
    hurt: (hits: number, evade: number) =>
      `${plural(hits, "hit")} against evade ${evade}: ${hits > evade ? plural(hits - evade, "wound") : "no wound"}`,
    boat: (zone: number, hits: number, result: string) =>
      `${plural(hits, "hit")} on boat space ${zone}: ${result.toLowerCase()}`,
    bitten: (who: string, wounds: number) => `${capital(who)}: ${wounds ? plural(wounds, "wound") : "unhurt"}`,
  },

  crew: "The crew",

  scene: {
    title: "Act 2",
    sub: "The Orca puts out to sea",
    eaten: (number: number) => `${plural(number, "swimmer")} eaten`,
    hands: (abilities: number, gear: number) =>
      `${plural(abilities, "ability card")} against ${plural(gear, "gear card")}`,
    go: "Go on",
  },
};
