/** The warning signs, each with an owner. */

/** Signs as a view counts them; those with the right owner stay where they are. */
export function ownSigns(signs: number[], beaches: { signs: number }[], middle: number): number[] {
  const wanted = new Map<number, number>(beaches.map((beach, seat) => [seat, beach.signs]));
  wanted.set(-1, middle);
  const take = (owner: number) => {
    const left = wanted.get(owner) ?? 0;
    if (left > 0) wanted.set(owner, left - 1);
    return left > 0;
  };
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const kept = Array.from({ length: total }, (_, id) => {
    const owner = signs[id] ?? -1;
    return take(owner) ? owner : null;
  });
  return kept.map((owner) => owner ?? [...wanted.keys()].find(take) ?? -1);
}

export function moveSign(signs: number[], from: number, to: number): number[] {
  const id = signs.lastIndexOf(from);
  return id < 0 ? signs : signs.with(id, to);
}
