/** A first game, told while it is played. */
import type { Lesson } from "../contract";
import { limbOf } from "./actions";
import type { View } from "./view";

type Now = Parameters<Lesson<View>["when"]>[0];

const heard = ({ happened }: Now, kind: string) => happened.some((event) => event.kind === kind);
const choosing = ({ view, offers }: Now) => view.phase === "choosing" && offers.length > 0;
const bitten = ({ offers }: Now) => offers.some((offer) => limbOf(offer) !== null);

export const lessons: Lesson<View>[] = [
  {
    id: "line",
    when: choosing,
    title: "You need not outswim the shark",
    text: "Only your friends. The line swims away from the shark, and whoever is last gets bitten. Be anywhere but last.",
    at: ".get-bit .shark",
  },
  {
    id: "cards",
    when: choosing,
    title: "Pick a card in secret",
    text: "Everybody does, then all turn over. High numbers end up in front. Point at a card to see who could play the same.",
    at: ".get-bit [data-action^='card ']",
  },
  {
    id: "swim",
    when: (now) => heard(now, "reveal"),
    title: "Lowest first",
    text: "From the lowest card up, each swimmer jumps to the very front. So the highest card jumps last and ends in front.",
  },
  {
    id: "tie",
    when: (now) => heard(now, "tied"),
    title: "Equal cards stay",
    text: "Whoever shares a number does not move at all. A clever low card can beat two greedy sevens.",
  },
  {
    id: "danger",
    when: (now) => now.view.round === now.view.first_bite && choosing(now),
    title: "Now it bites",
    text: "Until now the shark only watched. From now on the last swimmer of every round loses a limb.",
    at: ".get-bit .danger",
  },
  {
    id: "count",
    when: (now) => now.view.round === 2 && choosing(now),
    title: "Count their cards",
    text: "Played cards stay away for a while. The little numbers beside each swimmer show what they can still play.",
  },
  {
    id: "bitten",
    when: bitten,
    title: "Ouch",
    text: "Choose the limb you give up. There is an upside: you flee to the front and take all your cards back.",
    at: ".get-bit [data-action^='lose ']",
  },
  {
    id: "limbs",
    when: (now) => heard(now, "bitten") && !bitten(now),
    title: "Four limbs, four lives",
    text: "Whoever has lost all four is swallowed. Until then every bite is also a fresh start at the front.",
  },
  {
    id: "back",
    when: (now) => heard(now, "took_back"),
    title: "Cards come back",
    text: "Down to the last card, a swimmer takes the whole hand back. Plan for the round before: with two cards left you are easy to read.",
  },
  {
    id: "out",
    when: (now) => heard(now, "out"),
    title: "Gulp",
    text: "One fewer. You can see the swim ring in the shark's belly.",
    at: ".get-bit .shark",
  },
  {
    id: "three",
    when: (now) => now.view.line.length === 3 && choosing(now),
    title: "Nearly there",
    text: "When only two are left, the one in front wins at once. Do not be the one behind.",
  },
  {
    id: "over",
    when: (now) => now.over,
    title: "That was the game",
    text: "Try more swimmers, the long game, or sit down as the shark itself.",
  },
];
