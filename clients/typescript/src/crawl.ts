import { type CallSettings, type Care, following, idOf, pause, read, send } from "./careful.js";
import { ApiError, NetworkError, QuarryError, stopped } from "./errors.js";
import { events, type QuarryEvent, type StreamOptions } from "./events.js";
import type { Calls } from "./generated/sdk.gen.js";
import type { Crawl, CrawlPage, CrawlPagesResponse, CrawlPart, CrawlResponse, ListCrawlPagesData } from "./generated/types.gen.js";
import { inCircles } from "./items.js";
import { Failures, sleep } from "./retry.js";
import { type Limit, parts, unless, within } from "./within.js";

/** Bounds what follows a crawl, in milliseconds: it ends by itself after a day at the latest. */
const longestCrawl = 25 * 3_600_000;

/** Milliseconds without a byte after which a download counts as lost. */
const silence = 45_000;

/** Pages of a crawl, and files of its export, that are read at once. */
const atOnce = 100;

/** What ends what follows a crawl before the crawl does. */
export type Following = Pick<CallSettings, "signal" | "deadlineMs">;

/**
 * A crawl of a site, which goes on whether somebody follows it or not: for await goes through its pages as they end.
 * What follows it ends with its signal or deadlineMs, not with the client's: a crawl can take hours. Each error has the crawlId.
 */
export class CrawlHandle implements AsyncIterable<CrawlPage> {
  readonly #calls: Calls;
  readonly #care: Care;

  constructor(
    calls: Calls,
    care: Care,
    readonly id: string,
  ) {
    idOf("crawl", id);
    this.#calls = calls;
    this.#care = care;
  }

  /** Where the crawl stands. */
  status(options: Following = {}): Promise<Crawl> {
    return this.#named(async () => (await this.#calls.getCrawl({ path: { crawlId: this.id }, ...options })).data);
  }

  /** Ends the crawl: no more pages, and what has not ended is cancelled and refunded. */
  cancel(options: Following = {}): Promise<Crawl> {
    return this.#named(async () => (await this.#calls.cancelCrawl({ path: { crawlId: this.id }, ...options })).data);
  }

  /** Lets a crawl go on that ended by credits, time or cancel. maxCredits is the most that it costs from then on, what it has cost included. */
  resume({ maxCredits, ...options }: Following & { maxCredits?: number } = {}): Promise<Crawl> {
    return this.#named(async () => (await this.#calls.resumeCrawl({ path: { crawlId: this.id }, ...(maxCredits === undefined ? {} : { body: { maxCredits } }), ...options })).data);
  }

  /** Waits for the crawl's end. One whose first page could not be read is an ApiError; that there are more pages is said by truncatedBy. */
  wait(options: CallSettings = {}): Promise<Crawl> {
    return this.#within(options, async (limit) => {
      for (;;) {
        const request = read(this.#care, `/v1/public/crawl/${encodeURIComponent(this.id)}`);
        const response = await send(this.#care, request, limit, ["crawlId", "status", "counts"], true);
        const { data: crawl } = (await response.json()) as CrawlResponse;
        options.onProgress?.({ crawlId: this.id, status: crawl.status, done: over(crawl), total: crawl.counts.total });
        if (crawl.status !== "running") return good(crawl);
        await pause(response.headers, limit);
      }
    });
  }

  /** Yields what happens to the crawl until its end: crawl.page for the end of each page, crawl.progress, crawl.finished. */
  events(options: StreamOptions = {}): AsyncGenerator<QuarryEvent<CrawlPage | Crawl>> {
    const stream = { path: `/v1/public/crawl/${encodeURIComponent(this.id)}/events`, final: /^crawl\.finished$/, of: { crawlId: this.id } };
    return events(this.#care, stream, { deadlineMs: longestCrawl, ...options });
  }

  /**
   * Yields the crawl's pages as they end, each once, with the whole of its result or with its error: those behind the page with the
   * number last, if you have some. Throws at the end where the crawl failed, and insufficient_credits where it has more pages than credits.
   */
  async *all(options: Following & { last?: number } = {}): AsyncGenerator<CrawlPage> {
    const { last: before = 0, ...follow } = options;
    const seen = new Set<number>();
    const had = ({ number }: CrawlPage) => number <= before || seen.has(number);
    let last: Crawl | undefined;
    const signal = options.signal ?? undefined;
    const stream = { ...(signal && { signal }), ...(options.deadlineMs !== undefined && { deadlineMs: options.deadlineMs }) };
    for await (const { type, data } of this.events(stream)) {
      if (type === "crawl.finished") last = data as Crawl;
      if (type !== "crawl.page" || had(data as CrawlPage)) continue;
      const page = await this.#whole(data as CrawlPage, follow);
      seen.add(page.number);
      yield page;
    }
    if (!last || before + seen.size < over(last)) {
      for await (const page of this.pages({ results: true }, follow)) {
        if (had(page) || page.status === "queued" || page.status === "running") continue;
        yield await this.#whole(page, follow);
      }
    }
    await this.#named(async () => through(last ?? (await this.status(follow))));
  }

  [Symbol.asyncIterator](): AsyncGenerator<CrawlPage> {
    return this.all();
  }

  /**
   * Yields the pages that have a job, by their numbers, as they are when they are read: those in one status, with the results
   * that fit. While the crawl runs it waits for more.
   */
  async *pages(query: ListCrawlPagesData["query"] = {}, options: Following = {}): AsyncGenerator<CrawlPage> {
    const seen = new Set<string>();
    for (let cursor = query.cursor; ; ) {
      const where = { limit: atOnce, ...query, ...(cursor !== undefined && { cursor }) };
      const { data } = await this.#named(
        (): Promise<CrawlPagesResponse> => this.#calls.listCrawlPages({ path: { crawlId: this.id }, query: where, ...options, ...following }),
      );
      yield* this.#listed(data.items);
      if (data.exhausted || !data.nextCursor) return;
      const waits = data.items.length === 0 && (await this.#runs(options));
      if (seen.has(data.nextCursor) && !waits) throw inCircles(data.nextCursor).with({ crawlId: this.id });
      seen.add((cursor = data.nextCursor));
    }
  }

  /**
   * Yields all pages of the crawl that have ended, by their numbers and with their whole results, out of the files of its export,
   * which it asks for where the crawl has none. The files are read line by line; one whose download breaks off is read on from
   * there. While the crawl runs it waits for more.
   */
  async *lines(options: Following = {}): AsyncGenerator<CrawlPage> {
    const limit = within(options.deadlineMs ?? longestCrawl, options.signal);
    const at = { done: 0, failures: new Failures(this.#care, true) };
    try {
      await this.#calls.exportCrawl({ path: { crawlId: this.id }, ...options, ...following });
      for (let cursor: string | undefined; ; ) {
        const query = { limit: atOnce, ...(cursor !== undefined && { cursor }) };
        const { data } = await this.#calls.listCrawlFiles({ path: { crawlId: this.id }, query, ...options, ...following });
        const files = this.#listed(data.items);
        try {
          for (const file of files) if (file.last > at.done) yield* this.#file(file, at, limit);
        } catch (lost) {
          await this.#failed(lost, at, limit);
          continue; // with the same cursor: the links are new
        }
        if (data.exhausted || !data.nextCursor) return;
        if (files.length === 0) await pause(new Headers(), limit);
        else if (cursor === data.nextCursor) throw inCircles(cursor);
        cursor = data.nextCursor;
      }
    } catch (error) {
      throw error instanceof QuarryError ? error.with({ crawlId: this.id }) : error;
    } finally {
      limit.done();
    }
  }

  /** Yields the lines of a file, from its link, which says by itself who may read it. */
  async *#file(file: CrawlPart, at: { done: number; failures: Failures }, parent: Limit): AsyncGenerator<CrawlPage> {
    const limit = within(silence, parent.signal);
    const { fetch } = this.#care;
    try {
      const response = await unless(limit.signal, fetch(new Request(file.url, { signal: limit.signal })));
      if (response.status !== 200) throw new Lost(`a file of the export was answered with status ${response.status}`);
      let rest = "";
      for await (const part of parts(response, limit.signal)) {
        const lines = (rest + part).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) {
          const page = JSON.parse(line) as CrawlPage;
          if (page.number <= at.done) continue;
          at.done = page.number;
          at.failures.count = 0;
          yield page;
        }
        limit.again(silence);
      }
      if (rest || at.done < file.last) throw new Lost("a file of the export ended early");
    } finally {
      limit.done();
    }
  }

  /** Waits for another attempt after a download that failed, or throws why there is none. */
  async #failed(lost: unknown, at: { failures: Failures }, limit: Limit): Promise<void> {
    if (limit.signal.aborted) throw stopped(limit.signal);
    if (!at.failures.more()) throw new NetworkError(at.failures.count, lost);
    await sleep(at.failures.delay(undefined), limit.signal);
    if (limit.signal.aborted) throw stopped(limit.signal);
  }

  /** A page with all of its result, of which events and lists have only the beginning where it is large. */
  async #whole(page: CrawlPage, options: Following): Promise<CrawlPage> {
    if (!page.resultTruncated) return page;
    try {
      const result = await this.#named(() => this.#calls.getJobResult({ path: { jobId: page.jobId }, ...options, ...following }));
      return { ...page, result: result as CrawlPage["result"], resultTruncated: false };
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return page; // the service no longer has it
      throw error;
    }
  }

  /** Waits a while for a crawl that runs, and returns whether it does. */
  async #runs(options: Following): Promise<boolean> {
    if ((await this.status({ ...options, ...following })).status !== "running") return false;
    await this.#within(options, (limit) => pause(new Headers(), limit));
    return true;
  }

  #listed<T>(list: T[]): T[] {
    if (!Array.isArray(list)) throw new QuarryError("the answer has no list").with({ crawlId: this.id });
    return list;
  }

  async #within<T>(options: Following, act: (limit: Limit) => Promise<T>): Promise<T> {
    const limit = within(options.deadlineMs ?? longestCrawl, options.signal);
    try {
      return await this.#named(() => act(limit));
    } finally {
      limit.done();
    }
  }

  async #named<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      throw error instanceof QuarryError ? error.with({ crawlId: this.id }) : error;
    }
  }
}

/** A download that did not arrive. */
class Lost extends Error {}

/** How many pages of a crawl have ended. */
function over({ counts }: Crawl): number {
  return counts.succeeded + counts.failed + counts.cancelled;
}

/** A crawl whose first page could be read. */
function good(crawl: Crawl): Crawl {
  if (crawl.error) throw new ApiError(crawl.error);
  return crawl;
}

/** Throws where a crawl ended since it failed, or before its pages did since there are no credits for them. */
function through(crawl: Crawl): void {
  if (good(crawl).truncatedBy !== "credits" || crawl.status === "running") return;
  const message =
    "the crawl has more pages than credits: with a higher balance resume goes on, and where maxCredits is used up with more of them";
  throw new ApiError({ code: "insufficient_credits", message }, { status: 402 });
}
