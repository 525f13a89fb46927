import { describe, expect, it } from "vitest";
import type { Sitter } from "../src/boards/contract";
import { LIMBS, limbPath, severed } from "../src/boards/get-bit/body";
import { handPlaces, laneAt, layoutFor, planOf, type Wanted } from "../src/boards/get-bit/layout";
import { lessons } from "../src/boards/get-bit/lessons";
import { choicesIn, peopleOf, short } from "../src/boards/get-bit/look";
import { beliefsIn, chanceLines, oddsOf } from "../src/boards/get-bit/odds";
import { beatsOf } from "../src/boards/get-bit/beats";
import { rest, story, winnerOf } from "../src/boards/get-bit/scene";
import { titleOf } from "../src/boards/get-bit/title";
import type { View } from "../src/boards/get-bit/view";
import { lengthOf, pictures } from "../src/boards/kit/story.svelte";
import type { Happened } from "../src/lib/types";
import { offered } from "./given";
import { getBitView } from "./views";

const event = (kind: string, ...details: number[]) => ({
  number: 1,
  kind,
  details: [...details, 0, 0, 0, 0].slice(0, 4) as [number, number, number, number],
});
const sitter = (number: number, side = `swimmer ${number}`, mine = number === 1): Sitter => ({
  seat: `swimmer ${number}`,
  side,
  name: `Easy bot (swimmer ${number})`,
  mine,
  bot: !mine,
});

const scenesOf = (happened: Happened[], view = getBitView()) =>
  pictures(story, rest(view), happened, view).map(({ scene }) => scene);
const kindsOf = (happened: Happened[]) => beatsOf(happened).map((beat) => beat.kind);

/** The cards 4, 2, 4, 5 of swimmers 0 to 3, packed as the server does, and what the rules make of them. */
const REVEAL = [
  event("reveal", 4 | (2 << 4) | (4 << 8), 5, -1, 4),
  event("tied", 4, 0b101),
  event("jumped", 2 | (4 << 4), 0),
];

describe("a reveal", () => {
  it("is played card by card and ends where the rules put everybody", () => {
    expect(kindsOf([event("chose", 3), ...REVEAL])).toEqual(["turn", "tie", "jump", "jump"]);
    const scenes = scenesOf(REVEAL);
    expect([...(scenes[0]?.faceUp ?? [])]).toEqual([
      [0, 4],
      [1, 2],
      [2, 4],
      [3, 5],
    ]);
    expect(scenes.map(({ line }) => line)).toEqual([
      [0, 1, 2, 3],
      [0, 1, 2, 3],
      [1, 0, 2, 3],
      [3, 1, 0, 2],
    ]);
    expect(scenes[0]?.hands[1]).toEqual([1, 3, 4, 5]);
    expect(scenes.map(({ tied }) => tied)).toEqual([[], [0, 2], [0, 2], [0, 2]]);
  });

  it("leaves the cards open until the next view that nobody saw come about", () => {
    const last = scenesOf(REVEAL).at(-1)!;
    expect(story.after(last, getBitView()).faceUp.get(3)).toBe(5);
    expect(story.still(getBitView(), last).faceUp.size).toBe(0);
  });

  it("says who jumps with which card", () => {
    const view = getBitView();
    const people = peopleOf(
      view,
      [1, 2, 3, 4].map((number) => sitter(number)),
      "swimmer 1",
    );
    const texts = scenesOf(REVEAL).map(
      (scene) => titleOf({ view, scene, people, sitters: [], offers: [], pointed: null, winner: null }).text,
    );
    expect(texts.slice(1)).toEqual(["Equal cards stay in place", "2: Bot 2 to the front!", "5: Bot 4 to the front!"]);
  });
});

describe("a bite", () => {
  it("takes the limb, then the swimmer flees to the front", () => {
    const happened = [event("bitten", 3, 2, 3, 1), event("round", 3)];
    expect(kindsOf(happened)).toEqual(["lunge", "bite", "flee", "round"]);
    const last = scenesOf(happened).at(-1);
    expect(last?.limbs[3]?.["right arm"]).toBe(0);
    expect(last?.line).toEqual([3, 0, 1, 2]);
    expect(last?.round).toBe(3);
  });

  it("of the last limb swallows", () => {
    const happened = [event("bitten", 3, 2, 0), event("out", 3, 0)];
    expect(kindsOf(happened)).toEqual(["lunge", "bite", "swallow"]);
    expect(scenesOf(happened).at(-1)?.line).toEqual([0, 1, 2]);
  });

  it("may miss", () => {
    const beats = beatsOf([event("miss", 4, 2, 3)]);
    expect(beats).toMatchObject([
      { kind: "lunge", swimmer: 3 },
      { kind: "miss", swimmer: 3, card: "head", tokens: 2 },
    ]);
  });

  it("takes time, a new round does not", () => {
    expect(lengthOf(beatsOf([event("round", 2)]))).toBe(0);
    expect(lengthOf(beatsOf(REVEAL))).toBeGreaterThan(lengthOf(beatsOf([event("chose", 1)])));
  });

  it("frees the cards of those whose bits are set", () => {
    expect(beatsOf([event("took_back", 0b1000101)])).toMatchObject([
      { kind: "take back", swimmers: [0, 2], shark: true },
    ]);
  });
});

describe("the layout", () => {
  const screens = [
    { width: 318, screen: 740 },
    { width: 427, screen: 360 },
    { width: 700, screen: 360 },
    { width: 752, screen: 1180 },
    { width: 850, screen: 900 },
  ];
  const games = [4, 5, 6].flatMap((swimmers) =>
    [0, 1, 2].flatMap((hands) => [false, true].map((sharkPlayer) => ({ swimmers, hands, sharkPlayer }))),
  );
  const all: Wanted[] = screens.flatMap((screen) =>
    games.map((game) => ({ ...screen, ...game, cards: game.swimmers + 1, held: game.swimmers + 1 })),
  );

  it("keeps every lane and what lies in it inside the sea", () => {
    for (const wanted of all) {
      const layout = layoutFor(wanted);
      for (let inLine = 1; inLine <= wanted.swimmers; inLine++) {
        for (let place = 0; place < inLine; place++) {
          const lane = laneAt(layout, place, inLine);
          expect(lane.x).toBeGreaterThanOrEqual(0);
          expect(lane.x + lane.width).toBeLessThanOrEqual(layout.width + 0.01);
          expect(lane.y + lane.height).toBeLessThanOrEqual(layout.sea.height + 0.01);
          const { tag, chips } = planOf(layout, lane);
          expect(tag.x + tag.width).toBeLessThanOrEqual(lane.width);
          expect(chips.width / layout.chips.columns).toBeGreaterThan(13); // a number can be read
        }
      }
    }
  });

  it("gives every card of a hand room for a finger", () => {
    for (const wanted of all) {
      const layout = layoutFor(wanted);
      for (const box of layout.hands) {
        const places = handPlaces(layout, box, wanted.held);
        const step = (places[1]?.x ?? 0) - (places[0]?.x ?? 0);
        expect(step).toBeGreaterThanOrEqual(24);
        expect(places[0]?.x).toBeGreaterThanOrEqual(0);
        expect((places.at(-1)?.x ?? 0) + layout.card.width).toBeLessThanOrEqual(layout.width);
        expect((places[0]?.y ?? 0) + layout.card.height).toBeLessThanOrEqual(layout.height);
      }
    }
  });

  it("fits a phone on its side", () => {
    expect(
      layoutFor({ width: 427, screen: 360, swimmers: 6, cards: 7, hands: 1, held: 7, sharkPlayer: true }).height,
    ).toBeLessThanOrEqual(360);
  });
});

describe("people", () => {
  it("share a colour with their second swimmer, never a symbol", () => {
    const people = peopleOf(
      getBitView({}, 4, 2),
      [1, 2, 3, 4].map((number) => sitter(number, `player ${number < 3 ? 1 : 2}`, number < 3)),
      "player 1",
    );
    expect(people.map(({ mine }) => mine)).toEqual([true, true, false, false]);
    expect(people[0]?.colour).toBe(people[1]?.colour);
    expect(new Set(people.map(({ symbol }) => symbol)).size).toBe(4);
    expect(people.map(({ called }) => called)).toEqual(["You", "You", "Bot 3", "Bot 4"]);
  });

  it("are nobody's in a replay", () => {
    const [ann] = peopleOf(getBitView(), [{ ...sitter(1), name: "Ann", mine: false, bot: false }], "swimmer 1");
    expect(ann?.called).toBe("Ann");
  });

  it("have names that fit, or none", () => {
    expect(short("Patient Gull", 8)).toBe("Patient…");
    expect(short("Ann", 3)).toBe("Ann");
    expect(short("Patient", 4)).toBe("");
  });

  it("lay their cards open when everything is turned over", () => {
    const [mine, theirs] = [getBitView(), getBitView()];
    mine.swimmers[0]!.chosen = 3;
    theirs.swimmers[1]!.chosen = 5;
    expect([...choicesIn({ "swimmer 1": mine, "swimmer 2": theirs }).cards]).toEqual([
      [0, 3],
      [1, 5],
    ]);
  });
});

describe("a limb", () => {
  const [leg] = LIMBS;

  it("ends in a bandage once it was bitten", () => {
    expect(limbPath(leg!, 1, 1).bandage).toBeNull();
    expect(limbPath(leg!, 0, 1).bandage).not.toBeNull();
    expect(limbPath(leg!, 1, 2).bandage).toEqual(leg!.mid);
  });

  it("comes off in parts in the long game", () => {
    expect(severed(leg!, 1, 1)).toBe("M-17 -8L-45 -22");
    expect(severed(leg!, 2, 2)).toBe("M-31 -16L-45 -22");
    expect(severed(leg!, 1, 2)).toBe("M-17 -8L-31 -16");
  });
});

describe("the end", () => {
  it("is won by the swimmer, or the shark, whose seat the view names", () => {
    expect(winnerOf(getBitView())).toBeNull();
    expect(winnerOf(getBitView({ phase: "over", line: [2, 0], winner: 2 }))).toBe(2);
    const afterShark = getBitView().swimmers.map((swimmer, number) => ({ ...swimmer, seat: number + 1 }));
    expect(winnerOf(getBitView({ phase: "over", swimmers: afterShark, winner: 3 }))).toBe(2);
    expect(winnerOf(getBitView({ phase: "over", swimmers: afterShark, winner: 0 }))).toBe("shark");
  });
});

describe("words", () => {
  const sitters = [1, 2, 3, 4].map((number) => sitter(number));
  const offers = [1, 2].map((card) => offered("swimmer 1", "card", { card }, `card ${card}`));
  const now = (change: Partial<View> = {}, pointed: string | null = null, asked = offers) => {
    const view = getBitView(change);
    return titleOf({
      view,
      scene: rest(view),
      people: peopleOf(view, sitters, "swimmer 1"),
      sitters,
      offers: asked,
      pointed: asked.find(({ action }) => action === pointed) ?? null,
      winner: winnerOf(view),
    });
  };

  it("say what goes on", () => {
    expect(now()).toEqual({ head: "Round 2", text: "pick a card" });
    expect(now({ phase: "over", line: [0, 1], winner: 0 }).text).toBe("You won!");
  });

  it("wait for whoever still chooses, the shark too", () => {
    const shark = { hand: [], tokens: 3, has_chosen: false, chosen: null };
    expect(now({ shark, choosing: [0] }, null, []).text).toBe("1 still choosing");
    expect(now({ shark, choosing: [] }, null, []).text).toBe("all have chosen");
  });

  it("warn of those who could play the same", () => {
    expect(now({}, "card 2").text).toBe("3 others could play 2 too");
  });

  it("bring the odds of a card into lines", () => {
    const told = {
      hands: {},
      tie: 0.5,
      cards: { "swimmer 1": [{ card: "card 2", clash: 0.25, last: 0.1, bites: 0 }] },
    };
    expect(beliefsIn(null)).toBeNull();
    const chance = oddsOf(beliefsIn(told), "swimmer 1")?.get("card 2");
    expect(chance && chanceLines(chance, false).map(({ share }) => share)).toEqual([0.25, 0.1]);
    expect(oddsOf(beliefsIn(told), "swimmer 2")).toBeNull();
  });
});

describe("lessons", () => {
  it("begin with the first choice and end with the game", () => {
    const at = {
      view: getBitView({ round: 1 }),
      offers: [offered("swimmer 1", "card", { card: 1 }, "card 1")],
      happened: [],
      prompt: "",
      over: false,
    };
    expect(lessons.filter(({ when }) => when(at)).map(({ id }) => id)).toEqual(["line", "cards"]);
    expect(lessons.filter(({ when }) => when({ ...at, offers: [], over: true })).map(({ id }) => id)).toEqual(["over"]);
    expect(lessons.find(({ id }) => id === "tie")?.when({ ...at, happened: REVEAL })).toBe(true);
  });
});
