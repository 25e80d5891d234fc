/** Of a Retry-After that is waited for, in milliseconds; what asks for more is an error at once. */
export const longestWait = 300_000;

/** Between polls, whatever the service says. */
const shortestPoll = 500;
const longestPoll = 60_000;

/** Returns the wait that Retry-After asks for, in milliseconds: a number of seconds, or a date, by the clock of the service. */
export function retryAfter(headers: Headers | undefined): number | undefined {
  const said = headers?.get("Retry-After")?.trim() ?? "";
  if (/^\d+$/.test(said)) return Number(said.slice(0, 12)) * 1000;
  const until = /^[A-Z][a-z]/.test(said) ? Date.parse(said) : Number.NaN;
  if (Number.isNaN(until)) return undefined;
  const now = Date.parse(headers?.get("Date") ?? "");
  return Math.max(0, until - (Number.isNaN(now) ? Date.now() : now));
}

/** Returns what Retry-After says; without it half a second, twice as long each time, with jitter. */
export function delay(headers: Headers | undefined, attempt: number): number {
  return retryAfter(headers) ?? Math.min(30_000, 2 ** attempt * 250) * (0.5 + Math.random() / 2);
}

/** How often something is tried, and for how long. */
export interface Patience {
  attempts: number;
  outageMs: number;
}

/** Attempts that failed one after another. */
export class Failures {
  count = 0;
  #since = 0;
  readonly #outage: number;

  constructor(
    private readonly care: Patience,
    follows: boolean,
  ) {
    this.#outage = follows ? care.outageMs : 0;
  }

  /** Counts a failure, and returns whether another attempt may follow. */
  more(): boolean {
    if (this.count === 0) this.#since = Date.now();
    return ++this.count < this.care.attempts || Date.now() - this.#since < this.#outage;
  }

  /** The time until the next attempt: of an outage the end is to be seen within seconds. */
  delay(headers: Headers | undefined): number {
    return delay(headers, this.#outage > 0 ? Math.min(this.count, 5) : this.count);
  }
}

/** Returns the time between two polls: what the service says, else a second. */
export function pollDelay(headers: Headers): number {
  return Math.min(Math.max(retryAfter(headers) ?? 1000, shortestPoll), longestPoll);
}

/** Waits, or returns at once when the signal is aborted. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done, { once: true });
  });
}
