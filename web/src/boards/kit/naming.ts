/** What a thing is called by those who hear it. Who says aloud what to press says what is written on it. */

const inWords = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(" ");

/** The name, begun with what is written on the thing unless the name has that in it. */
export function named(name: string, written: string): string {
  const heard = ` ${inWords(name)} `;
  return !inWords(written) || heard.includes(` ${inWords(written)} `) ? name : `${written}. ${name}`;
}

/** The words one can read on an element. */
export function writtenOn(node: Element): string {
  const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent?.trim();
    if (text && walker.currentNode.parentElement?.tagName !== "title") found.push(text);
  }
  return found.join(" ");
}
