import { careful } from "./careful.js";
import { createClient, createConfig } from "./generated/client/index.js";
import { Calls } from "./generated/sdk.gen.js";
import type {
  ListDeliveriesData,
  ListEndpointsData,
  ListRequestsData,
  RequestItem,
  WebhookDelivery,
  WebhookEndpoint,
} from "./generated/types.gen.js";

export interface QuarryOptions {
  /** Address of the service; by default QUARRY_URL of the environment. */
  baseUrl?: string;
  /** Token of the service; by default QUARRY_TOKEN of the environment. */
  token?: string;
  /** How often a request is sent at most; by default 5. */
  attempts?: number;
  /** How long a call takes at most, waiting included; by default 20 minutes. */
  deadlineMs?: number;
  /** Sends single requests; by default the fetch of the platform. */
  fetch?: typeof fetch;
}

/** A client of a service: calls wait for their job's end and are sent again when that cannot charge twice. */
export class Quarry extends Calls {
  constructor(options: QuarryOptions = {}) {
    const baseUrl = options.baseUrl ?? process.env["QUARRY_URL"];
    const token = options.token ?? process.env["QUARRY_TOKEN"];
    if (!baseUrl || !token) throw new Error("set baseUrl and token, or QUARRY_URL and QUARRY_TOKEN");
    const care = {
      attempts: options.attempts ?? 5,
      deadlineMs: options.deadlineMs ?? 20 * 60_000,
      fetch: options.fetch ?? globalThis.fetch,
    };
    super({
      client: createClient(createConfig({ baseUrl: baseUrl.replace(/\/+$/, ""), auth: token, throwOnError: true, fetch: careful(care) })),
    });
  }

  /** Yields the jobs of the organization, newest first, page after page. */
  requests(query: ListRequestsData["query"] = {}): AsyncGenerator<RequestItem> {
    return pages(async (cursor) => {
      const { data } = await this.listRequests({ query: { ...query, ...cursor } });
      return { items: data.items, next: data.nextCursor };
    });
  }

  /** Yields the attempts to post events, newest first, page after page. */
  deliveries(query: ListDeliveriesData["query"] = {}): AsyncGenerator<WebhookDelivery> {
    return pages(async (cursor) => {
      const { data } = await this.listDeliveries({ query: { ...query, ...cursor } });
      return { items: data.items, next: data.nextCursor };
    });
  }

  /** Yields the endpoints of webhooks, oldest first, page after page. */
  endpoints(query: ListEndpointsData["query"] = {}): AsyncGenerator<WebhookEndpoint> {
    return pages(async (cursor) => {
      const { data } = await this.listEndpoints({ query: { ...query, ...cursor } });
      return { items: data.items, next: data.nextCursor };
    });
  }
}

/** Yields the items of all pages. A page can be empty and have a successor. */
async function* pages<T>(
  read: (cursor: { cursor?: string }) => Promise<{ items: T[]; next: string | undefined }>,
): AsyncGenerator<T> {
  for (let cursor: { cursor?: string } = {}; ; ) {
    const { items, next } = await read(cursor);
    yield* items;
    if (!next) return;
    cursor = { cursor: next };
  }
}
