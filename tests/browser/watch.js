/* Told to every page before its own scripts: what the table last said, and where the offers stand. */
(() => {
  const watch = (window.watch = { moment: "", asked: [], over: false, unanswered: new Set() });
  const PATIENCE = 240_000; // milliseconds: only something that never comes takes so long, however busy the machine is
  const { setTimeout, requestAnimationFrame } = window; // the true ones: a test may stop the page's clock
  const now = Date.now.bind(Date);
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`);
  });

  // Beside a drawn board the list of all actions is folded until somebody opens it; these people have done so.
  try {
    if (!localStorage.getItem("undertow-table")) localStorage.setItem("undertow-table", JSON.stringify({ list: true }));
  } catch {
    // a page without storage has no table either
  }

  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        const message = JSON.parse(data);
        if (message.type === "ack") watch.unanswered.delete(message.id);
        if (message.type !== "update") return;
        const asked = message.eyes.flatMap((eyes) => eyes.questions).filter((question) => question.actions.length);
        watch.moment = asked.map((question) => `${message.table.id} ${question.asked}`).join();
        watch.over = message.table.status === "over";
        watch.asked = asked.flatMap(({ seat, actions }) => actions.map((offer) => ({ seat, ...offer })));
      });
    }

    send(data) {
      const { id } = JSON.parse(data);
      if (id) watch.unanswered.add(id);
      super.send(data);
    }
  };

  const ask = window.fetch;
  window.fetch = async (...given) => {
    const answer = await ask(...given);
    void answer.clone().text().then(told);
    return answer;
  };

  // Whoever gives a secret away is asked once more; these people are sure of what they do.
  addEventListener("DOMContentLoaded", () => {
    const sure = () => document.querySelector("dialog[open]:has(.gives-away) .button.primary")?.click();
    new MutationObserver(sure).observe(document.body, { subtree: true, childList: true, attributeFilter: ["open"] });
  });

  const shown = () =>
    [...document.querySelectorAll('[role="group"][aria-label^="Actions of"] button:not([aria-disabled="true"])')];

  const words = (button) => button.innerText.replace(/\s+/g, " ").trim();
  const lastWord = (text) => text.slice(text.lastIndexOf(" ") + 1);

  /** Whether the page has come as far as what it heard. */
  const showsAll = () => {
    const buttons = shown();
    if (!buttons.length || buttons.length !== watch.asked.length) return false;
    return buttons.every((button, number) => lastWord(words(button)) === lastWord(watch.asked[number].label));
  };

  const place = (button) => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2, width, height };
  };

  watch.offers = () =>
    shown().map((button, number) => ({
      words: words(button),
      action: watch.asked[number]?.action,
      key: button.getAttribute("aria-keyshortcuts") ?? "",
      focused: button === document.activeElement,
      ...place(button),
    }));

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  /** What is found as soon as it is there. */
  watch.soon = (found) =>
    new Promise((resolve) => {
      const until = now() + PATIENCE;
      const look = () => {
        const answer = found();
        if (answer || now() > until) resolve(answer);
        else setTimeout(look, 4);
      };
      look();
    });

  /** Bring an offer into sight; where it is then, and stays: a board that comes late pushes the list down. */
  watch.bring = async (number) => {
    const until = now() + PATIENCE;
    for (let before, here; now() < until; before = here) {
      const button = shown()[number];
      const { top, bottom } = button.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) button.scrollIntoView({ block: "center" });
      here = place(button);
      if (before?.x === here.x && before.y === here.y && !document.querySelector(".drawing .waiting")) return here;
      await frame();
    }
    return null;
  };

  /** The offers of the next question after this moment, as soon as they are shown; none when the match is over. */
  watch.next = (before) =>
    watch.soon(() => {
      if (watch.over && document.getElementById("result")) return { moment: watch.moment, offers: [] };
      if (!watch.moment || watch.moment === before || !showsAll()) return null;
      return { moment: watch.moment, offers: watch.offers() };
    });
})();
