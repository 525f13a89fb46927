/** What belongs together, in the order it first appears. */
export function grouped<Item>(items: Item[], keyOf: (item: Item) => string): [key: string, items: Item[]][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups];
}
