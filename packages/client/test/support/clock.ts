/** A clock that only advances when moved. Milliseconds since 1970. */
export class FakeClock {
  time = Date.parse('2026-11-21T12:00:00Z');

  readonly now = (): number => this.time;

  pass(ms: number): void {
    this.time += ms;
  }
}

const SECOND = 1000;
export const MINUTE: number = 60 * SECOND;
export const HOUR: number = 60 * MINUTE;
export const DAY: number = 24 * HOUR;
