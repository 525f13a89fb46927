/** What every page needs: who I am and which games there are. */
import { api } from "./http";
import type { GameInfo, Me } from "./types";

class Shared {
  me: Me | null = $state.raw(null);
  games: GameInfo[] | null = $state.raw(null);
  problem: string | null = $state(null);

  async load(): Promise<void> {
    this.problem = null;
    try {
      // First who I am: that answer brings the cookie all later requests carry.
      this.me = await api.me();
      this.games = await api.games();
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
  }

  game(name: string): GameInfo | undefined {
    return this.games?.find((game) => game.name === name);
  }

  async rename(name: string): Promise<void> {
    this.me = await api.rename(name);
  }
}

export const shared = new Shared();
