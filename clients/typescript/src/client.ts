import "./options.js";

import { batchPage, filled, waitBatch } from "./batch.js";
import { type CallSettings, type Care, ended, idOf, performed, succeeded } from "./careful.js";
import { CrawlHandle } from "./crawl.js";
import { QuarryError } from "./errors.js";
import { events, type QuarryEvent, type StreamOptions } from "./events.js";
import { createClient, createConfig } from "./generated/client/index.js";
import { Calls, type Options } from "./generated/sdk.gen.js";
import type {
  AnyJobResponse,
  BatchItem,
  BatchResponse,
  BatchSummary,
  Crawl,
  JobSummary,
  ListBatchesData,
  ListCrawlsData,
  ListDeliveriesData,
  ListEndpointsData,
  ListJobsData,
  ListRequestsData,
  RequestItem,
  ScrapeBatchData,
  StartCrawlData,
  WebhookDelivery,
  WebhookEndpoint,
} from "./generated/types.gen.js";
import { type ItemOf, items, type Page } from "./items.js";
import { keyed } from "./keyed.gen.js";
import { within } from "./within.js";

export interface QuarryOptions {
  /** Address of the service; by default QUARRY_URL of the environment. */
  baseUrl?: string;
  /** Token of the service; by default QUARRY_TOKEN of the environment. */
  token?: string;
  /** How often a request is sent at most; by default 5. */
  attempts?: number;
  /** How long a call takes at most, waiting included; by default 20 minutes. */
  deadlineMs?: number;
  /** How long a single request takes at most, its answer included; by default a minute. */
  timeoutMs?: number;
  /**
   * How long a service may be away for what waits for a job, a batch or a crawl, or follows one; by default 2 minutes. After that,
   * and after all attempts, it is a NetworkError.
   */
  outageMs?: number;
  /** Sends single requests; by default the fetch of the platform. */
  fetch?: typeof fetch;
}

/** A client of a service: calls wait for their job's end and are sent again when that cannot charge twice. */
export class Quarry extends Calls {
  readonly #care: Care;

  constructor(options: QuarryOptions = {}) {
    const baseUrl = options.baseUrl ?? process.env["QUARRY_URL"];
    const token = options.token ?? process.env["QUARRY_TOKEN"];
    if (!baseUrl || !token) throw new TypeError("set baseUrl and token, or QUARRY_URL and QUARRY_TOKEN");
    if (!/^https?:\/\/./.test(baseUrl)) throw new TypeError("baseUrl begins with http:// or https://");
    const care: Care = {
      baseUrl: baseUrl.replace(/\/+$/, ""),
      token,
      attempts: options.attempts ?? 5,
      deadlineMs: options.deadlineMs ?? 20 * 60_000,
      timeoutMs: options.timeoutMs ?? 60_000,
      outageMs: options.outageMs ?? 120_000,
      fetch: options.fetch ?? globalThis.fetch,
    };
    const calls = new WeakMap<Request, { keyed: boolean; options: CallSettings }>();
    const fetch: typeof globalThis.fetch = (input, init) => {
      const request = new Request(input, init);
      const call = calls.get(input as Request);
      return performed(care, request, call?.keyed ?? false, call?.options ?? {});
    };
    const client = createClient(createConfig({ baseUrl: care.baseUrl, auth: token, throwOnError: true, fetch }));
    client.interceptors.request.use((request, options) => {
      const isKeyed = request.method === "POST" && keyed.has(options.url);
      checked(options, isKeyed);
      if (options.idempotencyKey !== undefined) request.headers.set("Idempotency-Key", keyOf(options.idempotencyKey));
      calls.set(request, { keyed: isKeyed, options });
      return request;
    });
    super({ client });
    this.#care = care;
  }

  /** Waits for the end of a job, for example of a call with wait: false. One that failed is an ApiError. */
  async waitJob(jobId: string, options: CallSettings = {}): Promise<AnyJobResponse> {
    const limit = within(options.deadlineMs ?? this.#care.deadlineMs, options.signal);
    try {
      const response = await ended(this.#care, jobId, limit, options);
      return (await (await succeeded(response, jobId)).json()) as AnyJobResponse;
    } finally {
      limit.done();
    }
  }

  /** Waits for the end of a batch. */
  waitBatch(batchId: string, options: CallSettings = {}): Promise<BatchResponse> {
    return waitBatch(this.#care, batchId, options);
  }

  /** Scrapes many URLs, waits for all, and returns an item for each in their order: with a result, or its own error. */
  async batch(options: Options<ScrapeBatchData, true>): Promise<BatchItem[]> {
    const idempotencyKey = options.idempotencyKey ?? options.headers?.["Idempotency-Key"] ?? crypto.randomUUID();
    const { data } = await this.scrapeBatch({ ...options, idempotencyKey });
    try {
      return await filled(this.#care, data, options);
    } catch (error) {
      throw error instanceof QuarryError ? error.with({ idempotencyKey }) : error;
    }
  }

  /** Yields the jobs of a batch with their results, in the order of the call, page after page. */
  batchJobs(batchId: string): AsyncGenerator<BatchItem> {
    return items((page) => this.getBatch({ path: { batchId }, query: { limit: batchPage, results: true, ...page } }));
  }

  /** Starts a crawl of a site: for await goes through its pages as they end. */
  async crawl(options: Options<StartCrawlData, true>): Promise<CrawlHandle> {
    return this.crawlHandle((await this.startCrawl(options)).data.crawlId);
  }

  /** A crawl that was started before. Nothing is sent. */
  crawlHandle(crawlId: string): CrawlHandle {
    return new CrawlHandle(this, this.#care, crawlId);
  }

  /** Yields what happens to a job until its end, over broken connections, too. */
  jobEvents(jobId: string, options: StreamOptions = {}): AsyncGenerator<QuarryEvent<AnyJobResponse["data"]>> {
    const path = `/v1/public/jobs/${idOf("job", jobId)}/events`;
    return events(this.#care, { path, final: /^job\.(succeeded|failed|cancelled)$/, of: { jobId } }, options);
  }

  /** Yields what happens to a batch until its end, over broken connections, too: each job's end once. */
  batchEvents(batchId: string, options: StreamOptions = {}): AsyncGenerator<QuarryEvent<BatchItem | BatchResponse["data"]>> {
    const path = `/v1/public/batches/${idOf("batch", batchId)}/events`;
    return events(this.#care, { path, final: /^batch\.finished$/, of: { batchId } }, options);
  }

  /** Yields the jobs of the organization, newest first, page after page. */
  jobs(query: ListJobsData["query"] = {}): AsyncGenerator<JobSummary> {
    return items((page) => this.listJobs({ query: { ...query, ...page } }));
  }

  /** Yields the batches of the organization, newest first, page after page. */
  batches(query: ListBatchesData["query"] = {}): AsyncGenerator<BatchSummary> {
    return items((page) => this.listBatches({ query: { ...query, ...page } }));
  }

  /** Yields the crawls of the organization, newest first, page after page. */
  crawls(query: ListCrawlsData["query"] = {}): AsyncGenerator<Crawl> {
    return items((page) => this.listCrawls({ query: { ...query, ...page } }));
  }

  /** Yields the calls of the organization, newest first, page after page. */
  requests(query: ListRequestsData["query"] = {}): AsyncGenerator<RequestItem> {
    return items((page) => this.listRequests({ query: { ...query, ...page } }));
  }

  /** Yields the attempts to post events, newest first, page after page. */
  deliveries(query: ListDeliveriesData["query"] = {}): AsyncGenerator<WebhookDelivery> {
    return items((page) => this.listDeliveries({ query: { ...query, ...page } }));
  }

  /** Yields the endpoints of webhooks, oldest first, page after page. */
  endpoints(query: ListEndpointsData["query"] = {}): AsyncGenerator<WebhookEndpoint> {
    return items((page) => this.listEndpoints({ query: { ...query, ...page } }));
  }

  /**
   * Yields the items of all pages of any call with a cursor. read makes the call:
   * (page) => quarry.scrapeHnSearch({ body: { query: "tide", ...page } }).
   */
  items<A extends { data: unknown }>(read: (page: Page) => Promise<A>): AsyncGenerator<ItemOf<A>> {
    return items(read);
  }
}

/** Throws where a call lacks its body or an id, before anything is sent. */
function checked({ url, path, body }: { url: string; path?: Record<string, unknown>; body?: unknown }, hasBody: boolean): void {
  for (const [, name = ""] of url.matchAll(/\{(\w+)\}/g)) {
    if (!path?.[name]) throw new TypeError(`${name} is missing: call with { path: { ${name}: "…" } }`);
  }
  // A url beside body, instead of in it, takes the place of the operation's own.
  if (!url.startsWith("/") || (hasBody && (typeof body !== "object" || body === null))) {
    throw new TypeError('the arguments are missing: call with { body: { … } }, for example scrape({ body: { url: "https://example.com/" } })');
  }
}

function keyOf(given: string): string {
  if (!/^[ -~]{1,255}$/.test(given)) throw new TypeError("an idempotency key is 1 to 255 printable characters of ASCII");
  return given;
}
