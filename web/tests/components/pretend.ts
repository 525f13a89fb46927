/** What the pretended browser lacks: preferences, sizes, and animations, which are over at once. */
const noPreference = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
window.matchMedia ??= () => noPreference as unknown as MediaQueryList;
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
Element.prototype.animate ??= () =>
  ({ cancel: () => undefined, finished: Promise.resolve(), onfinish: null }) as unknown as Animation;
