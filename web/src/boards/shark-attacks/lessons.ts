/** The first game, taught while it is played. */
import type { Happened } from "../../lib/types";
import type { Lesson } from "../contract";
import type { View } from "./view";

const SHARK = 2; // as the event die counts

const told = (happened: Happened[], kind: string, test: (details: Happened["details"]) => boolean = () => true) =>
  happened.some((event) => event.kind === kind && test(event.details));

export const lessons: Lesson<View>[] = [
  {
    id: "swimmers",
    when: ({ offers, view }) => view.phase === "beach" && offers.length > 0,
    title: "Guests in the water are points",
    text: "This is your beach. A die with 1, 2 or 3 swimmers is worth that much. A wave is nobody, so far.",
    at: ".sa-sea",
  },
  {
    id: "choice",
    when: ({ offers, view }) => view.phase === "beach" && offers.length > 0,
    title: "Bank, or press on?",
    text: "Bank: the swimmers are yours for good, the turn is over. Press on: the waves are rolled again, but the event die falls first. Point at either to see what it would do.",
    at: ".sa-choices",
  },
  {
    id: "race",
    when: ({ view, offers }) =>
      view.phase === "beach" && offers.length > 0 && view.beaches.some((beach) => beach.score > 0),
    title: "The race",
    text: "Points roll out your towel. Whoever reaches the flagged line first wins at once.",
    at: ".sa-race",
  },
  {
    id: "weather",
    when: ({ happened }) => told(happened, "weather", ([which]) => which !== SHARK),
    title: "Sun or rain",
    text: "Sun brings one more die, rain takes a wave away. Either way the waves are rolled, and whoever pressed on decides again.",
    at: ".sa-sea",
  },
  {
    id: "party",
    when: ({ happened }) => told(happened, "party"),
    title: "Beach Party!",
    text: "No wave was left, so all swimmers counted double, and two signs leave the beach. That is what pressing on is good for.",
    at: ".sa-race",
  },
  {
    id: "shark",
    when: ({ happened }) => told(happened, "weather", ([which]) => which === SHARK),
    title: "Shark!",
    text: "Now everybody swims for it. The swimmers are rolled again together with a red die. Whoever shows swimmers and is not eaten gets ashore; waves are still in the water and are rolled once more.",
    at: ".sa-sea",
  },
  {
    id: "bite",
    when: ({ happened }) => told(happened, "ate"),
    title: "Eaten",
    text: "Three fins bite first, then two, then one. Each looks for a meal of just its size. Blood draws one more shark into the next throw.",
    at: ".sa-sea",
  },
  {
    id: "triple",
    when: ({ happened }) => told(happened, "ashore", ([, , , times]) => times > 1),
    title: "Nobody bitten",
    text: "A flight in which nobody is eaten counts three times. With few dice in the water that happens often.",
    at: ".sa-race",
  },
  {
    id: "signs",
    when: ({ view, offers }) =>
      offers.length > 0 && view.phase === "beach" && (view.beaches[view.player]?.signs ?? 0) > 0,
    title: "Warning signs",
    text: "Each eaten die left a sign on your beach, and each sign costs you a die at the start of your turns. Banking takes one away.",
    at: ".sa-signs",
  },
  {
    id: "choose-sign",
    when: ({ view, offers }) => view.phase === "sign" && offers.length > 0,
    title: "Whose sign?",
    text: "The rack is empty, so the sign comes from another beach. Pick a lane that glows: its owner gets rid of one.",
    at: ".sa-race",
  },
  {
    id: "close",
    when: ({ view, offers }) =>
      offers.length > 0 && view.beaches.some((beach) => beach.score < view.target && beach.score >= view.target * 0.6),
    title: "Ahead or behind?",
    text: "Close to the line a safe bank is worth more than a bold throw; far behind it is the other way round. The forecast shows the odds.",
    at: ".sa-choices",
  },
  {
    id: "end",
    when: ({ over }) => over,
    title: "That is the whole game",
    text: "The usual race goes to 100, with up to six hotels. Take a look at the replay, or ask for a rematch.",
  },
];
