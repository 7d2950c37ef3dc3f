// Random numbers that are the same for the same seed.

export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** Returns a number from 0 to 1, of 32 random bits (mulberry32). */
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  between(low, high) {
    return low + (high - low) * (this.next() + this.next() / 2 ** 32);
  }

  normal(mean, deviation) {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()));
    return mean + deviation * radius * Math.cos(2 * Math.PI * this.next());
  }
}
