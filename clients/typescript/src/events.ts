import { type Care, foreign, read } from "./careful.js";
import { ApiError, failure, NetworkError, QuarryError, type Resume, stopped } from "./errors.js";
import { Failures, longestWait, sleep } from "./retry.js";
import { type Limit, parts, unless, within } from "./within.js";

/** Milliseconds without a byte after which a stream counts as lost; the service sends one every 15 seconds. */
const silence = 45_000;

/** What happened, such as job.progress: data is the job, the item of a batch, or the batch. */
export interface QuarryEvent<T = unknown> {
  id: string;
  type: string;
  data: T;
}

export interface StreamOptions {
  signal?: AbortSignal;
  /** How long the stream is read at most; by default as long as a call. */
  deadlineMs?: number;
  /** The id of the last event that you have. */
  last?: string;
}

/** What a stream is of: its path, the last event that it has, and what errors say. */
export interface Stream {
  path: string;
  final: RegExp;
  of: Resume;
}

/** Where a stream is, over all its connections. */
interface Place {
  last: string;
  pause: number;
  failures: Failures;
  over: boolean;
}

/** Yields the events of a stream until the last one, over broken connections, too. */
export async function* events<T>(care: Care, stream: Stream, options: StreamOptions): AsyncGenerator<QuarryEvent<T>> {
  const limit = within(options.deadlineMs ?? care.deadlineMs, options.signal);
  const place: Place = { last: options.last ?? "", pause: 1000, failures: new Failures(care, true), over: false };
  try {
    while (!place.over) {
      let lost: unknown;
      try {
        yield* connection<T>(care, stream, place, limit);
      } catch (error) {
        lost = error;
      }
      if (!place.over) await next(place, limit, lost);
    }
  } catch (error) {
    throw error instanceof QuarryError ? error.with(stream.of) : error;
  } finally {
    limit.done();
  }
}

/** Waits for the next connection, after one that ended with an error or without. */
async function next(place: Place, limit: Limit, lost: unknown): Promise<void> {
  if (limit.signal.aborted) throw stopped(limit.signal);
  let wait = place.pause;
  if (lost !== undefined) {
    const more = place.failures.more();
    const error = lost instanceof ApiError ? lost : new NetworkError(place.failures.count, lost);
    wait = place.failures.delay(undefined);
    if (error instanceof ApiError) {
      if (error.status < 500 && error.status !== 429) throw error;
      if (error.retryAfter !== undefined) wait = Math.max(place.pause, error.retryAfter * 1000);
    }
    if (!more || wait > longestWait) throw error;
  }
  await sleep(wait, limit.signal);
  if (limit.signal.aborted) throw stopped(limit.signal);
}

/** Yields the events of one connection. One that broke off is none, nor is its id. */
async function* connection<T>(care: Care, stream: Stream, place: Place, parent: Limit): AsyncGenerator<QuarryEvent<T>> {
  const limit = within(silence, parent.signal);
  const { fetch } = care;
  try {
    const request = read(care, stream.path, { Accept: "text/event-stream", ...(place.last && { "Last-Event-ID": place.last }) });
    const response = await unless(limit.signal, fetch(new Request(request, { signal: limit.signal })));
    place.over = response.status === 204;
    if (place.over) return;
    if (response.status !== 200) throw await failure(response);
    if (!/^text\/event-stream\s*(;|$)/i.test(response.headers.get("Content-Type") ?? "")) throw foreign(response);
    let block = new Block();
    for await (const line of lines(response, limit)) {
      if (block.take(line)) continue;
      place.pause = block.pause() ?? place.pause;
      const event = block.event<T>(place.last);
      block = new Block();
      if (!event) continue;
      place.last = event.id;
      place.failures.count = 0;
      place.over = stream.final.test(event.type);
      yield event;
      if (place.over) return;
    }
  } finally {
    limit.done();
  }
}

/** The fields between two empty lines. */
class Block {
  readonly #fields = new Map<string, string[]>();

  /** Takes a line, and returns whether the block goes on. */
  take(line: string): boolean {
    const [, name, value] = /^([^:]*):? ?(.*)$/su.exec(line) ?? [];
    if (name) this.#fields.set(name, [...(this.#fields.get(name) ?? []), value ?? ""]);
    return line !== "";
  }

  pause(): number | undefined {
    const retry = this.#fields.get("retry")?.at(-1) ?? "";
    return /^\d{1,9}$/.test(retry) ? Math.min(Math.max(Number(retry), 500), 30_000) : undefined;
  }

  event<T>(last: string): QuarryEvent<T> | undefined {
    const data = this.#fields.get("data");
    if (!data) return undefined;
    const at = (name: string) => this.#fields.get(name)?.at(-1);
    try {
      return { id: at("id") ?? last, type: at("event") ?? "message", data: JSON.parse(data.join("\n")) as T };
    } catch {
      return undefined;
    }
  }
}

async function* lines(response: Response, limit: Limit): AsyncGenerator<string> {
  let rest = "";
  for await (const part of parts(response, limit.signal)) {
    limit.again(silence);
    const found = (rest + part).split(/\r\n|\n|\r(?!$)/);
    rest = found.pop() ?? "";
    yield* found;
  }
}
