/** The words at the top of the sea: the round, and what goes on in it. */
import type { Offered, Sitter } from "../contract";
import { numberOf } from "./actions";
import type { Person } from "./look";
import type { Scene } from "./scene";
import type { View } from "./view";
import { captionOf, words } from "./words";

interface Now {
  view: View;
  scene: Scene;
  people: Person[];
  sitters: Sitter[];
  offers: Offered[];
  pointed: Offered | null;
  winner: number | "shark" | null;
}

export function titleOf(now: Now): { head: string; text: string } {
  const { scene, people, sitters } = now;
  const name = (swimmer: number) => people[swimmer]?.called ?? "";
  const head = scene.round ? words.title.round(scene.round) : "";
  const seated = (seat: number) => people.find((person) => person.seat === sitters[seat]?.seat);
  const caption = captionOf(scene, name, (seat) => seated(seat)?.called ?? words.shark.name);
  return { head, text: caption || atRest(now, name) };
}

function atRest({ view, people, sitters, offers, pointed, winner }: Now, name: (swimmer: number) => string): string {
  if (winner !== null)
    return winner === "shark" ? words.title.over(sitters[0]?.name ?? words.shark.name) : victory(people[winner]);
  if (view.phase === "lining up") return words.title.lining;
  if (view.phase === "losing a limb") {
    return offers.length ? words.title.myLimb : words.title.limb(name(view.line[view.line.length - 1] ?? 0));
  }
  const number = numberOf(pointed);
  if (pointed && number !== null) return clash(view, people, pointed.seat, number);
  if (offers.length) return numberOf(offers[0]) === null ? words.title.chooseBite : words.title.choose;
  return words.title.wait(view.choosing.length);
}

const victory = (person: Person | undefined) =>
  person?.called === words.you ? words.title.overYou : words.title.over(person?.called ?? "");

/** How many others could play the number that is pointed at. */
function clash(view: View, people: Person[], asking: string, card: number): string {
  const holders = view.line.filter(
    (swimmer) => people[swimmer]?.seat !== asking && view.swimmers[swimmer]?.hand.includes(card),
  );
  return words.title.clash(card, holders.length);
}
