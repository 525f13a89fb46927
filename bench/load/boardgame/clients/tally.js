// What is counted while both servers are under load: the same for both.

class Tally {
  constructor() {
    this.measuring = false;
    this.latencies = [];
    this.accepted = 0; // moves acknowledged
    this.rejected = 0; // moves that had to be sent again
    this.refused = 0; // moves refused with an answer that is not "too late": should not happen
    this.games = 0;
    this.lost = 0; // connections that broke
    this.bytes = 0;
    this.errors = new Map();
  }

  begin() {
    Object.assign(this, new Tally(), { measuring: true });
    this.from = performance.now();
    this.cpu = process.cpuUsage();
  }

  end() {
    this.measuring = false;
    this.seconds = (performance.now() - this.from) / 1000;
    const used = process.cpuUsage(this.cpu);
    this.cpuShare = (used.user + used.system) / 1e6 / this.seconds;
  }

  accept(sentAt) {
    if (!this.measuring) return;
    this.accepted += 1;
    this.latencies.push(performance.now() - sentAt);
  }

  reject() {
    if (this.measuring) this.rejected += 1;
  }

  error(text) {
    const short = String(text).slice(0, 200);
    this.errors.set(short, (this.errors.get(short) ?? 0) + 1);
  }

  report() {
    const sorted = Float64Array.from(this.latencies).sort();
    const at = (share) => (sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] : null);
    return {
      seconds: this.seconds,
      accepted: this.accepted,
      per_second: this.accepted / this.seconds,
      rejected: this.rejected,
      refused: this.refused,
      games: this.games,
      lost_connections: this.lost,
      p50: at(0.5),
      p95: at(0.95),
      p99: at(0.99),
      worst: at(1),
      generator_cpu: this.cpuShare,
      received_kb_per_move: this.accepted ? this.bytes / 1024 / this.accepted : null,
      errors: Object.fromEntries(this.errors),
    };
  }
}

module.exports = { Tally };
