/** The server's time, ticking once a second while somebody looks at it. */

class Clock {
  #offset = $state(0); // seconds to add to our own clock
  #local = $state(Date.now() / 1000);
  #watchers = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  set(server: number): void {
    this.#offset = server - Date.now() / 1000;
    this.#local = Date.now() / 1000;
  }

  get now(): number {
    return this.#local + this.#offset;
  }

  /** Tick until the returned function is called. */
  watch(): () => void {
    if (this.#watchers++ === 0) {
      this.#local = Date.now() / 1000;
      this.#timer = setInterval(() => (this.#local = Date.now() / 1000), 1000);
    }
    return () => {
      if (--this.#watchers === 0) clearInterval(this.#timer);
    };
  }
}

export const clock = new Clock();
