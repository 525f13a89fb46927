/* Told to every page after watch.js: what the things on a drawn board offer, and where a finger finds them. */
(() => {
  const { watch } = window;
  const { soon } = watch;
  const LEAST = 24; // pixels of something to touch (WCAG 2.5.8)
  const FREE = 18; // pixels of it that nothing else to touch lies over
  const FINE = 9; // places a thing is felt for, along each of its sides

  const actionsOf = ({ dataset }) => (dataset.action ? [dataset.action] : (dataset.actions?.split("|") ?? []));
  const things = () => [...document.querySelectorAll(".thing.can")].filter((node) => actionsOf(node).length);
  const offering = (action) => things().filter((node) => actionsOf(node).includes(action));
  const choices = () => [...document.querySelectorAll(".bubble.asking .choices button")];

  /** Where somebody with several seats says whose turn to show. */
  const chooserOf = (seat) =>
    [...document.querySelectorAll("section.board button[aria-pressed]")].find((button) =>
      button.textContent.toLowerCase().includes(seat),
    );

  /** What is asked and cannot be picked on the board; what can be picked and is not asked. */
  const compared = (offers) => {
    const asked = offers.map((offer) => offer.action);
    const there = things().flatMap(actionsOf);
    return { missing: asked.filter((action) => !there.includes(action)), extra: there.filter((action) => !asked.includes(action)) };
  };

  const isOver = () => watch.over && document.getElementById("result");

  /** How what is offered to a seat, or to all where none is chosen, differs from what the board comes to offer. */
  const differs = async (seat) => {
    const wanted = watch.asked.filter((offer) => !seat || offer.seat === seat);
    if (seat) chooserOf(seat).click();
    await soon(() => isOver() || Object.values(compared(wanted)).every((actions) => !actions.length));
    return compared(wanted);
  };

  /** The next question after this moment, as soon as the board asks it; no offers when the match is over. */
  watch.nextOnBoard = async (before) => {
    const isNew = () => isOver() || (watch.moment && watch.moment !== before && !watch.unanswered.size);
    if (!(await soon(isNew))) return null;
    await soon(() => isOver() || things().length);
    if (isOver()) return { moment: watch.moment, offers: [], differences: [] };
    const seats = [...new Set(watch.asked.map((offer) => offer.seat))].filter(chooserOf);
    const differences = [];
    for (const seat of seats.length ? seats : [""]) differences.push(await differs(seat));
    return { moment: watch.moment, offers: watch.asked, differences };
  };

  /** Whether a press there goes to the thing: what lies over it and only explains itself lets it through. */
  const hits = (node, x, y) => {
    const things = document.elementsFromPoint(x, y).map((found) => found.closest(".thing"));
    const over = things.slice(0, things.indexOf(node));
    return things.includes(node) && over.every((found) => found && !found.classList.contains("can"));
  };

  const isFree = (node, { x, y }) => {
    const far = FREE / 2;
    return [[0, 0], [far, 0], [-far, 0], [0, far], [0, -far]].every(([right, down]) => hits(node, x + right, y + down));
  };

  /** Points of a thing, those near its middle first. */
  const pointsOf = (node) => {
    const { x, y, width, height } = node.getBoundingClientRect();
    const steps = [...Array(FINE).keys()].map((step) => (step + 0.5) / FINE);
    const all = steps.flatMap((right) => steps.map((down) => ({ right: right - 0.5, down: down - 0.5 })));
    all.sort((a, b) => Math.hypot(a.right, a.down) - Math.hypot(b.right, b.down));
    return all.map(({ right, down }) => ({ x: x + width * (0.5 + right), y: y + height * (0.5 + down) }));
  };

  /** Bring a thing into sight; a point where it is hit, with room around it if there is such a point. */
  const touched = (node) => {
    const { top, bottom } = node.getBoundingClientRect();
    const look = () => {
      const points = pointsOf(node);
      return points.find((point) => isFree(node, point)) ?? points.find(({ x, y }) => hits(node, x, y));
    };
    let point = top >= 0 && bottom <= innerHeight ? look() : undefined;
    if (!point || !isFree(node, point)) {
      node.scrollIntoView({ block: "center" });
      point = look();
    }
    return point && { ...point, free: isFree(node, point) };
  };

  const middleOf = (button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };

  /** Where to press for an action, and which answer it is to the bubble if that asks. */
  watch.reach = (action) => {
    for (const node of offering(action)) {
      const point = touched(node);
      const actions = actionsOf(node);
      if (point) return { ...point, of: actions.length, number: actions.indexOf(action) };
    }
    return null;
  };

  /** Where to press first to be shown this seat's turn; nowhere if it is shown. */
  watch.chooser = (seat) => {
    const button = chooserOf(seat);
    if (!button || button.getAttribute("aria-pressed") === "true") return null;
    button.scrollIntoView({ block: "center" });
    return middleOf(button);
  };

  watch.choice = async (number) => {
    const button = await soon(() => choices()[number]);
    if (!button) return null;
    button.scrollIntoView({ block: "nearest" });
    return middleOf(button);
  };

  /** What can be picked but is too small, or lies too much under other things, for a finger. */
  watch.small = () => {
    const isSmall = (node) => {
      const { width, height } = node.getBoundingClientRect();
      return Math.min(width, height) < LEAST || !touched(node)?.free;
    };
    return things().filter(isSmall).map((node) => node.getAttribute("aria-label"));
  };

  /** Whether the board comes to offer an action. */
  watch.isOffered = (action) => soon(() => offering(action).length > 0);

  watch.isFocused = (action) => offering(action).includes(document.activeElement);
  watch.isFocusedChoice = (action) => {
    const { label } = watch.asked.find((offer) => offer.action === action);
    return choices().includes(document.activeElement) && document.activeElement.textContent.trim() === label;
  };
})();
